package io.sluice.bridge.session;

import com.google.protobuf.Message;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.DynamicValues;
import io.sluice.bridge.process.CrashReport;
import io.sluice.bridge.process.Plugin;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.IdentitySchema;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.schema.TypeSchema;
import io.sluice.bridge.wire.CallFailed;
import io.sluice.bridge.wire.Rpc;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Calls of one provider, and what they share: its schemas, encoding, and what becomes of failures.
 */
final class Conversation {
  static final String INVALID_OBJECT = "Provider produced invalid object";
  static final Wire.ClientCapabilities CAPABILITIES =
      Wire.ClientCapabilities.newBuilder().setWriteOnlyAttributesAllowed(true).build();

  private static final int LOOKS = 20;
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final Plugin plugin;
  private final SchemaCatalog catalog;
  private volatile boolean lost;

  Conversation(Plugin plugin, SchemaCatalog catalog) {
    this.plugin = plugin;
    this.catalog = catalog;
  }

  /** What one request is worth, however many calls it takes. */
  interface Work<T> {
    T run(List<ProviderDiagnostic> said) throws CallFailed, DecodeFailed, Refusal;
  }

  /** A resource type with all that is known of it. */
  record ResourceType(String name, TypeSchema schema, Optional<IdentitySchema> identity) {
    Block block() {
      return schema.block();
    }

    Type type() {
      return schema.block().type();
    }
  }

  SchemaCatalog catalog() {
    return catalog;
  }

  <Q extends Message, R extends Message> R call(Rpc<Q, R> rpc, Q request) throws CallFailed {
    return plugin.channel().call(rpc, request);
  }

  String nameOf(Rpc<?, ?> rpc) {
    return rpc.name(plugin.channel().version());
  }

  /** Does the work and says what came of it. */
  <T> Reply<T> reply(Rpc<?, ?> main, Work<T> work) {
    List<ProviderDiagnostic> said = new ArrayList<>();
    try {
      return new Reply.Done<>(work.run(said), said);
    } catch (Refusal e) {
      said.addAll(e.diagnostics());
      return new Reply.Refused<>(said);
    } catch (DecodeFailed e) {
      said.add(ProviderDiagnostic.error(INVALID_OBJECT, nameOf(main) + " gave " + e.sentence()));
      return new Reply.Refused<>(said);
    } catch (CallFailed e) {
      boolean isRefusal =
          e.why() == CallFailed.Cause.UNSUPPORTED
              || (e.why() == CallFailed.Cause.TOO_LARGE && main.effect() == Rpc.Effect.NONE);
      if (isRefusal) {
        said.add(ProviderDiagnostic.error("Provider can't do this", e.sentence()));
        return new Reply.Refused<>(said);
      }
      return new Reply.Lost<>(loss(nameOf(main), e));
    }
  }

  /** Whether a call was lost: the process that it went to is not to be relied on any more. */
  boolean isLost() {
    return lost;
  }

  private Loss loss(String call, CallFailed e) {
    lost = true;
    return new Loss(
        call,
        e.sent() ? Loss.Phase.DURING_CALL : Loss.Phase.BEFORE_CALL,
        e.sentence(),
        e.why() == CallFailed.Cause.LOST ? crash() : plugin.crash());
  }

  /** A connection ends a little before its process does, and the process before its last words. */
  private Optional<CrashReport> crash() {
    try {
      for (int looks = 0; looks < LOOKS && plugin.crash().isEmpty(); looks++) {
        Thread.sleep(LOOK_AGAIN.toMillis());
      }
      Thread.sleep(LOOK_AGAIN.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return plugin.crash();
  }

  /** Adds what was said; an error ends the work. */
  static void hear(List<Wire.Diagnostic> diagnostics, List<ProviderDiagnostic> said)
      throws Refusal {
    List<ProviderDiagnostic> heard = ProviderDiagnostic.of(diagnostics);
    if (ProviderDiagnostic.hasErrors(heard)) {
      throw new Refusal(heard);
    }
    said.addAll(heard);
  }

  static void refuseDeferral(boolean isDeferred, Wire.Deferred deferred) throws Refusal {
    if (isDeferred) {
      String why =
          switch (deferred.getReason()) {
            case 1 -> "its configuration is not known far enough";
            case 2 -> "the provider's configuration is not known far enough";
            case 3 -> "something that it needs is not there yet";
            default -> "it did not say why";
          };
      throw new Refusal(
          "Provider deferred an action",
          "The provider wants to do this later, because " + why + ", which was not allowed to it.");
    }
  }

  ResourceType resource(String name) throws DecodeFailed, Refusal {
    return new ResourceType(
        name,
        catalog.resource(name).orElseThrow(() -> unknownType("resource", name)),
        catalog.identity(name));
  }

  TypeSchema data(String name) throws DecodeFailed, Refusal {
    return catalog.data(name).orElseThrow(() -> unknownType("data source", name));
  }

  TypeSchema ephemeral(String name) throws DecodeFailed, Refusal {
    return catalog.ephemeral(name).orElseThrow(() -> unknownType("ephemeral resource", name));
  }

  private static Refusal unknownType(String kind, String name) {
    return new Refusal("Invalid type", "The provider has no %s \"%s\".".formatted(kind, name));
  }

  static Wire.DynamicValue encode(Value value, Type type) {
    return DynamicValues.encode(value, type);
  }

  /** A null of the provider's meta schema; empty where it has none. */
  Optional<Wire.DynamicValue> meta() throws DecodeFailed {
    return catalog.meta().map(block -> encode(Value.nullOf(block.type()), block.type()));
  }

  static Optional<Wire.IdentityData> identity(ResourceType type, Optional<Value> identity) {
    return type.identity()
        .flatMap(
            schema ->
                identity
                    .filter(value -> !value.isNull())
                    .map(
                        value ->
                            Wire.IdentityData.newBuilder()
                                .setIdentityData(encode(value, schema.type()))
                                .build()));
  }

  static Optional<Value> identity(ResourceType type, boolean isThere, Wire.IdentityData data)
      throws DecodeFailed {
    if (!isThere || type.identity().isEmpty() || !data.hasIdentityData()) {
      return Optional.empty();
    }
    Value value = DynamicValues.decode(data.getIdentityData(), type.identity().get().type());
    return value.isNull() ? Optional.empty() : Optional.of(value);
  }
}
