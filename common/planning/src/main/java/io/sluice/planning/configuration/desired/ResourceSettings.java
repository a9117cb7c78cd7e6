package io.sluice.planning.configuration.desired;

import io.sluice.language.config.Additions;
import io.sluice.language.config.Resource;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Phase;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.model.Action;
import io.sluice.model.PoolName;
import io.sluice.model.json.JsonPointers;
import io.sluice.model.plan.Timeouts;
import io.sluice.model.time.DurationText;
import io.sluice.model.time.DurationText.Good;
import io.sluice.planning.configuration.served.RetryBlock;
import io.sluice.planning.document.Lifecycle;
import io.sluice.planning.document.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a resource says about how it is worked on. */
final class ResourceSettings {
  private final EvaluationContext context;
  private final Diagnostics diagnostics;

  ResourceSettings(EvaluationContext context, Diagnostics diagnostics) {
    this.context = context;
    this.diagnostics = diagnostics;
  }

  /**
   * @param added what the resource says in blocks that are not its provider's
   */
  Settings of(Resource resource, Additions added) {
    Traversal provider = resource.provider();
    Body written = added.retry();
    RetryBlock retry = written == null ? null : RetryBlock.of(written, context, diagnostics);
    return new Settings(
            provider == null ? null : provider.toString(),
            pool(added.pool()),
            lifecycle(resource.lifecycle()),
            timeouts(added.timeouts()),
            retry == null ? null : retry.policy())
        .retrying(retry == null ? null : retry.passing());
  }

  /** Which workers do it has to be known before it is sent to them. */
  private @Nullable String pool(@Nullable Expression written) {
    if (written == null) {
      return null;
    }
    String pool = text(written);
    if (pool == null
        ? context.module().environment().phase() == Phase.PLAN
        : !PoolName.isValid(pool)) {
      diagnostics.error(
          "Invalid pool",
          pool == null ? "The pool has to be known when the run is planned." : PoolName.RULE,
          written.range());
    }
    return pool;
  }

  private static Lifecycle lifecycle(Resource.Lifecycle lifecycle) {
    List<String> ignored = new ArrayList<>();
    for (Traversal path : lifecycle.ignoreChanges()) {
      StringBuilder pointer = new StringBuilder("/" + path.root());
      for (TraversalStep step : path.steps()) {
        String name =
            switch (step) {
              case TraversalStep.Attribute attribute -> attribute.name();
              case TraversalStep.StringIndex key -> key.value();
              case TraversalStep.NumberIndex number -> number.value().toPlainString();
            };
        pointer.append('/').append(JsonPointers.step(name));
      }
      ignored.add(pointer.toString());
    }
    return new Lifecycle(
        lifecycle.createBeforeDestroy(),
        lifecycle.preventDestroy(),
        ignored,
        lifecycle.ignoreAllChanges(),
        List.of());
  }

  private Timeouts timeouts(@Nullable Body body) {
    Map<Action, Duration> found = new EnumMap<>(Action.class);
    if (body != null) {
      for (Attribute attribute : body.justAttributes(diagnostics).values()) {
        String text = text(attribute.expression());
        if (text != null) {
          timeout(text, attribute)
              .ifPresent(
                  timeout ->
                      Action.named(attribute.name())
                          .ifPresent(action -> found.put(action, timeout)));
        }
      }
    }
    return new Timeouts(found);
  }

  private Optional<Duration> timeout(String text, Attribute attribute) {
    if (DurationText.parse(text) instanceof Good(Duration duration) && duration.isPositive()) {
      return Optional.of(duration);
    }
    diagnostics.error(
        "Invalid duration",
        "\"%s\" must be a duration such as \"30s\", \"5m\" or \"1h30m\"."
            .formatted(attribute.name()),
        attribute.expression().range());
    return Optional.empty();
  }

  private @Nullable String text(Expression expression) {
    Value value = context.evaluate(expression, diagnostics).unmarked();
    if (!value.isKnown() || value.isNull()) {
      return null;
    }
    try {
      return Conversion.convert(value, Types.STRING).asText();
    } catch (ConversionException e) {
      diagnostics.error(
          "Unsuitable value type", "Unsuitable value: " + e.reason() + ".", expression.range());
      return null;
    }
  }
}
