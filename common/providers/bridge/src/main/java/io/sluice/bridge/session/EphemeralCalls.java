package io.sluice.bridge.session;

import com.google.protobuf.ByteString;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.DynamicValues;
import io.sluice.bridge.schema.TypeSchema;
import io.sluice.bridge.wire.CallFailed;
import io.sluice.bridge.wire.Rpcs;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is only read, or held open for a while, and never kept. */
final class EphemeralCalls {
  private final Conversation provider;

  EphemeralCalls(Conversation provider) {
    this.provider = provider;
  }

  void validateData(String name, Value config, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    Type type = provider.data(name).block().type();
    Wire.ValidateRequest request =
        Wire.ValidateRequest.newBuilder()
            .setTypeName(name)
            .setConfig(Conversation.encode(config, type))
            .build();
    Conversation.hear(provider.call(Rpcs.VALIDATE_DATA, request).getDiagnosticsList(), said);
  }

  /** The configuration must be known throughout, and so is the result. */
  Value readData(String name, Value config, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    validateData(name, config, said);
    Type type = provider.data(name).block().type();
    Wire.ReadDataRequest.Builder request =
        Wire.ReadDataRequest.newBuilder()
            .setTypeName(name)
            .setConfig(Conversation.encode(config, type))
            .setClientCapabilities(Conversation.CAPABILITIES);
    provider.meta().ifPresent(request::setProviderMeta);
    Wire.ReadDataResponse response = provider.call(Rpcs.READ_DATA, request.build());
    Conversation.hear(response.getDiagnosticsList(), said);
    Conversation.refuseDeferral(response.hasDeferred(), response.getDeferred());
    Value value = DynamicValues.decode(response.getState(), type);
    requireThere(name, value);
    return value;
  }

  private static void requireThere(String name, Value value) throws Refusal {
    if (value.isNull() || !value.isWhollyKnown()) {
      throw new Refusal(
          Conversation.INVALID_OBJECT,
          "The provider gave %s for %s. This is a fault of the provider."
              .formatted(value.isNull() ? "nothing" : "something unknown", name));
    }
  }

  void validateEphemeral(String name, Value config, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    TypeSchema schema = provider.ephemeral(name);
    Wire.ValidateRequest request =
        Wire.ValidateRequest.newBuilder()
            .setTypeName(name)
            .setConfig(Conversation.encode(config, schema.block().type()))
            .build();
    Conversation.hear(provider.call(Rpcs.VALIDATE_EPHEMERAL, request).getDiagnosticsList(), said);
  }

  OpenEphemeral open(String name, Value config, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    validateEphemeral(name, config, said);
    Type type = provider.ephemeral(name).block().type();
    Wire.OpenResponse response =
        provider.call(
            Rpcs.OPEN,
            Wire.OpenRequest.newBuilder()
                .setTypeName(name)
                .setConfig(Conversation.encode(config, type))
                .setClientCapabilities(Conversation.CAPABILITIES)
                .build());
    Conversation.hear(response.getDiagnosticsList(), said);
    Conversation.refuseDeferral(response.hasDeferred(), response.getDeferred());
    Value value = DynamicValues.decode(response.getResult(), type);
    requireThere(name, value);
    return new OpenEphemeral(
        name,
        value,
        response.getPrivate().toByteArray(),
        moment(response.hasRenewAt(), response.getRenewAt()));
  }

  /** The same with the data for the next renewal. */
  OpenEphemeral renew(OpenEphemeral open, List<ProviderDiagnostic> said)
      throws CallFailed, Refusal {
    Wire.RenewResponse response = provider.call(Rpcs.RENEW, opened(open));
    Conversation.hear(response.getDiagnosticsList(), said);
    return new OpenEphemeral(
        open.type(),
        open.result(),
        response.getPrivate().toByteArray(),
        moment(response.hasRenewAt(), response.getRenewAt()));
  }

  void close(OpenEphemeral open, List<ProviderDiagnostic> said) throws CallFailed, Refusal {
    Conversation.hear(provider.call(Rpcs.CLOSE, opened(open)).getDiagnosticsList(), said);
  }

  private static Wire.OpenedRequest opened(OpenEphemeral open) {
    Wire.OpenedRequest.Builder request = Wire.OpenedRequest.newBuilder().setTypeName(open.type());
    if (open.privateData().length > 0) {
      request.setPrivate(ByteString.copyFrom(open.privateData()));
    }
    return request.build();
  }

  private static Optional<Instant> moment(boolean isThere, Wire.Moment moment) {
    return isThere
        ? Optional.of(Instant.ofEpochSecond(moment.getSeconds(), moment.getNanos()))
        : Optional.empty();
  }
}
