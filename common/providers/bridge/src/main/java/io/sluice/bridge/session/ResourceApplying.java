package io.sluice.bridge.session;

import com.google.protobuf.ByteString;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.DynamicValues;
import io.sluice.bridge.rules.Fault;
import io.sluice.bridge.rules.ObjectCompatibility;
import io.sluice.bridge.rules.Unknowns;
import io.sluice.bridge.rules.WriteOnly;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.bridge.session.Conversation.ResourceType;
import io.sluice.bridge.session.PlannedChange.Action;
import io.sluice.bridge.wire.CallFailed;
import io.sluice.bridge.wire.Rpcs;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.source.Severity;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Carries out a planned change: plans it once more with what is known now, and judges what comes
 * back.
 */
final class ResourceApplying {
  private static final String INCONSISTENT_PLAN = "Provider produced inconsistent final plan";
  private static final String INCONSISTENT_RESULT =
      "Provider produced inconsistent result after apply";
  private static final String INVALID_RESULT =
      "Provider returned invalid result object after apply";

  private final Conversation provider;
  private final ResourcePlanning planning;

  ResourceApplying(Conversation provider, ResourcePlanning planning) {
    this.provider = provider;
    this.planning = planning;
  }

  /** The plan with final values; it must be what was planned first. */
  PlannedChange finalPlan(PlannedChange first, PlanAsk ask, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    List<ValuePath> unknown = Unknowns.found(ask.config());
    if (!unknown.isEmpty()) {
      throw new Refusal(
          "Configuration contains unknown value",
          "\"%s\" of %s is not known although it is its turn."
              .formatted(unknown.getFirst(), first.type()));
    }
    PlannedChange second = planning.plan(ask, said);
    boolean isHalf = first.action() == Action.REPLACE && second.action() == Action.CREATE;
    boolean isSettled = first.action() == Action.UPDATE && second.action() == Action.NO_OP;
    if (first.action() != second.action() && !isHalf && !isSettled) {
      throw new Refusal(
          INCONSISTENT_PLAN,
          "With final values the provider plans to %s an object that it had planned to %s. Planning again will help; the cause is a fault of the provider."
              .formatted(verb(second.action()), verb(first.action())));
    }
    List<Fault> faults =
        ObjectCompatibility.check(
            provider.resource(first.type()).block(), first.planned(), second.planned());
    if (!faults.isEmpty()) {
      throw new Refusal(
          faults.stream()
              .map(
                  fault ->
                      new ProviderDiagnostic(
                          Severity.ERROR,
                          INCONSISTENT_PLAN,
                          "With final values %s. Planning again will help; the cause is a fault of the provider."
                              .formatted(fault.sentence()),
                          fault.path()))
              .toList());
    }
    return second;
  }

  private static String verb(Action action) {
    return switch (action) {
      case NO_OP -> "keep";
      case CREATE -> "create";
      case UPDATE -> "update";
      case REPLACE -> "replace";
      case DELETE -> "delete";
    };
  }

  /**
   * The one call that changes something.
   *
   * @param change of which the plan is final
   * @param prior what the provider is told to be there: nothing for the half of a replacement that
   *     creates
   * @param config null for a deletion
   */
  Applied apply(
      PlannedChange change,
      Optional<ObjectState> prior,
      Value config,
      List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    ResourceType type = provider.resource(change.type());
    Value nothing = Value.nullOf(type.type());
    Wire.ApplyRequest.Builder request =
        Wire.ApplyRequest.newBuilder()
            .setTypeName(type.name())
            .setPriorState(
                Conversation.encode(prior.map(ObjectState::value).orElse(nothing), type.type()))
            .setPlannedState(Conversation.encode(change.planned(), type.type()))
            .setConfig(Conversation.encode(config, type.type()))
            .setPlannedPrivate(ByteString.copyFrom(change.plannedPrivate()));
    provider.meta().ifPresent(request::setProviderMeta);
    Conversation.identity(type, change.plannedIdentity()).ifPresent(request::setPlannedIdentity);
    Wire.ApplyResponse response = provider.call(Rpcs.APPLY, request.build());
    return new Judgement(type, change, prior, said).of(response);
  }

  /** What an answer means for state. */
  private static final class Judgement {
    private final ResourceType type;
    private final PlannedChange change;
    private final Optional<ObjectState> prior;
    private final List<ProviderDiagnostic> said;
    private final List<Fault> tolerated;

    Judgement(
        ResourceType type,
        PlannedChange change,
        Optional<ObjectState> prior,
        List<ProviderDiagnostic> said) {
      this.type = type;
      this.change = change;
      this.prior = prior;
      this.said = new ArrayList<>(said);
      this.tolerated = new ArrayList<>(change.tolerated());
    }

    private boolean isDelete() {
      return change.planned().isNull();
    }

    private boolean hasFailed() {
      return ProviderDiagnostic.hasErrors(said);
    }

    Applied of(Wire.ApplyResponse response) {
      said.addAll(ProviderDiagnostic.of(response.getDiagnosticsList()));
      Value value;
      try {
        value = DynamicValues.decode(response.getNewState(), type.type());
      } catch (DecodeFailed e) {
        said.add(
            unkept(
                e,
                "what it made or changed is not in the state",
                "What the provider gave after the change"));
        return new Applied(prior, said, tolerated, true);
      }
      Optional<Value> identity = identity(response);
      value = known(value);
      value = readable(value);
      compare(value, response.getLegacyTypeSystem());
      judgePresence(value);
      if (value.isNull()) {
        return result(hasFailed() ? prior : Optional.empty());
      }
      boolean isNew = prior.isEmpty();
      boolean tainted = hasFailed() && (isNew || prior.get().tainted());
      return result(
          Optional.of(
              new ObjectState(value, response.getPrivate().toByteArray(), identity, tainted)));
    }

    private static ProviderDiagnostic unkept(DecodeFailed why, String left, String what) {
      return ProviderDiagnostic.error(
          Conversation.INVALID_OBJECT,
          "%s can't be kept: %s. This is a fault of the provider; %s."
              .formatted(what, why.sentence(), left));
    }

    /** The object is known without it. */
    private Optional<Value> identity(Wire.ApplyResponse response) {
      try {
        return Conversation.identity(type, response.hasNewIdentity(), response.getNewIdentity());
      } catch (DecodeFailed e) {
        said.add(
            unkept(
                e, "the object is in the state without it", "The identity of the changed object"));
        return Optional.empty();
      }
    }

    private Applied result(Optional<ObjectState> object) {
      return new Applied(object, said, tolerated);
    }

    private Value known(Value value) {
      for (ValuePath path : Unknowns.found(value)) {
        said.add(ProviderDiagnostic.error(INVALID_RESULT, new Fault(path, "is still unknown")));
      }
      return Unknowns.asNull(value);
    }

    private Value readable(Value value) {
      for (ValuePath path : WriteOnly.found(type.block(), value)) {
        said.add(
            ProviderDiagnostic.error(
                Conversation.INVALID_OBJECT,
                new Fault(path, "has a value, although it is write-only")));
      }
      return WriteOnly.removed(type.block(), value);
    }

    private void compare(Value value, boolean legacy) {
      if (isDelete() || hasFailed()) {
        return;
      }
      List<Fault> faults = ObjectCompatibility.check(type.block(), change.planned(), value);
      if (legacy) {
        tolerated.addAll(faults);
      } else {
        said.addAll(ProviderDiagnostic.errors(INCONSISTENT_RESULT, faults));
      }
    }

    private void judgePresence(Value value) {
      if (hasFailed() || isDelete() == value.isNull()) {
        return;
      }
      said.add(
          ProviderDiagnostic.error(
              INVALID_RESULT,
              isDelete()
                  ? "The provider deleted the object and says that it is still there."
                  : "The provider says that it succeeded and that there is no object."));
    }
  }
}
