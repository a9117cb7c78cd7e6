package io.sluice.bridge.session;

import com.google.protobuf.ByteString;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.DynamicValues;
import io.sluice.bridge.rules.Fault;
import io.sluice.bridge.rules.PlanValidity;
import io.sluice.bridge.rules.ProposedNew;
import io.sluice.bridge.rules.Replacement;
import io.sluice.bridge.rules.WriteOnly;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.bridge.session.Conversation.ResourceType;
import io.sluice.bridge.session.PlannedChange.Action;
import io.sluice.bridge.wire.CallFailed;
import io.sluice.bridge.wire.Rpcs;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Equality;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plans one instance of a managed resource as Terraform's core does, with its one or two calls. */
final class ResourcePlanning {
  private static final String INVALID_PLAN = "Provider produced invalid plan";

  private final Conversation provider;

  ResourcePlanning(Conversation provider) {
    this.provider = provider;
  }

  /** One answer to PlanResourceChange. */
  private record Answer(
      Value planned,
      ByteString privateData,
      Optional<Value> identity,
      List<ValuePath> requiresReplace,
      boolean legacy) {}

  /** What one PlanResourceChange is about. */
  private record Question(
      ResourceType type,
      Value prior,
      Value config,
      ByteString privateData,
      Optional<Value> identity) {

    /** Nothing is proposed where nothing is wanted. */
    Value proposed() {
      return config.isNull() ? config : ProposedNew.of(type.block(), prior, config);
    }
  }

  PlannedChange plan(PlanAsk ask, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    ResourceType type = provider.resource(ask.type());
    validate(type, ask.config(), said);
    Value nothing = Value.nullOf(type.type());
    // A tainted object is planned as if it weren't there.
    Optional<ObjectState> seen = ask.prior().filter(prior -> !prior.tainted());
    Value prior = seen.map(ObjectState::value).orElse(nothing);
    Value config = ask.ignored().inConfig(type.block(), prior, ask.config());
    Question question =
        new Question(
            type,
            prior,
            config,
            seen.map(each -> ByteString.copyFrom(each.privateData())).orElse(ByteString.EMPTY),
            seen.flatMap(ObjectState::identity));
    Answer answer = ask(question, said);
    List<Fault> faults = PlanValidity.check(type.block(), prior, config, answer.planned());
    if (!faults.isEmpty() && !answer.legacy()) {
      throw new Refusal(ProviderDiagnostic.errors(INVALID_PLAN, faults));
    }
    Value planned =
        answer.legacy() ? ask.ignored().inPlanned(prior, answer.planned()) : answer.planned();
    Replacement replacement =
        Replacement.of(type.block(), prior, planned, answer.requiresReplace());
    if (!replacement.faults().isEmpty()) {
      throw new Refusal(ProviderDiagnostic.errors(INVALID_PLAN, replacement.faults()));
    }
    Action action = action(type, ask, prior, planned, replacement);
    Answer last = answer;
    if (action == Action.REPLACE) {
      // Computed values of the old object must not look like those of the new one.
      Question again =
          new Question(type, nothing, ask.config(), answer.privateData(), Optional.empty());
      last = ask(again, new ArrayList<>());
      planned = last.planned();
    }
    if (action == Action.CREATE && ask.prior().isPresent()) {
      action = Action.REPLACE;
    }
    return new PlannedChange(
        ask.type(),
        action,
        ask.prior(),
        planned,
        last.privateData().toByteArray(),
        last.identity(),
        replacement.paths(),
        last.legacy(),
        faults);
  }

  private static Action action(
      ResourceType type, PlanAsk ask, Value prior, Value planned, Replacement replacement) {
    if (prior.isNull()) {
      return Action.CREATE;
    }
    boolean isSame = Equality.compare(planned, prior).equals(Values.TRUE);
    boolean isForced = ask.forced() || replacement.isForcedByWriteOnly(type.block());
    if (isSame && !isForced) {
      return Action.NO_OP;
    }
    return isForced || !replacement.paths().isEmpty() ? Action.REPLACE : Action.UPDATE;
  }

  void validate(ResourceType type, Value config, List<ProviderDiagnostic> said)
      throws CallFailed, Refusal {
    Wire.ValidateRequest request =
        Wire.ValidateRequest.newBuilder()
            .setTypeName(type.name())
            .setConfig(Conversation.encode(config, type.type()))
            .setClientCapabilities(Conversation.CAPABILITIES)
            .build();
    Conversation.hear(provider.call(Rpcs.VALIDATE_RESOURCE, request).getDiagnosticsList(), said);
  }

  private Answer ask(Question question, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    ResourceType type = question.type();
    Value proposed = question.proposed();
    Wire.PlanRequest.Builder request =
        Wire.PlanRequest.newBuilder()
            .setTypeName(type.name())
            .setPriorState(Conversation.encode(question.prior(), type.type()))
            .setProposedNewState(Conversation.encode(proposed, type.type()))
            .setConfig(Conversation.encode(question.config(), type.type()))
            .setPriorPrivate(question.privateData())
            .setClientCapabilities(Conversation.CAPABILITIES);
    provider.meta().ifPresent(request::setProviderMeta);
    Conversation.identity(type, question.identity()).ifPresent(request::setPriorIdentity);
    Wire.PlanResponse response = provider.call(Rpcs.PLAN, request.build());
    Conversation.hear(response.getDiagnosticsList(), said);
    Conversation.refuseDeferral(response.hasDeferred(), response.getDeferred());
    Value planned = DynamicValues.decode(response.getPlannedState(), type.type());
    List<ValuePath> shown = WriteOnly.found(type.block(), planned);
    if (!shown.isEmpty()) {
      throw new Refusal(
          ProviderDiagnostic.errors(
              INVALID_PLAN,
              shown.stream()
                  .map(path -> new Fault(path, "planned with a value, although it is write-only"))
                  .toList()));
    }
    return new Answer(
        planned,
        response.getPlannedPrivate(),
        Conversation.identity(type, response.hasPlannedIdentity(), response.getPlannedIdentity()),
        response.getRequiresReplaceList().stream().map(ProviderDiagnostic::path).toList(),
        response.getLegacyTypeSystem());
  }

  /** The provider is asked only if it wants to be; what it keeps for itself may change then. */
  PlannedChange planDestroy(String name, ObjectState prior, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    ResourceType type = provider.resource(name);
    Value nothing = Value.nullOf(type.type());
    byte[] privateData = prior.privateData();
    Optional<Value> identity = prior.identity();
    if (provider.catalog().plansDestroy()) {
      Question question =
          new Question(
              type,
              prior.value(),
              nothing,
              ByteString.copyFrom(prior.privateData()),
              prior.identity());
      Answer answer = ask(question, said);
      if (!answer.planned().isNull()) {
        throw new Refusal(
            INVALID_PLAN,
            "The provider planned to leave something of an object that is to be deleted.");
      }
      privateData = answer.privateData().toByteArray();
      identity = answer.identity();
    }
    return new PlannedChange(
        name,
        Action.DELETE,
        Optional.of(prior),
        nothing,
        privateData,
        identity,
        List.of(),
        false,
        List.of());
  }
}
