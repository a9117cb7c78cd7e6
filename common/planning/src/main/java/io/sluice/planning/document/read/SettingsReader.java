package io.sluice.planning.document.read;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.Action;
import io.sluice.model.PoolName;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.plan.Timeouts;
import io.sluice.model.time.DurationText;
import io.sluice.model.time.DurationText.Good;
import io.sluice.planning.document.Lifecycle;
import io.sluice.planning.document.Settings;
import io.sluice.planning.document.read.Fields.Text;
import io.sluice.planning.document.text.Located;
import io.sluice.planning.document.text.Located.Entry;
import io.sluice.planning.document.text.Located.Mapping;
import io.sluice.planning.document.text.Located.Scalar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code provider}, {@code pool}, {@code lifecycle}, {@code timeouts} and {@code retry}. */
final class SettingsReader {
  private static final Set<String> LIFECYCLE =
      Set.of("create_before_destroy", "prevent_destroy", "ignore_changes", "replace_triggered_by");
  private static final Map<String, Action> TIMEOUTS =
      Stream.of(Action.CREATE, Action.READ, Action.UPDATE, Action.DELETE)
          .collect(Collectors.toUnmodifiableMap(Action::word, action -> action));
  private static final Set<String> RETRY = Set.of("attempts", "base", "max");
  private static final int MOST_ATTEMPTS = 100;
  private static final Duration LONGEST = Duration.ofDays(7);

  private final Diagnostics faults;

  SettingsReader(Diagnostics faults) {
    this.faults = faults;
  }

  Settings read(Fields resource) {
    return new Settings(
        resource.text("provider").map(Text::value).orElse(null),
        pool(resource),
        resource.object("lifecycle").map(this::lifecycle).orElse(Lifecycle.DEFAULT),
        resource.object("timeouts").map(this::timeouts).orElse(Timeouts.NONE),
        resource.object("retry").map(this::retry).orElse(null));
  }

  private @Nullable String pool(Fields resource) {
    Text pool = resource.text("pool").orElse(null);
    if (pool == null) {
      return null;
    }
    if (!PoolName.isValid(pool.value())) {
      faults.error("Invalid pool", PoolName.RULE, pool.range());
    }
    return pool.value();
  }

  private Lifecycle lifecycle(Mapping mapping) {
    Fields fields = new Fields(mapping, "lifecycle", faults);
    fields.refuseOthers(LIFECYCLE);
    boolean all = false;
    List<String> ignored = new ArrayList<>();
    Located changes = fields.value("ignore_changes").orElse(null);
    if (changes instanceof Scalar scalar && scalar.value().isTextual()) {
      all = scalar.value().textValue().equals("all");
      if (!all) {
        fields.wrongType("ignore_changes", "a list of attribute names, or \"all\"", changes);
      }
    } else {
      fields.texts("ignore_changes").forEach(path -> pointer(path).ifPresent(ignored::add));
    }
    return new Lifecycle(
        fields.flag("create_before_destroy"),
        fields.flag("prevent_destroy"),
        ignored,
        all,
        fields.texts("replace_triggered_by").stream().map(Text::value).toList());
  }

  /** {@code tags["a"]} and {@code list[0].b} as JSON pointers. */
  private Optional<String> pointer(Text path) {
    return AttributePath.pointer(path.value())
        .or(
            () -> {
              faults.add(
                  Diagnostic.error(
                          "Invalid attribute path",
                          "\"" + path.value() + "\" is not the path of an attribute.",
                          path.range())
                      .withHint("Write it like content, tags[\"owner\"] or rules[0].port."));
              return Optional.empty();
            });
  }

  private Timeouts timeouts(Mapping mapping) {
    new Fields(mapping, "timeouts", faults).refuseOthers(TIMEOUTS.keySet());
    Map<Action, Duration> timeouts = new EnumMap<>(Action.class);
    for (Entry entry : mapping.entries()) {
      Action action = TIMEOUTS.get(entry.key());
      if (action != null) {
        duration(entry.key(), entry.value()).ifPresent(duration -> timeouts.put(action, duration));
      }
    }
    return new Timeouts(timeouts);
  }

  private RetryPolicy retry(Mapping mapping) {
    Fields fields = new Fields(mapping, "retry", faults);
    fields.refuseOthers(RETRY);
    RetryPolicy usual = RetryPolicy.DEFAULT;
    OptionalInt attempts = fields.integer("attempts");
    if (attempts.isPresent() && (attempts.getAsInt() < 1 || attempts.getAsInt() > MOST_ATTEMPTS)) {
      faults.error(
          "Invalid retry",
          "\"attempts\" must be from 1 to " + MOST_ATTEMPTS + ".",
          fields.value("attempts").map(Located::range).orElse(null));
    }
    Duration base = duration(fields, "base", usual.base());
    Duration max = duration(fields, "max", usual.max().compareTo(base) < 0 ? base : usual.max());
    if (max.compareTo(base) < 0) {
      faults.error(
          "Invalid retry",
          "\"max\" must not be shorter than \"base\".",
          fields.value("max").map(Located::range).orElse(null));
    }
    return new RetryPolicy(attempts.orElse(usual.attempts()), base, max);
  }

  private Duration duration(Fields fields, String name, Duration otherwise) {
    return fields.value(name).flatMap(value -> duration(name, value)).orElse(otherwise);
  }

  private Optional<Duration> duration(String name, Located value) {
    if (value instanceof Scalar scalar
        && scalar.value().isTextual()
        && DurationText.parse(scalar.value().textValue()) instanceof Good(Duration duration)
        && duration.isPositive()
        && duration.compareTo(LONGEST) <= 0) {
      return Optional.of(duration);
    }
    faults.error(
        "Invalid duration",
        "\""
            + name
            + "\" must be a duration such as \"30s\", \"5m\" or \"1h30m\", of at most seven days.",
        value instanceof Scalar ? value.range() : value.head());
    return Optional.empty();
  }
}
