package io.sluice.language.substitution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.substitution.Substituted.Resolved;
import io.sluice.language.substitution.Substituted.Unresolved;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SubstitutionProperties {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Text rich in what matters: dollars, braces, dots, quotes. */
  @Provide
  Arbitrary<String> text() {
    Arbitrary<String> part =
        Arbitraries.of(
            "$",
            "$$",
            "{",
            "}",
            "${",
            "$${",
            "a",
            ".",
            "b",
            "[0]",
            "[\"",
            "\"]",
            "\\",
            " ",
            "\n",
            "${A}",
            "${m.x}",
            "${m.bad}",
            "${m.list}",
            "é",
            "\uD83D\uDE00");
    return part.list().ofMaxSize(8).map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<JsonNode> trees() {
    return tree(3);
  }

  private Arbitrary<JsonNode> tree(int depth) {
    Arbitrary<JsonNode> scalar =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(6, text().map(NODES::textNode)),
            net.jqwik.api.Tuple.of(
                1, Arbitraries.bigIntegers().map(i -> (JsonNode) NODES.numberNode((BigInteger) i))),
            net.jqwik.api.Tuple.of(
                1, Arbitraries.bigDecimals().map(d -> (JsonNode) NODES.numberNode((BigDecimal) d))),
            net.jqwik.api.Tuple.of(1, Arbitraries.of(NODES.nullNode(), NODES.booleanNode(true))));
    if (depth == 0) {
      return scalar;
    }
    Arbitrary<JsonNode> list =
        tree(depth - 1)
            .list()
            .ofMaxSize(3)
            .map(
                elements -> {
                  ArrayNode node = NODES.arrayNode();
                  elements.forEach(node::add);
                  return node;
                });
    Arbitrary<JsonNode> object =
        Arbitraries.maps(text(), tree(depth - 1))
            .ofMaxSize(3)
            .map(
                fields -> {
                  ObjectNode node = NODES.objectNode();
                  fields.forEach(node::set);
                  return node;
                });
    return Arbitraries.oneOf(scalar, list, object);
  }

  private static Given given() {
    ArrayNode list = NODES.arrayNode();
    list.add("${A}");
    return new Given(
        Map.of(
            "m.x", new Given.Entry(NODES.textNode("$${A} ${A}"), true),
            "m.list", new Given.Entry(list, false)),
        Map.of());
  }

  private static Substituted substitute(JsonNode config) {
    return Substitution.substitute(
        config,
        given(),
        name -> name.equals("A") ? Optional.of("${m.x}") : Optional.empty(),
        Expressions.NONE);
  }

  @Property
  void escapedTextComesBackAsItWas(@ForAll("text") String text) {
    Substituted outcome = substitute(NODES.textNode(Escape.text(text)));
    assertThat(outcome).isEqualTo(new Resolved(NODES.textNode(text), List.of()));
  }

  @Property
  void escapedTreesComeBackAsTheyWere(@ForAll("trees") JsonNode tree) {
    assertThat(substitute(Escape.tree(tree))).isEqualTo(new Resolved(tree, List.of()));
    assertThat(References.in(Escape.tree(tree))).isEmpty();
  }

  @Property
  void inputIsUntouchedWhateverHappens(@ForAll("trees") JsonNode tree) {
    JsonNode before = tree.deepCopy();
    substitute(tree);
    assertThat(tree).isEqualTo(before);
  }

  @Property
  void resultSharesNothingWithTheInput(@ForAll("trees") JsonNode tree) {
    if (substitute(tree) instanceof Resolved(JsonNode result, List<String> secrets)) {
      List<JsonNode> containers = new ArrayList<>();
      collect(tree, containers);
      given().values().values().forEach(entry -> collect(entry.value(), containers));
      List<JsonNode> copies = new ArrayList<>();
      collect(result, copies);
      for (JsonNode copy : copies) {
        assertThat(containers).noneMatch(container -> container == copy);
      }
    }
  }

  @Property
  void orderOfTheKeysChangesNeitherValueNorError(@ForAll("trees") JsonNode tree) {
    assertThat(substitute(reversed(tree))).isEqualTo(substitute(tree));
  }

  @Property
  void failsExactlyWhenTheScannerFindsSomethingThatCannotBeResolved(
      @ForAll("trees") JsonNode tree) {
    List<Reference> found = References.in(tree);
    if (substitute(tree) instanceof Unresolved unresolved) {
      assertThat(found)
          .anyMatch(
              reference ->
                  reference.text().equals(unresolved.reference())
                      && reference.where().equals(unresolved.where()));
    } else {
      assertThat(found)
          .allMatch(
              reference ->
                  switch (reference) {
                    case Reference.Variable variable -> variable.name().equals("A");
                    case Reference.Output output -> !output.text().equals("m.bad");
                    case Reference.Malformed bad -> false;
                  });
    }
  }

  @Property
  void everySecretPathPointsToAStringThatHeldAReference(@ForAll("trees") JsonNode tree) {
    if (substitute(tree) instanceof Resolved(JsonNode result, List<String> secrets)) {
      for (String path : secrets) {
        assertThat(tree.at(path).isTextual()).isTrue();
        assertThat(tree.at(path).textValue()).containsAnyOf("${A}", "${m.x}");
        assertThat(result.at(path).isMissingNode()).isFalse();
      }
      assertThat(secrets).doesNotHaveDuplicates();
    }
  }

  private static void collect(JsonNode node, List<JsonNode> into) {
    if (node.isContainerNode()) {
      into.add(node);
      node.forEach(child -> collect(child, into));
    }
  }

  private static JsonNode reversed(JsonNode node) {
    if (node.isArray()) {
      ArrayNode copy = NODES.arrayNode();
      node.forEach(child -> copy.add(reversed(child)));
      return copy;
    }
    if (node.isObject()) {
      List<String> keys = new ArrayList<>();
      node.fieldNames().forEachRemaining(keys::add);
      Collections.reverse(keys);
      ObjectNode copy = NODES.objectNode();
      keys.forEach(key -> copy.set(key, reversed(node.path(key))));
      return copy;
    }
    return node;
  }
}
