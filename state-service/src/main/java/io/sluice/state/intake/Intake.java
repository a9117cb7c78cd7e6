package io.sluice.state.intake;

import io.sluice.transport.message.PartJoiner;
import io.sluice.transport.message.Parts;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The records of one partition as whole messages, each decided where its last part stands. What has
 * come in part holds up nothing: {@code applied} goes on, and {@code from} remembers where reading
 * has to begin after a takeover to find those parts again. What was whole below {@code applied} has
 * been decided and is skipped then.
 */
public final class Intake {
  private final PartJoiner joiner = new PartJoiner();
  private final Set<Long> again;
  private final long start;
  private final long resumes;
  private boolean caughtUp;
  private long applied;

  /**
   * A whole message and the record that completed it.
   *
   * @param again it waits for its run since before this owner's time
   */
  public record Message(
      ConsumerRecord<String, byte[]> record, PartJoiner.Whole whole, boolean again) {
    /** Honest writers cut larger ones: this one was made small on its way. */
    public boolean swollen() {
      byte[] value = whole.value();
      return whole.parts() == 1 && value != null && value.length > Parts.MAX_BYTES;
    }
  }

  /**
   * @param again offsets below {@code applied} of what has to be handed out once more
   */
  public Intake(long applied, @Nullable Long from, Collection<Long> again) {
    this.applied = applied;
    this.again = new TreeSet<>(again);
    this.start = from == null ? applied : Math.min(from, applied);
    this.resumes = applied;
    this.caughtUp = start == applied;
  }

  /** Where reading begins. */
  public long start() {
    return start;
  }

  /** The message that this record makes whole; empty where parts are missing or it was applied. */
  public Optional<Message> offer(ConsumerRecord<String, byte[]> record) {
    Optional<PartJoiner.Whole> whole = joiner.offer(record);
    caughtUp |= record.offset() >= resumes - 1;
    if (record.offset() < applied) {
      return again.remove(record.offset())
          ? whole.map(value -> new Message(record, value, true))
          : Optional.empty();
    }
    applied = record.offset() + 1;
    return whole.map(value -> new Message(record, value, false));
  }

  /** The next offset to apply, once what was handed out is committed. */
  public long applied() {
    return applied;
  }

  /** Everything before {@code offset} counts as applied. */
  public void passTo(long offset) {
    applied = Math.max(applied, offset);
  }

  /**
   * The first offset that is still needed, where that lies below {@link #applied}. What the owner
   * before needed is needed until it is read again: this one may end before it comes to that.
   */
  public @Nullable Long from() {
    if (!caughtUp) {
      return start;
    }
    OptionalLong oldest = joiner.oldest();
    return oldest.isPresent() && oldest.getAsLong() < applied ? oldest.getAsLong() : null;
  }

  /** Offsets of what has to be handed out once more and has not been yet. */
  public Set<Long> awaited() {
    return again;
  }

  /** Messages that never came whole, given up since the last call. */
  public List<PartJoiner.Abandoned> abandoned() {
    return joiner.abandoned();
  }
}
