package io.sluice.machine.task;

import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One dispatch of a node: its number, and the token of the operation that it belongs to.
 *
 * @param callers claims of earlier attempts whose calls may go on
 */
public record Attempt(
    int number,
    String token,
    boolean recovering,
    @Nullable Instant recoverAfter,
    boolean absent,
    List<String> callers) {
  private static final MessageDigest MD5 = fresh();

  public Attempt {
    callers = List.copyOf(callers);
  }

  public Attempt(
      int number,
      String token,
      boolean recovering,
      @Nullable Instant recoverAfter,
      boolean absent) {
    this(number, token, recovering, recoverAfter, absent, List.of());
  }

  /**
   * The first attempt of an operation. If an earlier run left the address in doubt, the operation
   * goes on by the token that it left, and begins with looking.
   *
   * @param attempted the number that it follows: no earlier attempt of the run has a higher one
   */
  public static Attempt first(
      String workspace, String run, Node node, Lookup lookup, int attempted) {
    int number = attempted + 1;
    StateRecord left = doubt(node, lookup).orElse(null);
    String known = left == null ? null : left.token();
    if (left != null && known != null) {
      return new Attempt(
          number, known, true, left.recoverAfter(), left.absent(), List.of(Task.UNKNOWN_CALLER));
    }
    return new Attempt(
        number, token(workspace, run, node.id(), number), false, null, false, List.of());
  }

  /** Unique because run ids are; the same wherever it is made. */
  public static String token(String workspace, String run, String node, int attempt) {
    String name = workspace + '\n' + run + '\n' + node + '\n' + attempt;
    byte[] hash = md5().digest(name.getBytes(StandardCharsets.UTF_8));
    hash[6] = (byte) ((hash[6] & 0x0f) | 0x30);
    hash[8] = (byte) ((hash[8] & 0x3f) | 0x80);
    ByteBuffer halves = ByteBuffer.wrap(hash);
    return new UUID(halves.getLong(), halves.getLong()).toString();
  }

  /** As {@link UUID#nameUUIDFromBytes}, which looks for the algorithm each time. */
  private static MessageDigest md5() {
    try {
      return (MessageDigest) MD5.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the digest of every Java can be cloned", e);
    }
  }

  private static MessageDigest fresh() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("MD5 is part of every Java", e);
    }
  }

  private static Optional<StateRecord> doubt(Node node, Lookup lookup) {
    if (!node.action().affectsObject()) {
      return Optional.empty();
    }
    Address at = node.prior() == null ? node.address() : node.prior().record();
    if (node.action() != Action.CREATE) {
      return lookup.record(at).filter(Attempt::inDoubt);
    }
    Optional<StateRecord> record = lookup.record(at).filter(Attempt::leftByCreate);
    if (record.isEmpty() && node.createBeforeDestroy()) {
      return lookup.record(node.address().createInDoubt()).filter(Attempt::inDoubt);
    }
    return record;
  }

  /** Where an id is known, it is an update or a delete that is in doubt. */
  public static boolean leftByCreate(StateRecord record) {
    return inDoubt(record) && record.id() == null;
  }

  private static boolean inDoubt(StateRecord record) {
    return record.status() == RecordStatus.IN_DOUBT;
  }
}
