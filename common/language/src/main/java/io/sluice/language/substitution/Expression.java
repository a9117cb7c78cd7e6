package io.sluice.language.substitution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Lineage;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.plan.PluginWork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An expression that had to wait for the run: <code>{"$expr": "HCL", "refs": ["web.id"]}</code>.
 *
 * @param providers whose functions it calls, by what it calls them
 * @param ephemerals what is opened for it, by the addresses that it names; see {@link Openings}
 */
public record Expression(
    String source,
    List<Lineage> refs,
    SortedMap<String, PluginWork> providers,
    SortedMap<String, JsonNode> ephemerals) {
  /** The field that makes an object an expression. */
  public static final String SOURCE = "$expr";

  /** The field that lists what the expression needs. */
  public static final String REFS = "refs";

  /** The field that names the providers whose functions the expression calls. */
  private static final String PROVIDERS = "providers";

  /** The field that says what is opened for the expression. */
  private static final String EPHEMERALS = "ephemerals";

  private static final Set<String> FIELDS = Set.of(SOURCE, REFS, PROVIDERS, EPHEMERALS);

  public Expression {
    refs = List.copyOf(refs);
    providers = Collections.unmodifiableSortedMap(new TreeMap<>(providers));
    ephemerals = Collections.unmodifiableSortedMap(new TreeMap<>(ephemerals));
  }

  public Expression(String source, List<Lineage> refs) {
    this(source, refs, new TreeMap<>(), new TreeMap<>());
  }

  /** Any object with the field counts, so that a mistake in one is never taken for data. */
  static boolean isExpression(JsonNode node) {
    return node.isObject() && node.has(SOURCE);
  }

  /** What is wrong with the object, or nothing. */
  static Optional<String> problem(JsonNode node) {
    if (!node.path(SOURCE).isTextual()) {
      return Optional.of("\"" + SOURCE + "\" must be a string");
    }
    for (String name : (Iterable<String>) node::fieldNames) {
      if (!FIELDS.contains(name)) {
        return Optional.of("an expression has no field \"" + name + "\"");
      }
    }
    if (node.has(REFS) && !node.path(REFS).isArray()) {
      return Optional.of("\"" + REFS + "\" must be a list");
    }
    for (JsonNode ref : node.path(REFS)) {
      if (!ref.isTextual()) {
        return Optional.of("\"" + REFS + "\" must hold strings");
      }
      if (Lineage.read(ref.textValue()) instanceof Lineage.Malformed(String problem)) {
        return Optional.of("\"" + ref.textValue() + "\" is not a reference: " + problem);
      }
    }
    if (node.has(EPHEMERALS) && !node.path(EPHEMERALS).isObject()) {
      return Optional.of("\"" + EPHEMERALS + "\" must be an object");
    }
    return providers(node) == null
        ? Optional.of("\"" + PROVIDERS + "\" must name packages")
        : Optional.empty();
  }

  private static @Nullable SortedMap<String, PluginWork> providers(JsonNode node) {
    SortedMap<String, PluginWork> providers = new TreeMap<>();
    try {
      for (Map.Entry<String, JsonNode> one : node.path(PROVIDERS).properties()) {
        providers.put(one.getKey(), Json.decode(Json.encode(one.getValue()), PluginWork.class));
      }
    } catch (MalformedMessage e) {
      return null;
    }
    return providers;
  }

  /** Reads an object that has no {@link #problem}. */
  static Expression read(JsonNode node) {
    List<Lineage> refs = new ArrayList<>();
    for (JsonNode ref : node.path(REFS)) {
      refs.add(Lineage.parse(ref.textValue()));
    }
    SortedMap<String, PluginWork> providers = providers(node);
    SortedMap<String, JsonNode> ephemerals = new TreeMap<>();
    node.path(EPHEMERALS).properties().forEach(one -> ephemerals.put(one.getKey(), one.getValue()));
    return new Expression(
        node.path(SOURCE).textValue(),
        refs,
        providers == null ? new TreeMap<>() : providers,
        ephemerals);
  }

  /** As it is in a plan. */
  public ObjectNode toJson() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put(SOURCE, source);
    var list = node.putArray(REFS);
    refs.forEach(ref -> list.add(ref.text()));
    if (!providers.isEmpty()) {
      node.set(PROVIDERS, Json.toTree(providers));
    }
    if (!ephemerals.isEmpty()) {
      ephemerals.forEach(node.putObject(EPHEMERALS)::set);
    }
    return node;
  }
}
