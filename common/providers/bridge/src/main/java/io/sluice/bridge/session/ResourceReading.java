package io.sluice.bridge.session;

import com.google.protobuf.ByteString;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.DynamicValues;
import io.sluice.bridge.rules.Fault;
import io.sluice.bridge.rules.LegacyNormalization;
import io.sluice.bridge.rules.StoredAttributes;
import io.sluice.bridge.rules.Unknowns;
import io.sluice.bridge.rules.WriteOnly;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.bridge.session.Conversation.ResourceType;
import io.sluice.bridge.wire.CallFailed;
import io.sluice.bridge.wire.Rpcs;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * Brings objects to what they are: stored state to the present schema, known objects up to date,
 * others into state.
 */
final class ResourceReading {
  private static final String INVALID_UPGRADE = "Invalid resource state upgrade";

  private final Conversation provider;

  ResourceReading(Conversation provider) {
    this.provider = provider;
  }

  /**
   * Called for every state that is read, also of the present version: providers repair things here.
   */
  Value upgrade(String name, StoredState stored, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    ResourceType type = provider.resource(name);
    long present = type.schema().version();
    if (stored.version() > present) {
      throw new Refusal(
          "Resource instance managed by newer provider version",
          "The state of this %s was written by a newer version of the provider (schema %d, this one has %d). Use that version or a later one."
              .formatted(name, stored.version(), present));
    }
    Wire.RawState.Builder raw = Wire.RawState.newBuilder();
    if (stored.flatmap().isEmpty()) {
      byte[] json =
          stored.version() == present
              ? StoredAttributes.withoutRemoved(stored.json(), type.type())
              : stored.json();
      raw.setJson(ByteString.copyFrom(json));
    } else {
      raw.putAllFlatmap(stored.flatmap());
    }
    Wire.UpgradeResponse response =
        provider.call(
            Rpcs.UPGRADE,
            Wire.UpgradeRequest.newBuilder()
                .setTypeName(name)
                .setVersion(stored.version())
                .setRawState(raw)
                .build());
    Conversation.hear(response.getDiagnosticsList(), said);
    Value value = DynamicValues.decode(response.getUpgradedState(), type.type());
    requireReal(INVALID_UPGRADE, type, value);
    return value;
  }

  /** Only for identities of another version than the present one. */
  Value upgradeIdentity(String name, long version, byte[] json, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    ResourceType type = provider.resource(name);
    Wire.UpgradeIdentityResponse response =
        provider.call(
            Rpcs.UPGRADE_IDENTITY,
            Wire.UpgradeIdentityRequest.newBuilder()
                .setTypeName(name)
                .setVersion(version)
                .setRawIdentity(Wire.RawState.newBuilder().setJson(ByteString.copyFrom(json)))
                .build());
    Conversation.hear(response.getDiagnosticsList(), said);
    return Conversation.identity(
            type, response.hasUpgradedIdentity(), response.getUpgradedIdentity())
        .orElseThrow(
            () -> new Refusal("Invalid identity upgrade", "The provider gave no identity."));
  }

  /** The object as it is; empty if it is gone. */
  Optional<ObjectState> read(String name, ObjectState state, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    ResourceType type = provider.resource(name);
    Wire.ReadRequest.Builder request =
        Wire.ReadRequest.newBuilder()
            .setTypeName(name)
            .setCurrentState(Conversation.encode(state.value(), type.type()))
            .setPrivate(ByteString.copyFrom(state.privateData()))
            .setClientCapabilities(Conversation.CAPABILITIES);
    provider.meta().ifPresent(request::setProviderMeta);
    Conversation.identity(type, state.identity()).ifPresent(request::setCurrentIdentity);
    Wire.ReadResponse response = provider.call(Rpcs.READ, request.build());
    Conversation.hear(response.getDiagnosticsList(), said);
    Conversation.refuseDeferral(response.hasDeferred(), response.getDeferred());
    Value value = DynamicValues.decode(response.getNewState(), type.type());
    if (value.isNull()) {
      return Optional.empty();
    }
    requireReal(Conversation.INVALID_OBJECT, type, value);
    return Optional.of(
        new ObjectState(
            LegacyNormalization.of(type.block(), value),
            response.getPrivate().toByteArray(),
            Conversation.identity(type, response.hasNewIdentity(), response.getNewIdentity()),
            state.tainted()));
  }

  private static void requireReal(String summary, ResourceType type, Value value) throws Refusal {
    List<ValuePath> unknown = Unknowns.found(value);
    if (!unknown.isEmpty()) {
      throw new Refusal(
          ProviderDiagnostic.errors(
              summary,
              unknown.stream()
                  .map(path -> new Fault(path, "is unknown, which nothing real is"))
                  .toList()));
    }
    List<ValuePath> shown = WriteOnly.found(type.block(), value);
    if (!shown.isEmpty()) {
      throw new Refusal(
          ProviderDiagnostic.errors(
              summary,
              shown.stream()
                  .map(path -> new Fault(path, "has a value, although it is write-only"))
                  .toList()));
    }
  }

  /** Finds an object and reads it. */
  ObjectState importObject(String name, ImportTarget target, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    Wire.ImportResponse response = imported(name, target, said);
    ObjectState found = only(provider.resource(name), target, response);
    return read(name, found, said)
        .orElseThrow(
            () ->
                new Refusal(
                    "Cannot import non-existent remote object",
                    "There is no %s %s. Is it in the account and region that the provider's configuration says?"
                        .formatted(name, target.told())));
  }

  /** The same for an object that need not be there. */
  Optional<ObjectState> find(String name, ImportTarget target, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    Wire.ImportResponse response = imported(name, target, said);
    return response.getImportedResourcesCount() == 0
        ? Optional.empty()
        : read(name, only(provider.resource(name), target, response), said);
  }

  private Wire.ImportResponse imported(
      String name, ImportTarget target, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    ResourceType type = provider.resource(name);
    Wire.ImportRequest.Builder request =
        Wire.ImportRequest.newBuilder()
            .setTypeName(name)
            .setClientCapabilities(Conversation.CAPABILITIES);
    switch (target) {
      case ImportTarget.Id(String id) -> request.setId(id);
      case ImportTarget.Identity(Value identity) ->
          request.setIdentity(
              Conversation.identity(type, Optional.of(identity))
                  .orElseThrow(
                      () ->
                          new Refusal(
                              "No identity",
                              "Objects of type %s have no identity in this version of the provider; import them by id."
                                  .formatted(name))));
    }
    Wire.ImportResponse response = provider.call(Rpcs.IMPORT, request.build());
    Conversation.hear(response.getDiagnosticsList(), said);
    Conversation.refuseDeferral(response.hasDeferred(), response.getDeferred());
    return response;
  }

  private static ObjectState only(
      ResourceType type, ImportTarget target, Wire.ImportResponse response)
      throws DecodeFailed, Refusal {
    String summary = "Import failed";
    if (response.getImportedResourcesCount() != 1) {
      throw new Refusal(
          summary,
          response.getImportedResourcesCount() == 0
              ? "The provider found nothing to import."
              : "The provider gave %d objects for one; it can't be imported this way."
                  .formatted(response.getImportedResourcesCount()));
    }
    Wire.ImportResponse.Imported imported = response.getImportedResources(0);
    if (!imported.getTypeName().equals(type.name())) {
      throw new Refusal(
          summary,
          "The provider gave an object of type %s for one of type %s."
              .formatted(imported.getTypeName(), type.name()));
    }
    Value value = DynamicValues.decode(imported.getState(), type.type());
    Optional<Value> identity =
        Conversation.identity(type, imported.hasIdentity(), imported.getIdentity());
    if (value.isNull()) {
      throw new Refusal(summary, "The provider found nothing to import.");
    }
    if (target instanceof ImportTarget.Identity && identity.isEmpty()) {
      throw new Refusal(summary, "The provider gave no identity for an object found by one.");
    }
    requireReal(Conversation.INVALID_OBJECT, type, value);
    return new ObjectState(value, imported.getPrivate().toByteArray(), identity, false);
  }

  /** Makes state of this type of state of another type, maybe another provider's. */
  ObjectState move(String name, MoveSource source, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    ResourceType type = provider.resource(name);
    if (!provider.catalog().movesState()) {
      throw new Refusal(
          "Move not supported",
          "The provider can't make a %s of another type's state.".formatted(name));
    }
    Wire.MoveRequest.Builder request =
        Wire.MoveRequest.newBuilder()
            .setSourceProviderAddress(source.provider())
            .setSourceTypeName(source.type())
            .setSourceSchemaVersion(source.version())
            .setSourceState(raw(source.json()))
            .setTargetTypeName(name)
            .setSourcePrivate(ByteString.copyFrom(source.privateData()))
            .setSourceIdentitySchemaVersion(source.identityVersion());
    source.identity().ifPresent(identity -> request.setSourceIdentity(raw(identity)));
    Wire.MoveResponse response = provider.call(Rpcs.MOVE, request.build());
    Conversation.hear(response.getDiagnosticsList(), said);
    Value value = DynamicValues.decode(response.getTargetState(), type.type());
    if (value.isNull()) {
      throw new Refusal("Move failed", "The provider gave no state of type " + name + ".");
    }
    requireReal(Conversation.INVALID_OBJECT, type, value);
    return new ObjectState(
        value,
        response.getTargetPrivate().toByteArray(),
        Conversation.identity(type, response.hasTargetIdentity(), response.getTargetIdentity()),
        false);
  }

  private static Wire.RawState raw(byte[] json) {
    return Wire.RawState.newBuilder().setJson(ByteString.copyFrom(json)).build();
  }
}
