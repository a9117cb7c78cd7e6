package io.sluice.planning.configuration.served;

import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Module;
import io.sluice.language.config.Resource;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.planning.configuration.address.StaticResources;
import io.sluice.planning.decide.DesiredState.Served;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The types that blocks name; null for a type that no provider has, which is reported. */
public final class DeclaredTypes {
  private final ProviderRegistry registry;
  private final Serving serving;
  private final Diagnostics diagnostics;

  public DeclaredTypes(ProviderRegistry registry, Serving serving, Diagnostics diagnostics) {
    this.registry = registry;
    this.serving = serving;
    this.diagnostics = diagnostics;
  }

  public ProviderRegistry.@Nullable Found of(Module module, Resource resource) {
    ProviderRegistry.Found usual = usual(module, resource);
    return usual == null ? null : registry.inBlock(module.prefix() + resource.name(), usual);
  }

  private ProviderRegistry.@Nullable Found usual(Module module, Resource resource) {
    TypeSchema.Kind kind =
        switch (resource.name().mode()) {
          case MANAGED -> TypeSchema.Kind.RESOURCE;
          case DATA -> TypeSchema.Kind.DATA;
          case EPHEMERAL -> TypeSchema.Kind.EPHEMERAL;
        };
    String type = resource.name().type();
    return switch (serving.of(module, resource.localProvider())) {
      case Serving.Real(String source, Provider provider) ->
          registry
              .find(source, kind, type)
              .orElseGet(
                  () ->
                      unknown(
                          resource,
                          kind,
                          "Provider \"%s\" has no".formatted(provider.name()),
                          registry.suggestion(source, kind, type).orElse(null),
                          ""));
      case Serving.Own own ->
          registry.find(null, kind, type).orElseGet(() -> ownless(module, resource, kind, own));
      case Serving.Missing missing -> {
        serving.report(missing, type, resource.range());
        yield null;
      }
    };
  }

  /** What serves a block, whatever its instances. */
  public Optional<Served> served(StaticResources.Declared declared, Providers providers) {
    return Optional.ofNullable(of(declared.module(), declared.block()))
        .map(type -> new Served(type, providers.name(declared.module(), declared.block())));
  }

  /**
   * A name that no provider here serves belongs to a real provider, unless it looks like a
   * misspelling.
   */
  private ProviderRegistry.@Nullable Found ownless(
      Module module, Resource resource, TypeSchema.Kind kind, Serving.Own own) {
    String type = resource.name().type();
    String meant = registry.suggestion(kind, type).orElse(null);
    Optional<Serving.Missing> missing =
        meant == null ? serving.elsewhere(module, own.name()) : Optional.empty();
    if (missing.isPresent()) {
      serving.report(missing.get(), type, resource.range());
      return null;
    }
    return unknown(resource, kind, "No provider has the", meant, registry.whereItMayBe());
  }

  private ProviderRegistry.@Nullable Found unknown(
      Resource resource,
      TypeSchema.Kind kind,
      String who,
      @Nullable String meant,
      String otherwise) {
    String noun =
        switch (kind) {
          case DATA -> "data source";
          case EPHEMERAL -> "ephemeral resource";
          case RESOURCE, STEP -> "resource type";
        };
    diagnostics.add(
        Diagnostic.error(
                "Invalid " + noun,
                "%s %s \"%s\".".formatted(who, noun, resource.name().type()),
                resource.range())
            .withHint(meant == null ? otherwise : "Did you mean \"%s\"?".formatted(meant)));
    return null;
  }

  public @Nullable TypeSchema runner(Step step) {
    TypeSchema schema = registry.step(step.runner()).map(found -> found.schema()).orElse(null);
    if (schema == null) {
      diagnostics.add(
          Diagnostic.error(
                  "Unknown step runner",
                  "No provider has a runner \"%s\".".formatted(step.runner()),
                  step.range())
              .withHint(
                  registry
                      .suggestion(TypeSchema.Kind.STEP, step.runner())
                      .map(name -> "Did you mean \"%s\"?".formatted(name))
                      .orElse("")));
    }
    return schema;
  }
}
