package io.sluice.bridge.types;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.model.RepeatClass;
import io.sluice.model.plan.PluginWork;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.schema.Announces;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.FunctionSchema;
import io.sluice.provider.schema.ProviderPackage;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.TypeSchema.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A real provider as plans and configurations know it: by its schemas. It is run as a process of
 * its own, by whoever has its package; see {@link io.sluice.bridge.host.PluginHost}.
 *
 * @param pin which one it is
 */
public record BridgedProvider(PluginWork pin, SchemaCatalog catalog) implements Provider {
  /** One that came without its package; all of it is read, to refuse what is damaged. */
  public static Provider of(ProviderPackage packed) throws ProviderPackage.Damaged {
    try {
      BridgedProvider provider =
          new BridgedProvider(
              new PluginWork(packed.source(), packed.version(), packed.hashes(), null, null),
              SchemaCatalog.of(packed.schemas()));
      provider.schema();
      return provider;
    } catch (DecodeFailed | IllegalStateException e) {
      throw new ProviderPackage.Damaged("The schemas of " + packed.source() + " can't be read.", e);
    }
  }

  @Override
  public String name() {
    return pin.source().substring(pin.source().lastIndexOf('/') + 1);
  }

  @Override
  public Optional<PluginWork> plugin() {
    return Optional.of(pin);
  }

  @Override
  public Optional<ProviderPackage> packed(Map<Kind, Set<String>> types) {
    SchemaCatalog some =
        catalog.only(
            types.getOrDefault(Kind.RESOURCE, Set.of()), types.getOrDefault(Kind.DATA, Set.of()));
    return Optional.of(
        new ProviderPackage(pin.source(), pin.version(), pin.hashes(), some.bytes()));
  }

  @Override
  public ProviderSchema schema() {
    List<TypeSchema> all = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      typeNames(kind).forEach(type -> type(kind, type).ifPresent(all::add));
    }
    return new ProviderSchema(configuration(), all);
  }

  @Override
  public BlockBody configuration() {
    try {
      return SchemaTranslation.body(catalog.provider());
    } catch (DecodeFailed e) {
      throw damaged(e);
    }
  }

  @Override
  public Set<String> typeNames(Kind kind) {
    return switch (kind) {
      case RESOURCE -> catalog.resources();
      case DATA -> catalog.dataSources();
      case STEP -> Set.of();
      case EPHEMERAL -> catalog.ephemerals();
    };
  }

  @Override
  public Optional<TypeSchema> type(Kind kind, String type) {
    try {
      return switch (kind) {
        case RESOURCE -> catalog.resource(type).map(schema -> translated(kind, type, schema));
        case DATA -> catalog.data(type).map(schema -> translated(kind, type, schema));
        case STEP -> Optional.empty();
        case EPHEMERAL -> catalog.ephemeral(type).map(schema -> translated(kind, type, schema));
      };
    } catch (DecodeFailed e) {
      throw damaged(e);
    }
  }

  @Override
  public Set<String> functionNames() {
    return catalog.functions();
  }

  @Override
  public Optional<FunctionSchema> function(String function) {
    try {
      return catalog.function(function).map(SchemaTranslation::function);
    } catch (DecodeFailed e) {
      throw damaged(e);
    }
  }

  private TypeSchema translated(Kind kind, String type, io.sluice.bridge.schema.TypeSchema schema) {
    Block block = schema.block();
    return new TypeSchema(
        type,
        kind,
        Math.toIntExact(schema.version()),
        block.description(),
        SchemaTranslation.body(block),
        repeats(kind),
        false,
        kind == Kind.RESOURCE,
        Announces.NOTHING);
  }

  /**
   * An object that state knows can be read again; of a creation that was lost nobody can tell
   * whether it happened.
   */
  private Repeats repeats(Kind kind) {
    return kind != Kind.RESOURCE || SelfContained.is(pin.source())
        ? Repeats.all(RepeatClass.PURE)
        : new Repeats(RepeatClass.NONE, RepeatClass.BY_NAME, RepeatClass.BY_NAME);
  }

  @Override
  public Configured configure(JsonNode configuration) {
    return new Configured.Refused(
        Outcome.permanent("PROVIDER_NOT_RUN", "provider " + name() + " is a program of its own"));
  }

  private IllegalStateException damaged(DecodeFailed e) {
    return new IllegalStateException("the schemas of provider " + name() + " can't be read", e);
  }
}
