package io.sluice.planning.configuration.desired;

import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Resource;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import org.jspecify.annotations.Nullable;

/** The types that blocks name; null for a type that no provider has, which is reported. */
final class DeclaredTypes {
  private final ProviderRegistry registry;
  private final Diagnostics diagnostics;

  DeclaredTypes(ProviderRegistry registry, Diagnostics diagnostics) {
    this.registry = registry;
    this.diagnostics = diagnostics;
  }

  ProviderRegistry.@Nullable Found of(Resource resource) {
    boolean data = resource.name().mode() == ResourceMode.DATA;
    String type = resource.name().type();
    ProviderRegistry.Found found =
        (data ? registry.data(type) : registry.resource(type)).orElse(null);
    if (found == null) {
      TypeSchema.Kind kind = data ? TypeSchema.Kind.DATA : TypeSchema.Kind.RESOURCE;
      String meant =
          registry
              .suggestion(kind, type)
              .map(name -> "Did you mean \"%s\"?".formatted(name))
              .orElse(registry.whereItMayBe());
      diagnostics.add(
          Diagnostic.error(
                  data ? "Invalid data source" : "Invalid resource type",
                  "No provider has the %s \"%s\"."
                      .formatted(data ? "data source" : "resource type", type),
                  resource.range())
              .withHint(meant));
    }
    return found;
  }

  @Nullable TypeSchema runner(Step step) {
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
