package io.sluice.planning.document.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.planning.document.DocumentLimits;
import io.sluice.planning.document.InstanceCounts;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.read.Declaration.Counted;
import io.sluice.planning.document.read.Declaration.Dynamic;
import io.sluice.planning.document.read.Declaration.Keyed;
import io.sluice.planning.document.read.Declaration.Multiplicity;
import io.sluice.planning.document.read.Declaration.Single;
import io.sluice.planning.document.read.Fields.Text;
import io.sluice.planning.document.text.Located;
import io.sluice.planning.document.text.Located.Entry;
import io.sluice.planning.document.text.Located.Mapping;
import io.sluice.planning.document.text.Located.Scalar;
import io.sluice.planning.document.text.Located.Sequence;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads {@code count} and {@code for_each}. A faulty one is taken for a single resource. */
final class MultiplicityReader {
  private final Diagnostics faults;

  MultiplicityReader(Diagnostics faults) {
    this.faults = faults;
  }

  Multiplicity read(Fields resource) {
    boolean counted = resource.keyRange("count") != null;
    boolean keyed = resource.keyRange("for_each") != null;
    int most = resource.integer("max_instances").orElse(Placeholder.MAX_INSTANCES);
    if (counted && keyed) {
      faults.error(
          "Invalid combination of \"count\" and \"for_each\"",
          "The \"count\" and \"for_each\" fields are mutually exclusive.",
          resource.keyRange("for_each"));
      return new Single();
    }
    if (counted) {
      return resource
          .value("count")
          .map(value -> count(value, most))
          .orElseGet(() -> isNull(resource, "count"));
    }
    if (keyed) {
      return resource
          .value("for_each")
          .map(value -> forEach(value, most))
          .orElseGet(() -> isNull(resource, "for_each"));
    }
    return new Single();
  }

  private Multiplicity isNull(Fields resource, String name) {
    faults.add(
        Diagnostic.error(
                "Invalid " + name + " argument",
                "The given \"" + name + "\" value is null.",
                resource.keyRange(name))
            .withHint("Omit the field for a single resource."));
    return new Single();
  }

  private Multiplicity count(Located value, int most) {
    if (value instanceof Scalar scalar) {
      JsonNode count = scalar.value();
      if (count.isTextual() && WholeReference.is(count.textValue())) {
        return new Dynamic(true, new Text(count.textValue(), value.range()), most);
      }
      if (count.isNumber()) {
        return number(count, value);
      }
    }
    faults.add(
        Diagnostic.error(
                "Invalid count argument",
                "The given \"count\" value is unsuitable: a whole number is required, not "
                    + Fields.kind(value)
                    + ".",
                value instanceof Scalar ? value.range() : value.head())
            .withHint(
                "A single reference to a number of another resource is also allowed:"
                    + " \"${servers.output}\"."));
    return new Single();
  }

  private Multiplicity number(JsonNode count, Located value) {
    String problem = InstanceCounts.problem(count);
    if (problem.isEmpty()) {
      return new Counted(count.intValue());
    }
    faults.error(
        "Invalid count argument",
        "The given \"count\" value is unsuitable: " + problem + ".",
        value.range());
    return new Single();
  }

  private Multiplicity forEach(Located value, int most) {
    return switch (value) {
      case Mapping mapping -> keyed(mapping);
      case Sequence sequence -> keyed(sequence);
      case Scalar scalar -> {
        if (scalar.value().isTextual() && WholeReference.is(scalar.value().textValue())) {
          yield new Dynamic(false, new Text(scalar.value().textValue(), value.range()), most);
        }
        faults.add(
            Diagnostic.error(
                    "Invalid for_each argument",
                    "The given \"for_each\" value is unsuitable: an object or a list of strings is"
                        + " required, not "
                        + Fields.kind(value)
                        + ".",
                    value.range())
                .withHint(
                    "A single reference to such a value is also allowed: \"${zones.output}\"."));
        yield new Single();
      }
    };
  }

  private Multiplicity keyed(Mapping mapping) {
    SortedMap<String, JsonNode> values = new TreeMap<>();
    for (Entry entry : mapping.entries()) {
      if (keyFits(entry.key(), new Scalar(entry.value().toJson(), entry.keyRange()))) {
        values.put(entry.key(), entry.value().toJson());
      }
    }
    return bounded(values, mapping);
  }

  private Multiplicity keyed(Sequence sequence) {
    SortedMap<String, JsonNode> values = new TreeMap<>();
    for (Located element : sequence.elements()) {
      JsonNode json = element.toJson();
      if (!json.isTextual()) {
        faults.error(
            "Invalid for_each argument",
            "A list in \"for_each\" must contain strings, which become the keys; this is "
                + Fields.kind(element)
                + ".",
            element.range());
      } else if (keyFits(json.textValue(), element)
          && values.putIfAbsent(json.textValue(), json) != null) {
        faults.error(
            "Invalid for_each argument",
            "The key \"" + json.textValue() + "\" is in the list twice.",
            element.range());
      }
    }
    return bounded(values, sequence);
  }

  private boolean keyFits(String key, Located at) {
    String problem = InstanceCounts.keyProblem(key);
    if (!problem.isEmpty()) {
      faults.error("Invalid for_each argument", problem, at.range());
    }
    return problem.isEmpty();
  }

  private Multiplicity bounded(SortedMap<String, JsonNode> values, Located at) {
    if (values.size() > DocumentLimits.INSTANCES) {
      faults.error(
          "Invalid for_each argument",
          "It has "
              + values.size()
              + " keys; a resource may have "
              + DocumentLimits.INSTANCES
              + " instances.",
          at.head());
      return new Single();
    }
    return new Keyed(values);
  }
}
