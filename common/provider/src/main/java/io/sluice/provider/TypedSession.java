package io.sluice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.ErrorClass;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A session put together from one object a type: what most providers want. */
public final class TypedSession implements Session {
  private final Map<String, ResourceType> resources;
  private final Map<String, DataType> data;
  private final Map<String, StepType> steps;
  private final Runnable onClose;
  private final CredentialsCheck check;
  private final ProviderSchema schema;

  private TypedSession(
      Map<String, ResourceType> resources,
      Map<String, DataType> data,
      Map<String, StepType> steps,
      CredentialsCheck check,
      Runnable onClose) {
    this.resources = resources;
    this.data = data;
    this.steps = steps;
    this.check = check;
    this.onClose = onClose;
    this.schema = schema(resources, data, steps);
  }

  public static TypedSession of(ResourceType... resources) {
    return of(List.of(resources), List.of(), List.of(), () -> {});
  }

  public static TypedSession of(
      List<ResourceType> resources, List<DataType> data, List<StepType> steps, Runnable onClose) {
    return new TypedSession(
        byName(resources, ResourceType::schema),
        byName(data, DataType::schema),
        byName(steps, StepType::schema),
        context -> {},
        onClose);
  }

  /** Something that only succeeds if the target is reachable and accepts the credentials. */
  @FunctionalInterface
  public interface CredentialsCheck {
    void run(OperationContext context) throws ProviderFailure, InterruptedException;
  }

  public TypedSession behind(CredentialsCheck other) {
    return new TypedSession(resources, data, steps, other, onClose);
  }

  @Override
  public Optional<Outcome.Failed> validateCredentials(OperationContext context) {
    Outcome outcome =
        answered(
            () -> {
              check.run(context);
              return new Outcome.Gone();
            });
    return switch (outcome) {
      case Outcome.Done done -> Optional.empty();
      case Outcome.Gone gone -> Optional.empty();
      case Outcome.Failed failed -> Optional.of(failed);
      case Outcome.InDoubt doubt ->
          Optional.of(new Outcome.Failed(ErrorClass.TRANSIENT, doubt.code(), doubt.message()));
    };
  }

  private static <T> Map<String, T> byName(List<T> types, Function<T, TypeSchema> schema) {
    return types.stream()
        .collect(Collectors.toUnmodifiableMap(type -> schema.apply(type).type(), type -> type));
  }

  Optional<ResourceType> resource(String type) {
    return Optional.ofNullable(resources.get(type));
  }

  /** The schema of a provider that takes no configuration. */
  public ProviderSchema schema() {
    return schema;
  }

  private static ProviderSchema schema(
      Map<String, ResourceType> resources,
      Map<String, DataType> data,
      Map<String, StepType> steps) {
    List<TypeSchema> schemas = new ArrayList<>();
    Stream.of(
            resources.values().stream().map(ResourceType::schema),
            data.values().stream().map(DataType::schema),
            steps.values().stream().map(StepType::schema))
        .flatMap(each -> each)
        .sorted(java.util.Comparator.comparing(TypeSchema::type))
        .forEach(schemas::add);
    return ProviderSchema.unconfigured(schemas);
  }

  @Override
  public boolean showsItsWrites(String type) {
    return named(resources, type).showsItsWrites();
  }

  /**
   * A record may hold less than all attributes. What it must hold is what an object is found by:
   * the required arguments that can't change.
   */
  private static void requireIdentity(TypeSchema schema, Prior prior) throws ProviderFailure {
    for (AttributeSchema attribute : schema.body().attributes()) {
      if (attribute.presence() == AttributeSchema.Presence.REQUIRED
          && attribute.forcesReplacement()
          && !prior.attributes().hasNonNull(attribute.name())) {
        throw ProviderFailure.user(
            "INCOMPLETE_RECORD",
            "state holds no "
                + attribute.name()
                + " of the "
                + schema.type()
                + " with the id "
                + prior.id()
                + ", which is needed to find it: check the object itself, then remove it from state"
                + " with sluice state rm");
      }
    }
  }

  @Override
  public Outcome create(OperationContext context, String type, JsonNode desired) {
    return answered(() -> named(resources, type).create(context, desired));
  }

  @Override
  public Outcome read(OperationContext context, String type, Prior prior) {
    return answered(
        () -> {
          ResourceType resource = named(resources, type);
          context.requireSameRoot(resource.schema(), prior);
          requireIdentity(resource.schema(), prior);
          return resource.read(context, prior);
        });
  }

  @Override
  public Outcome update(OperationContext context, String type, Prior prior, JsonNode desired) {
    return answered(
        () -> {
          ResourceType resource = named(resources, type);
          context.requireSameRoot(resource.schema(), prior);
          requireIdentity(resource.schema(), prior);
          return resource.update(context, prior, desired);
        });
  }

  @Override
  public Outcome delete(OperationContext context, String type, Prior prior) {
    return answered(
        () -> {
          ResourceType resource = named(resources, type);
          context.requireSameRoot(resource.schema(), prior);
          requireIdentity(resource.schema(), prior);
          return resource.delete(context, prior);
        });
  }

  @Override
  public Outcome findByToken(OperationContext context, String type, JsonNode desired) {
    return answered(() -> named(resources, type).findByToken(context, desired));
  }

  @Override
  public List<Listed> list(OperationContext context, String type, String tagPrefix) {
    try {
      return named(resources, type).list(context, tagPrefix);
    } catch (ProviderFailure e) {
      throw new java.io.UncheckedIOException(new java.io.IOException(e.getMessage(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  @Override
  public Outcome importState(OperationContext context, String type, String importId) {
    return answered(() -> named(resources, type).importState(context, importId));
  }

  @Override
  public Outcome readData(OperationContext context, String type, JsonNode config) {
    return answered(() -> named(data, type).read(context, config));
  }

  @Override
  public Outcome runStep(OperationContext context, String runner, JsonNode arguments) {
    return answered(() -> named(steps, runner).run(context, arguments));
  }

  @Override
  public void close() {
    onClose.run();
  }

  private static <T> T named(Map<String, T> types, String type) {
    T found = types.get(type);
    if (found == null) {
      throw new IllegalStateException("asked for the type " + type + ", which is not ours");
    }
    return found;
  }

  private interface Call {
    Outcome run() throws ProviderFailure, InterruptedException;
  }

  private static Outcome answered(Call call) {
    try {
      return call.run();
    } catch (ProviderFailure e) {
      return e.outcome();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.InDoubt("INTERRUPTED", "the call was interrupted");
    }
  }
}
