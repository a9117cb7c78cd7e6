package io.sluice.planning.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.expression.FileTemplates;
import io.sluice.language.expression.WorkerExpressions;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.library.DerivedMoment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.model.json.Json;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.TypeSchema;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Objects that were made elsewhere: state has their attributes, but no configuration was ever
 * applied to them. The desired configuration is compared with the attributes, so that a
 * configuration that describes the object changes nothing.
 */
public final class Adopted {
  /** Without files, environment or time: what needs those is the worker's to evaluate. */
  private static final Expressions EXPRESSIONS =
      new WorkerExpressions(
          Functions.all(),
          FileTemplates.context(
              Functions.all(),
              FileAccess.NONE,
              new DerivedMoment("", Optional.empty(), name -> Optional.empty())));

  private Adopted() {}

  /**
   * A configuration as far as its values are known.
   *
   * @param open the arguments of which something is not known; they stand as they are written
   */
  record Resolved(ObjectNode config, Set<String> open) {}

  static boolean is(StateRecord record) {
    return record.desired().isNull();
  }

  /** The desired configuration, or the attributes where none was ever given. */
  public static JsonNode wanted(StateRecord record) {
    return is(record) ? record.attributes() : record.desired();
  }

  /** The configuration with the values that are known; what is not stays a reference. */
  static Resolved resolved(JsonNode config, Map<String, JsonNode> values) {
    Given given = Given.plain(values, Map.of());
    ObjectNode resolved = Json.object();
    Set<String> open = new HashSet<>();
    for (Map.Entry<String, JsonNode> field : config.properties()) {
      Substituted outcome =
          Substitution.substitute(field.getValue(), given, name -> Optional.empty(), EXPRESSIONS);
      switch (outcome) {
        case Substituted.Resolved done -> resolved.set(field.getKey(), done.tree());
        case Substituted.Unresolved unknown -> {
          resolved.set(field.getKey(), field.getValue());
          open.add(field.getKey());
        }
      }
    }
    return new Resolved(resolved, open);
  }

  /**
   * The configuration that the attributes correspond to. Values that the provider chose do not
   * count; what it does not report is assumed to be as desired. So is what can't be known here and
   * would replace the object: nothing is destroyed on suspicion.
   */
  static ObjectNode configured(TypeSchema schema, JsonNode attributes, Resolved resolved) {
    JsonNode wanted = resolved.config();
    ObjectNode configured = Json.object();
    for (AttributeSchema attribute : schema.body().attributes()) {
      String name = attribute.name();
      boolean mayStay =
          wanted.hasNonNull(name) || attribute.presence() == AttributeSchema.Presence.OPTIONAL;
      if (attribute.forcesReplacement() && resolved.open().contains(name)) {
        configured.set(name, wanted.path(name));
      } else if (attribute.configurable() && mayStay) {
        take(configured, name, attributes, wanted);
      }
    }
    for (BlockSchema block : schema.body().blocks()) {
      if (wanted.hasNonNull(block.name()) || !attributes.path(block.name()).isEmpty()) {
        take(configured, block.name(), attributes, wanted);
      }
    }
    return configured;
  }

  private static void take(
      ObjectNode configured, String name, JsonNode attributes, JsonNode wanted) {
    JsonNode there = attributes.get(name);
    if (there == null) {
      there = wanted.get(name);
    }
    if (there != null && !there.isNull()) {
      configured.set(name, there);
    }
  }
}
