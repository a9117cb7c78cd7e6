package io.sluice.provider.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import io.sluice.provider.schema.PlannedChange.Difference;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares two desired configurations by their schema. Only what can be configured counts; an
 * argument left out is the same as its default; sets have no order; numbers are equal by value.
 */
public final class SchemaDiff {
  private final Set<String> unknown;
  private final List<Difference> differences = new ArrayList<>();

  private SchemaDiff(Set<String> unknown) {
    this.unknown = unknown;
  }

  /**
   * @param prior the desired configuration recorded in state; null when there is no object yet
   * @param unknown JSON pointers into {@code desired} whose references may get another value in
   *     this run; a pointer covers everything below it
   */
  public static PlannedChange diff(
      TypeSchema schema, @Nullable JsonNode prior, JsonNode desired, Set<String> unknown) {
    JsonNode wanted = SchemaCheck.conform(schema, desired);
    if (prior == null) {
      return new PlannedChange.Create(unknownAfterCreate(schema, wanted, unknown));
    }
    JsonNode before = SchemaCheck.conform(schema, prior);
    SchemaDiff diff = new SchemaDiff(unknown);
    diff.body(schema.body(), before, wanted, "", false);
    if (diff.differences.isEmpty()) {
      return new PlannedChange.NoChange();
    }
    if (diff.differences.stream().anyMatch(Difference::forcesReplacement)) {
      return new PlannedChange.Replace(
          diff.differences, unknownAfterCreate(schema, wanted, unknown));
    }
    return new PlannedChange.Update(diff.differences, unknownAfterUpdate(schema, wanted, unknown));
  }

  private void body(
      BlockBody body, JsonNode before, JsonNode wanted, String pointer, boolean replaces) {
    for (AttributeSchema attribute : body.attributes()) {
      if (attribute.configurable()) {
        String at = JsonPointers.child(pointer, attribute.name());
        JsonNode old = before.path(attribute.name());
        JsonNode now = wanted.path(attribute.name());
        boolean left =
            now.isMissingNode()
                && attribute.presence() == AttributeSchema.Presence.OPTIONAL_COMPUTED;
        if (!left) {
          compare(at, same(attribute.type(), old, now), replaces || attribute.forcesReplacement());
        }
      }
    }
    for (BlockSchema block : body.blocks()) {
      blocks(block, before, wanted, pointer, replaces || block.forcesReplacement());
    }
    Set<String> others = new LinkedHashSet<>(names(before));
    others.addAll(names(wanted));
    for (String name : others) {
      if (body.attribute(name).isEmpty() && body.block(name).isEmpty()) {
        compare(
            JsonPointers.child(pointer, name),
            Json.same(before.path(name), wanted.path(name)),
            replaces);
      }
    }
  }

  private void compare(String pointer, boolean same, boolean replaces) {
    if (!same) {
      differences.add(new Difference(pointer, replaces, false));
    } else if (unknown.stream().anyMatch(at -> JsonPointers.overlap(at, pointer))) {
      differences.add(new Difference(pointer, replaces, true));
    }
  }

  private void blocks(
      BlockSchema block, JsonNode before, JsonNode wanted, String parent, boolean replaces) {
    String pointer = JsonPointers.child(parent, block.name());
    JsonNode old = before.path(block.name());
    JsonNode now = wanted.path(block.name());
    boolean inStep =
        switch (block.nesting()) {
          case SINGLE, GROUP -> old.isObject() && now.isObject();
          case LIST -> old.isArray() && now.isArray() && old.size() == now.size();
          case MAP -> old.isObject() && now.isObject() && names(old).equals(names(now));
          case SET -> false;
        };
    if (!inStep) {
      compare(pointer, sameBlocks(block, old, now), replaces);
      return;
    }
    if (block.nesting().isOne()) {
      body(block.body(), old, now, pointer, replaces);
    } else if (block.nesting() == BlockSchema.Nesting.LIST) {
      for (int i = 0; i < now.size(); i++) {
        body(block.body(), old.get(i), now.get(i), pointer + "/" + i, replaces);
      }
    } else {
      for (String name : names(now)) {
        body(
            block.body(),
            old.path(name),
            now.path(name),
            JsonPointers.child(pointer, name),
            replaces);
      }
    }
  }

  private static boolean sameBlocks(BlockSchema block, JsonNode old, JsonNode now) {
    if (block.nesting() != BlockSchema.Nesting.SET || !old.isArray() || !now.isArray()) {
      return Json.same(old, now);
    }
    return sameUnordered(old, now, (a, b) -> sameBody(block.body(), a, b));
  }

  private static boolean sameBody(BlockBody body, JsonNode old, JsonNode now) {
    SchemaDiff diff = new SchemaDiff(Set.of());
    diff.body(body, old, now, "", false);
    return diff.differences.isEmpty();
  }

  /** Equal for a value of this type. */
  public static boolean same(AttributeType type, JsonNode a, JsonNode b) {
    if (absent(a) || absent(b) || Deferred.is(a) || Deferred.is(b)) {
      return (absent(a) && absent(b)) || (!absent(a) && !absent(b) && Json.same(a, b));
    }
    return switch (type) {
      case AttributeType.SetOf set ->
          (a.isArray() && b.isArray())
              ? sameUnordered(a, b, (x, y) -> same(set.element(), x, y))
              : Json.same(a, b);
      case AttributeType.ListOf list -> sameElements(list.element(), a, b);
      case AttributeType.MapOf map -> sameFields(a, b, name -> map.element());
      case AttributeType.ObjectOf object ->
          sameFields(
              a,
              b,
              name -> {
                AttributeType.Field field = object.fields().get(name);
                return field == null ? AttributeType.ANY : field.type();
              });
      case AttributeType.Nested nested -> same(nested.plain(), a, b);
      case AttributeType.TupleOf tuple -> Json.same(a, b);
      case AttributeType.Any any -> Json.same(a, b);
      case AttributeType.Text text -> Json.same(fitted(type, a), fitted(type, b));
      case AttributeType.AnyNumber number -> Json.same(fitted(type, a), fitted(type, b));
      case AttributeType.WholeNumber number -> Json.same(fitted(type, a), fitted(type, b));
      case AttributeType.Bool bool -> Json.same(fitted(type, a), fitted(type, b));
    };
  }

  private static JsonNode fitted(AttributeType type, JsonNode value) {
    return new TypeFit().fit(type, value, "");
  }

  private static boolean absent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private static boolean sameElements(AttributeType element, JsonNode a, JsonNode b) {
    if (!a.isArray() || !b.isArray()) {
      return Json.same(a, b);
    }
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!same(element, a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameFields(
      JsonNode a, JsonNode b, java.util.function.Function<String, AttributeType> typeOf) {
    if (!a.isObject() || !b.isObject()) {
      return Json.same(a, b);
    }
    Set<String> names = new LinkedHashSet<>(names(a));
    names.addAll(names(b));
    return names.stream().allMatch(name -> same(typeOf.apply(name), a.path(name), b.path(name)));
  }

  private static boolean sameUnordered(
      JsonNode a, JsonNode b, java.util.function.BiPredicate<JsonNode, JsonNode> same) {
    if (a.size() != b.size()) {
      return false;
    }
    BitSet taken = new BitSet(b.size());
    for (JsonNode one : a) {
      int match = -1;
      for (int i = taken.nextClearBit(0); i < b.size(); i = taken.nextClearBit(i + 1)) {
        if (same.test(one, b.get(i))) {
          match = i;
          break;
        }
      }
      if (match < 0) {
        return false;
      }
      taken.set(match);
    }
    return true;
  }

  private static SortedSet<String> unknownAfterCreate(
      TypeSchema schema, JsonNode wanted, Collection<String> unknown) {
    SortedSet<String> names = new TreeSet<>();
    for (AttributeSchema attribute : schema.body().attributes()) {
      boolean given = wanted.has(attribute.name());
      if (attribute.providerGiven() ? !given : refersToUnknown(attribute, wanted, unknown)) {
        names.add(attribute.name());
      }
    }
    return names;
  }

  private static SortedSet<String> unknownAfterUpdate(
      TypeSchema schema, JsonNode wanted, Collection<String> unknown) {
    SortedSet<String> names = unknownAfterCreate(schema, wanted, unknown);
    schema.body().attributes().stream()
        .filter(AttributeSchema::keptOnUpdate)
        .forEach(attribute -> names.remove(attribute.name()));
    return names;
  }

  private static boolean refersToUnknown(
      AttributeSchema attribute, JsonNode wanted, Collection<String> unknown) {
    String pointer = JsonPointers.child("", attribute.name());
    return unknown.stream().anyMatch(at -> JsonPointers.overlap(at, pointer))
        || holdsDeferred(wanted.path(attribute.name()));
  }

  private static boolean holdsDeferred(JsonNode value) {
    if (Deferred.is(value)) {
      return true;
    }
    for (JsonNode child : value) {
      if (holdsDeferred(child)) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> names(JsonNode object) {
    if (object instanceof MissingNode) {
      return Set.of();
    }
    Set<String> names = new LinkedHashSet<>();
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      names.add(entry.getKey());
    }
    return names;
  }
}
