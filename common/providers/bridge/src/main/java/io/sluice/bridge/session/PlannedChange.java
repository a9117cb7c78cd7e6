package io.sluice.bridge.session;

import io.sluice.bridge.rules.Fault;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * What is to become of an object.
 *
 * @param prior what is there, also where it is replaced
 * @param planned the object afterwards, with unknown parts; null for a deletion
 * @param requiresReplace the paths for which a new object is needed
 * @param tolerated rules that a provider of the old kind broke and may break
 */
public record PlannedChange(
    String type,
    Action action,
    Optional<ObjectState> prior,
    Value planned,
    byte[] plannedPrivate,
    Optional<Value> plannedIdentity,
    List<ValuePath> requiresReplace,
    boolean legacy,
    List<Fault> tolerated) {

  /** What is done to it. */
  public enum Action {
    NO_OP,
    CREATE,
    UPDATE,
    /** A new object is made and the old one deleted, in whatever order. */
    REPLACE,
    DELETE
  }

  public PlannedChange {
    requiresReplace = List.copyOf(requiresReplace);
    tolerated = List.copyOf(tolerated);
  }

  /** The same as the half of a replacement that creates. */
  public PlannedChange replacing(Optional<ObjectState> old) {
    return new PlannedChange(
        type,
        Action.REPLACE,
        old,
        planned,
        plannedPrivate,
        plannedIdentity,
        requiresReplace,
        legacy,
        tolerated);
  }

  /** The same as the deletion of what was there. */
  PlannedChange deleting(Value nothing) {
    return new PlannedChange(
        type,
        Action.DELETE,
        prior,
        nothing,
        plannedPrivate,
        action == Action.DELETE ? plannedIdentity : Optional.empty(),
        List.of(),
        legacy,
        List.of());
  }
}
