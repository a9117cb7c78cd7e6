package io.sluice.state.intake;

import io.sluice.model.record.OwnerRecord;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How far an owner has come with its two topics, and how its predecessors fared: what each of its
 * transactions writes down. An owner that ends without having moved on is a lap; from the second
 * lap on inputs are read and decided one by one, each named in a transaction of its own before, so
 * that the next owner knows which of them ends owners.
 */
public final class Progress {
  /** Owners that ended at one input before it is taken for the reason. */
  public static final int PATIENCE = 3;

  /** From here on it is not even read. */
  public static final int LAST = PATIENCE + 3;

  private final int partition;
  private final long epoch;
  private final long czxid;
  private final String instance;
  private final Map<Source, Side> sides = new EnumMap<>(Source.class);
  private final EarlyOrders early = new EarlyOrders();
  private final boolean troubled;
  private int laps;
  private long version;
  private @Nullable Halt halt;

  /** One topic: what was committed of it, and which offset is tried. */
  private static final class Side {
    Intake intake;
    long committed;
    @Nullable Long trying;
    int tries;

    /** What this owner has tried itself: it counts once, however often it is begun. */
    @Nullable Long tryingHere;

    Side(OwnerRecord before) {
      this.intake = new Intake(before.applied(), before.from(), before.held());
      this.committed = before.applied();
      this.trying = before.trying();
      this.tries = before.tries();
    }

    void forget() {
      trying = null;
      tryingHere = null;
      tries = 0;
    }

    void takeBack() {
      if (tryingHere == null) {
        return;
      }
      if (tries <= 1) {
        forget();
      } else {
        tries--;
        tryingHere = null;
      }
    }
  }

  /** Why the inbox is halted, where, and where it continues if that record is skipped. */
  public record Halt(
      long offset,
      long first,
      String cause,
      long goesOnAt,
      Intake.@Nullable Message message,
      long since) {}

  public Progress(
      int partition,
      long epoch,
      long czxid,
      String instance,
      @Nullable OwnerRecord inbox,
      @Nullable OwnerRecord orders) {
    this.partition = partition;
    this.epoch = epoch;
    this.czxid = czxid;
    this.instance = instance;
    OwnerRecord nothing = new OwnerRecord(partition, 0, 0, instance, 0, Instant.EPOCH);
    sides.put(Source.INBOX, new Side(inbox == null ? nothing : inbox));
    sides.put(Source.ORDERS, new Side(orders == null ? nothing : orders));
    this.version = inbox == null ? -1 : inbox.reached();
    this.laps = inbox == null ? 0 : Math.min(inbox.laps() + 1, 1_000);
    this.troubled =
        laps > 1 || sides.values().stream().anyMatch(side -> side.trying != null && side.tries > 0);
  }

  public long epoch() {
    return epoch;
  }

  /** Earlier owners made no progress: apply inputs one by one. */
  public boolean troubled() {
    return troubled;
  }

  public EarlyOrders early() {
    return early;
  }

  public Intake intake(Source source) {
    return side(source).intake;
  }

  private Side side(Source source) {
    Side side = sides.get(source);
    if (side == null) {
      throw new IllegalStateException("there is a side for each source");
    }
    return side;
  }

  public long applied(Source source) {
    return source == Source.INBOX && halt != null ? halt.offset() : intake(source).applied();
  }

  /** Below this nothing is needed any more. */
  public long needed(Source source) {
    Long from = from(source);
    return from == null ? side(source).committed : Math.min(from, side(source).committed);
  }

  private @Nullable Long from(Source source) {
    Long from = intake(source).from();
    if (source == Source.INBOX && halt != null && halt.first() < halt.offset()) {
      from = least(from, halt.first());
    }
    return source == Source.ORDERS ? least(from, early.first()) : from;
  }

  private static @Nullable Long least(@Nullable Long one, @Nullable Long other) {
    return one == null ? other : other == null ? one : Long.valueOf(Math.min(one, other));
  }

  /**
   * The version that the next transition gets: rises with each, and never lags behind the inbox.
   */
  public long next(Origin origin) {
    version =
        origin instanceof Origin.Read read && read.source() == Source.INBOX
            ? Math.max(version + 1, read.offset())
            : version + 1;
    return version;
  }

  /** The offset at which those before ended, and how often. */
  public Origin.@Nullable Read tried(Source source) {
    Long trying = side(source).trying;
    return trying == null ? null : new Origin.Read(source, trying);
  }

  public int tries(Source source) {
    return side(source).tries;
  }

  /** What comes next; true when that has to be committed before it is begun. */
  public boolean trying(Origin.Read next) {
    Side side = side(next.source());
    Long offset = next.offset();
    if (offset.equals(side.tryingHere) || offset < applied(next.source())) {
      return false;
    }
    side.tries = offset.equals(side.trying) ? side.tries + 1 : 1;
    side.trying = offset;
    side.tryingHere = offset;
    return true;
  }

  /** Everything that was there is read and ended no owner; false if that was known already. */
  public boolean cameThrough() {
    boolean news = laps > 0 || sides.values().stream().anyMatch(side -> side.trying != null);
    laps = 0;
    sides.values().forEach(Side::forget);
    return news;
  }

  /** An owner that is asked to stop has not failed; false if it left no trace. */
  public boolean stopped() {
    if (laps == 0 && sides.values().stream().allMatch(side -> side.tryingHere == null)) {
      return false;
    }
    laps = Math.max(0, laps - 1);
    sides.values().forEach(Side::takeBack);
    return true;
  }

  public Halt halt(Halt why) {
    halt = why;
    return why;
  }

  public @Nullable Halt halted() {
    return halt;
  }

  /** Reads on from {@code offset}; returns where to seek. */
  public long goOn(long offset) {
    Halt was = halt;
    halt = null;
    Side inbox = side(Source.INBOX);
    Long from = inbox.intake.from();
    if (was != null && offset == was.offset()) {
      from = least(from, was.first());
    }
    inbox.intake = new Intake(offset, from, List.of());
    return inbox.intake.start();
  }

  public boolean moved() {
    return sides.keySet().stream().anyMatch(source -> applied(source) > side(source).committed);
  }

  public OwnerRecord record(Source source) {
    if (moved()) {
      laps = 0;
    }
    Side side = side(source);
    if (side.trying != null && side.trying < applied(source)) {
      side.forget();
    }
    boolean inbox = source == Source.INBOX;
    return new OwnerRecord(
        partition,
        epoch,
        czxid,
        instance,
        applied(source),
        Instant.now(),
        inbox ? version : null,
        from(source),
        inbox ? List.of() : held(),
        inbox ? laps : 0,
        side.trying,
        side.tries);
  }

  /** Those that wait for their runs, and those before that are still to be read again. */
  private List<Long> held() {
    TreeSet<Long> held = new TreeSet<>(early.offsets());
    held.addAll(intake(Source.ORDERS).awaited());
    return List.copyOf(held);
  }

  public void committed() {
    sides.forEach((source, side) -> side.committed = applied(source));
  }
}
