package io.sluice.machine.stored;

import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import org.jspecify.annotations.Nullable;

/**
 * One record of the topics {@code state} or {@code runs}, written or, without a value, taken away.
 * The state of a workspace is the fold of these and of nothing else.
 */
public sealed interface Change {
  /** Where a change is written. */
  enum Topic {
    STATE,
    RUNS
  }

  /** The record's key in its topic. */
  String key(String workspace);

  /** What is written under the key; null is a tombstone. */
  @Nullable Object value();

  default Topic topic() {
    return Topic.RUNS;
  }

  record Resource(Address address, @Nullable StateRecord value) implements Change {
    public Resource(StateRecord value) {
      this(value.address(), value);
    }

    @Override
    public Topic topic() {
      return Topic.STATE;
    }

    @Override
    public String key(String workspace) {
      return RecordKeys.state(workspace, address);
    }
  }

  record Workspace(@Nullable WorkspaceRecord value) implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.workspace(workspace);
    }
  }

  record Run(String run, @Nullable RunRecord value) implements Change {
    public Run(RunRecord value) {
      this(value.run(), value);
    }

    @Override
    public String key(String workspace) {
      return RecordKeys.run(workspace, run);
    }
  }

  /** What was asked for, kept while it may have to be planned again. */
  record Submission(String run, @Nullable Submitted value) implements Change {
    public Submission(Submitted value) {
      this(value.run(), value);
    }

    @Override
    public String key(String workspace) {
      return RecordKeys.submission(workspace, run);
    }
  }

  record Part(String run, String planId, int i, @Nullable PlanPart value) implements Change {
    public Part(PlanPart value) {
      this(value.run(), value.planId(), value.i(), value);
    }

    @Override
    public String key(String workspace) {
      return RecordKeys.part(workspace, run, planId, i);
    }
  }

  record Node(String run, String node, @Nullable NodeRecord value) implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.node(workspace, run, node);
    }
  }

  /** The change that a record of the topics is, for restoring; {@code key} as it was written. */
  static Change restored(String key, Object value) {
    return switch (value) {
      case StateRecord record -> new Resource(record);
      case WorkspaceRecord record -> new Workspace(record);
      case RunRecord record -> new Run(record);
      case Submitted submission -> new Submission(submission);
      case PlanPart part -> new Part(part);
      case NodeRecord record -> node(key, record);
      default -> throw new IllegalStateException("no record of state or runs: " + value.getClass());
    };
  }

  private static Change node(String key, NodeRecord record) {
    int run = key.indexOf('/') + 1;
    int node = key.indexOf('/', run) + 1;
    if (run == 0 || node == 0) {
      throw new IllegalStateException("not the key of a node: " + key);
    }
    return new Node(key.substring(run, node - 1), key.substring(node), record);
  }
}
