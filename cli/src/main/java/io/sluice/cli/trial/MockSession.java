package io.sluice.cli.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider.Configured;
import io.sluice.provider.Session;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes objects up, and passes on what no test overrides. */
final class MockSession implements Session {
  private final Mocks mocks;
  private final BiFunction<TypeSchema.Kind, String, Optional<TypeSchema>> types;
  private final Supplier<Configured> configuring;
  private @Nullable Configured real;

  MockSession(
      Mocks mocks,
      BiFunction<TypeSchema.Kind, String, Optional<TypeSchema>> types,
      Supplier<Configured> configuring) {
    this.mocks = mocks;
    this.types = types;
    this.configuring = configuring;
  }

  private synchronized Configured real() {
    Configured known = real;
    if (known == null) {
      known = configuring.get();
      real = known;
    }
    return known;
  }

  private Outcome passed(Function<Session, Outcome> call) {
    return switch (real()) {
      case Configured.Ready(Session session) -> call.apply(session);
      case Configured.Refused(Outcome.Failed why) -> why;
    };
  }

  private Optional<Mocks.Said> said(OperationContext context, TypeSchema schema) {
    return mocks.of(context.address(), schema);
  }

  private TypeSchema resource(String type) {
    return types.apply(TypeSchema.Kind.RESOURCE, type).orElseThrow();
  }

  @Override
  public boolean showsItsWrites(String type) {
    return true;
  }

  @Override
  public Outcome create(OperationContext context, String type, JsonNode desired) {
    TypeSchema schema = resource(type);
    return said(context, schema)
        .map(said -> made(context, schema, desired, said, null))
        .orElseGet(() -> passed(session -> session.create(context, type, desired)));
  }

  @Override
  public Outcome update(OperationContext context, String type, Prior prior, JsonNode desired) {
    TypeSchema schema = resource(type);
    return said(context, schema)
        .map(said -> made(context, schema, desired, said, prior))
        .orElseGet(() -> passed(session -> session.update(context, type, prior, desired)));
  }

  private Outcome made(
      OperationContext context,
      TypeSchema schema,
      JsonNode desired,
      Mocks.Said said,
      @Nullable Prior prior) {
    ObjectNode attributes = desired.deepCopy();
    for (Map.Entry<String, JsonNode> known : mocks.foretold(context.address()).properties()) {
      if (!attributes.hasNonNull(known.getKey())) {
        attributes.set(known.getKey(), known.getValue());
      }
    }
    if (prior != null) {
      for (AttributeSchema attribute : schema.body().attributes()) {
        JsonNode before = prior.attributes().get(attribute.name());
        if (attribute.providerGiven() && !attributes.hasNonNull(attribute.name())) {
          attributes.set(attribute.name(), before);
        }
      }
    }
    try {
      MadeUp.complete(schema.body(), attributes, said.values(), "");
    } catch (MadeUp.Unfit e) {
      return Outcome.user("MOCKED_VALUE", String.valueOf(e.getMessage()));
    }
    JsonNode id = attributes.path("id");
    String named = id.isTextual() ? id.textValue() : prior == null ? MadeUp.text() : prior.id();
    return new Outcome.Done(named, attributes);
  }

  @Override
  public Outcome read(OperationContext context, String type, Prior prior) {
    return said(context, resource(type))
        .<Outcome>map(said -> new Outcome.Done(prior.id(), prior.attributes()))
        .orElseGet(() -> passed(session -> session.read(context, type, prior)));
  }

  @Override
  public Outcome delete(OperationContext context, String type, Prior prior) {
    return said(context, resource(type))
        .<Outcome>map(said -> new Outcome.Gone())
        .orElseGet(() -> passed(session -> session.delete(context, type, prior)));
  }

  @Override
  public Outcome findByToken(OperationContext context, String type, JsonNode desired) {
    return said(context, resource(type))
        .<Outcome>map(said -> new Outcome.Gone())
        .orElseGet(() -> passed(session -> session.findByToken(context, type, desired)));
  }

  @Override
  public List<Listed> list(OperationContext context, String type, String tagPrefix) {
    return real() instanceof Configured.Ready(Session session)
        ? session.list(context, type, tagPrefix)
        : List.of();
  }

  @Override
  public Outcome importState(OperationContext context, String type, String importId) {
    return passed(session -> session.importState(context, type, importId));
  }

  @Override
  public Outcome readData(OperationContext context, String type, JsonNode config) {
    TypeSchema schema = types.apply(TypeSchema.Kind.DATA, type).orElseThrow();
    return said(context, schema)
        .map(said -> made(context, schema, config, said, null))
        .orElseGet(() -> passed(session -> session.readData(context, type, config)));
  }

  @Override
  public Outcome runStep(OperationContext context, String runner, JsonNode arguments) {
    return passed(session -> session.runStep(context, runner, arguments));
  }

  @Override
  public synchronized void close() {
    if (real instanceof Configured.Ready(Session session)) {
      session.close();
    }
  }
}
