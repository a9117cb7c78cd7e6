package io.sluice.model.message;

import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.OwnerRecord;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The type that an envelope names, and the version of it that this build writes and reads up to.
 */
public enum MessageType {
  SUBMITTED("Submitted", InboxMessage.Submitted.class),
  PLAN_PART("PlanPart", InboxMessage.PlanPart.class),
  PLANNED("Planned", InboxMessage.Planned.class),
  PLAN_REFUSED("PlanRefused", InboxMessage.PlanRefused.class),
  STARTED("Started", InboxMessage.Started.class),
  RESULT("Result", InboxMessage.Result.class),
  REDELIVERED("Redelivered", InboxMessage.Redelivered.class),
  DROPPED("Dropped", InboxMessage.Dropped.class),
  DEFERRED("Deferred", InboxMessage.Deferred.class),
  GAVE_UP("GaveUp", InboxMessage.GaveUp.class),
  CANCEL("Cancel", Order.Cancel.class),
  PAUSE("Pause", Order.Pause.class),
  RESUME("Resume", Order.Resume.class),
  APPROVE("Approve", Order.Approve.class),
  DISCARD("Discard", Order.Discard.class),
  SET_PARALLELISM("SetParallelism", Order.SetParallelism.class),
  FORCE_UNLOCK("ForceUnlock", Order.ForceUnlock.class),
  ABANDON("Abandon", Order.Abandon.class),
  INBOX_SKIP("InboxSkip", Order.InboxSkip.class),
  RESOLVE("Resolve", Order.Resolve.class),
  RETRY("Retry", Order.Retry.class),
  EXPANDED("Expanded", InboxMessage.Expanded.class),
  STATE_EDIT("StateEdit", Order.StateEdit.class, 2),
  PLAN_RUN("PlanRequest", PlanRequest.PlanRun.class),
  EXPAND_NODE("ExpandRequest", PlanRequest.ExpandNode.class),
  TASK("Task", Task.class),
  STATE_RECORD("StateRecord", StateRecord.class, 2),
  RUN_RECORD("RunRecord", RunRecord.class),
  NODE_RECORD("NodeRecord", NodeRecord.class),
  WORKSPACE_RECORD("WorkspaceRecord", WorkspaceRecord.class),
  OWNER_RECORD("Owner", OwnerRecord.class),
  EVENT("Event", Event.class),
  CONTROL("Control", Control.class),
  DEAD_LETTER("DeadLetter", DeadLetter.class),
  LETTER_SETTLED("LetterSettled", LetterSettled.class);

  private static final Map<String, MessageType> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(MessageType::wireName, Function.identity()));
  private static final Map<Class<?>, MessageType> BY_CLASS =
      Arrays.stream(values()).collect(Collectors.toMap(MessageType::payload, Function.identity()));

  private final String wireName;
  private final Class<?> payload;
  private final int version;

  MessageType(String wireName, Class<?> payload) {
    this(wireName, payload, 1);
  }

  MessageType(String wireName, Class<?> payload, int version) {
    this.wireName = wireName;
    this.payload = payload;
    this.version = version;
  }

  public String wireName() {
    return wireName;
  }

  public Class<?> payload() {
    return payload;
  }

  /** The newest version of this type that this build reads; older ones are made new. */
  public int version() {
    return version;
  }

  static Optional<MessageType> named(String wireName) {
    return Optional.ofNullable(BY_NAME.get(wireName));
  }

  static MessageType of(Object payload) {
    MessageType type = BY_CLASS.get(payload.getClass());
    if (type == null) {
      throw new IllegalStateException(payload.getClass() + " does not travel in an envelope");
    }
    return type;
  }
}
