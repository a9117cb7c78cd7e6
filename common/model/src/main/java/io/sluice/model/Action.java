package io.sluice.model;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is done to an address, and all that others have to know of it: a new action is one line here
 * and its meaning where it is carried out. REPLACE is how a plan is shown; a run holds it as two
 * nodes.
 */
public enum Action {
  CREATE(Executor.WORKER, Claims.WRITE, Effect.MAKES, Kind.CHANGE, "created"),
  UPDATE(Executor.WORKER, Claims.WRITE, Effect.CHANGES, Kind.CHANGE, "updated"),
  REPLACE(Executor.NONE, Claims.WRITE, Effect.MAKES, Kind.CHANGE, "replaced"),
  DELETE(Executor.WORKER, Claims.WRITE, Effect.REMOVES, Kind.CHANGE, "deleted"),
  READ(Executor.WORKER, Claims.WRITE, Effect.NONE, Kind.NO_CHANGE, "read"),
  NOOP(Executor.NONE, Claims.NOTHING, Effect.NONE, Kind.NO_CHANGE, "unchanged"),
  EXPAND(Executor.PLANNER, Claims.BLOCK, Effect.NONE, Kind.CHANGE, "expanded"),
  STEP(Executor.WORKER, Claims.WRITE, Effect.UNRECORDED, Kind.NO_CHANGE, "done"),
  FORGET(Executor.MACHINE, Claims.WRITE, Effect.NONE, Kind.CHANGE, "forgotten"),
  IMPORT(Executor.WORKER, Claims.WRITE, Effect.NONE, Kind.CHANGE, "imported"),
  /** A batch of questions to a real provider, before a plan is drawn or in the middle of a run. */
  PLAN(Executor.WORKER, Claims.NOTHING, Effect.NONE, Kind.NO_CHANGE, "planned");

  /** Who carries out a node. */
  public enum Executor {
    WORKER,
    PLANNER,
    MACHINE,
    /** There is nothing to carry out. */
    NONE
  }

  /** What a node needs for itself while it runs. */
  public enum Claims {
    NOTHING,
    WRITE,
    /** The block, with every instance that may come of it. */
    BLOCK
  }

  /** What it does outside Sluice. Only what has an effect can be left in doubt. */
  public enum Effect {
    NONE,
    MAKES,
    CHANGES,
    REMOVES,
    /** Something, of which state keeps no record. */
    UNRECORDED
  }

  private enum Kind {
    CHANGE,
    NO_CHANGE
  }

  private final Executor executor;
  private final Claims claims;
  private final Effect effect;
  private final Kind kind;
  private final String done;
  private final String word = name().toLowerCase(Locale.ROOT);

  Action(Executor executor, Claims claims, Effect effect, Kind kind, String done) {
    this.executor = executor;
    this.claims = claims;
    this.effect = effect;
    this.kind = kind;
    this.done = done;
  }

  /** The action of that {@link #word}, in whatever case. */
  public static Optional<Action> named(String word) {
    return Stream.of(values()).filter(action -> action.word.equalsIgnoreCase(word)).findFirst();
  }

  public Executor executor() {
    return executor;
  }

  public Claims claims() {
    return claims;
  }

  public Effect effect() {
    return effect;
  }

  /** Whether its outcome can be unknown, while repeating it could do it twice. */
  public boolean mayBeInDoubt() {
    return effect != Effect.NONE;
  }

  /** Whether it acts on an object that state has a record of, or will have. */
  public boolean affectsObject() {
    return switch (effect) {
      case MAKES, CHANGES, REMOVES -> true;
      case NONE, UNRECORDED -> false;
    };
  }

  /** Whether a plan that holds it differs from what state says. */
  public boolean isChange() {
    return kind == Kind.CHANGE;
  }

  /** Whether there is nothing to do. */
  public boolean isIdle() {
    return this == NOOP;
  }

  /** Its name in documents: {@code create}. */
  public String word() {
    return word;
  }

  /** What is said of a node that has succeeded. */
  public String done() {
    return done;
  }
}
