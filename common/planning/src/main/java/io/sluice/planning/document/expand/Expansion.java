package io.sluice.planning.document.expand;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.substitution.Escape;
import io.sluice.language.substitution.Filling;
import io.sluice.language.substitution.Substituted;
import io.sluice.model.json.Json;
import io.sluice.planning.document.DocumentLimits;
import io.sluice.planning.document.InstanceCounts;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.planning.document.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a placeholder becomes once the value is known that its instances are counted by. */
public final class Expansion {
  /** What became of an expansion. */
  public sealed interface Outcome {}

  public record Expanded(List<Resource> instances) implements Outcome {
    public Expanded {
      instances = List.copyOf(instances);
    }
  }

  /** {@code problem} is a whole sentence with the value in it. */
  public record Invalid(String problem) implements Outcome {}

  private static final String LOOKUP = "import_id";

  private Expansion() {}

  public static Outcome of(Placeholder placeholder, JsonNode value) {
    String problem = problem(placeholder, value);
    if (!problem.isEmpty()) {
      return new Invalid(
          "The "
              + (placeholder.counted() ? "count" : "for_each")
              + " of "
              + placeholder.declared()
              + " is "
              + (placeholder.by() == null
                  ? "${" + placeholder.multiplicity().text() + "}, which is"
                  : "made of values, and is")
              + " unsuitable: "
              + problem
              + ".");
    }
    List<Resource> resources = new ArrayList<>();
    for (Instance instance : instances(placeholder, value)) {
      switch (Filling.fill(placeholder.config(), instance.known())) {
        case Substituted.Resolved filled ->
            resources.add(resource(placeholder, instance, filled.tree()));
        case Substituted.Unresolved fault -> {
          return new Invalid(
              instance.address(placeholder.declared()) + ": " + fault.message() + ".");
        }
      }
    }
    return new Expanded(resources);
  }

  private static List<Instance> instances(Placeholder placeholder, JsonNode value) {
    if (placeholder.counted()) {
      return Instance.counted(value.decimalValue().intValueExact());
    }
    SortedMap<String, JsonNode> values = new TreeMap<>();
    if (value.isArray()) {
      value.forEach(element -> values.put(element.textValue(), element));
    } else {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        values.put(field.getKey(), Escape.tree(field.getValue()));
      }
    }
    List<Instance> instances = new ArrayList<>();
    values.forEach((key, each) -> instances.add(Instance.keyed(key, each)));
    return instances;
  }

  private static String tooMany(Placeholder placeholder, int instances) {
    return instances <= placeholder.maxInstances()
        ? ""
        : instances
            + " instances are more than max_instances, "
            + placeholder.maxInstances()
            + ": raise max_instances if you want that many; otherwise correct the value that counts"
            + " them";
  }

  private static String problem(Placeholder placeholder, JsonNode value) {
    if (value.isNull() || value.isMissingNode()) {
      return "it is null";
    }
    if (value.has("$sealed")) {
      return "it is sensitive, and instances cannot be hidden";
    }
    if (placeholder.counted()) {
      String count = InstanceCounts.problem(value);
      if (!count.isEmpty()) {
        return value + ": " + count;
      }
      return tooMany(placeholder, value.decimalValue().intValueExact());
    }
    if (!value.isObject() && !value.isArray()) {
      return value + " is neither an object nor a list of strings";
    }
    if (value.size() > DocumentLimits.INSTANCES) {
      return "it has " + value.size() + " keys, the most is " + DocumentLimits.INSTANCES;
    }
    String many = tooMany(placeholder, value.size());
    if (!many.isEmpty()) {
      return many;
    }
    List<String> keys = new ArrayList<>();
    if (value.isArray()) {
      for (JsonNode element : value) {
        if (!element.isTextual()) {
          return "the list contains " + element + ", which is not a string";
        }
        keys.add(element.textValue());
      }
    } else {
      value.fieldNames().forEachRemaining(keys::add);
    }
    if (keys.stream().distinct().count() < keys.size()) {
      return "the list contains a key twice";
    }
    return keys.stream()
        .map(InstanceCounts::keyProblem)
        .filter(text -> !text.isEmpty())
        .findFirst()
        .map(text -> text.substring(0, text.length() - 1))
        .orElse("");
  }

  /**
   * Its block may say what each instance is found by; what can't be filled in its worker reports.
   */
  private static Settings settings(Placeholder placeholder, Instance instance) {
    Settings settings = placeholder.settings();
    JsonNode lookup = settings.recover();
    return lookup != null
            && Filling.fill(Json.object().set(LOOKUP, lookup), instance.known())
                instanceof Substituted.Resolved filled
        ? settings.recovering(filled.tree().get(LOOKUP))
        : settings;
  }

  private static Resource resource(Placeholder placeholder, Instance instance, JsonNode config) {
    return new Resource(
        placeholder.declared(),
        instance.name(placeholder.name()),
        instance.address(placeholder.declared()),
        placeholder.type(),
        config,
        placeholder.references(),
        placeholder.dependencies(),
        placeholder.triggers(),
        settings(placeholder, instance));
  }
}
