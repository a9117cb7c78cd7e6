package io.sluice.bridge.rules;

import static io.sluice.bridge.rules.Blocks.holding;
import static io.sluice.bridge.rules.Blocks.list;
import static io.sluice.bridge.rules.Blocks.map;
import static io.sluice.bridge.rules.Blocks.object;
import static io.sluice.bridge.rules.Blocks.set;
import static io.sluice.bridge.rules.Blocks.sub;
import static io.sluice.bridge.rules.Blocks.usual;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.schema.Attribute.Flag;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.Nesting;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.Refinement;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.number.BigFloat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObjectCompatibilityTest {
  private static List<String> faults(Block block, Value planned, Value actual) {
    return ObjectCompatibility.check(block, planned, actual).stream().map(Fault::sentence).toList();
  }

  private static Block of(Type type) {
    return Block.of(Map.of("v", Blocks.attribute(type, Flag.OPTIONAL)), Map.of());
  }

  private static List<String> faults(Type type, Value planned, Value actual) {
    return faults(of(type), object("v", planned), object("v", actual));
  }

  @Test
  void letsUnknownPartsBecomeAnythingAndKnownOnesNothingElse() {
    assertThat(faults(usual(), usual("x", "?", "?"), usual("x", "1", null))).isEmpty();
    assertThat(faults(usual(), usual("x", "?", "b"), usual("y", "1", "b")))
        .containsExactly("a: is not what was planned");
    assertThat(faults(usual(), usual("x", null, "b"), usual("x", "1", null))).hasSize(2);
    assertThat(faults(usual(), usual("x", "1", "b"), usual("x", "?", "b"))).hasSize(1);
  }

  @Test
  void wantsPresenceToBeAsPlanned() {
    Value nothing = Value.nullOf(usual().type());
    assertThat(faults(usual(), usual("x", "1", "b"), nothing)).hasSize(1);
    assertThat(faults(usual(), nothing, usual("x", "1", "b"))).hasSize(1);
    assertThat(faults(usual(), nothing, nothing)).isEmpty();
  }

  @Test
  void holdsValuesToTheirRefinements() {
    Value arn =
        new Value.UnknownValue(
            Types.STRING, new Refinement(true, 0, Refinement.UNBOUNDED, "arn:", null, null));
    assertThat(faults(Types.STRING, arn, Value.of("arn:x"))).isEmpty();
    assertThat(faults(Types.STRING, arn, Value.of("x"))).hasSize(1);
    assertThat(faults(Types.STRING, arn, Value.nullOf(Types.STRING))).hasSize(1);
    Value positive =
        new Value.UnknownValue(
            Types.NUMBER,
            new Refinement(
                false,
                0,
                Refinement.UNBOUNDED,
                "",
                new Refinement.Bound(BigFloat.ZERO, false),
                null));
    assertThat(faults(Types.NUMBER, positive, Value.of(1))).isEmpty();
    assertThat(faults(Types.NUMBER, positive, Value.of(0))).hasSize(1);
    Type list = Type.list(Types.STRING);
    Value two = new Value.UnknownValue(list, new Refinement(true, 2, 2));
    assertThat(faults(list, two, Value.strings(List.of("a", "b")))).isEmpty();
    assertThat(faults(list, two, Value.strings(List.of("a")))).hasSize(1);
  }

  @Test
  void comparesElementsOfListsAndMapsOneByOne() {
    Type list = Type.list(Types.STRING);
    Value planned = ListValue.of(Types.STRING, List.of(Value.of("a"), Value.unknown(Types.STRING)));
    assertThat(faults(list, planned, Value.strings(List.of("a", "b")))).isEmpty();
    assertThat(faults(list, planned, Value.strings(List.of("a"))))
        .containsExactly("v[1]: has vanished");
    assertThat(faults(list, planned, Value.strings(List.of("a", "b", "c"))))
        .containsExactly("v[2]: has appeared");
  }

  @Test
  void wantsAMatchForEachElementOfASetAndNeverMoreThanPlanned() {
    Type type = Type.set(Types.STRING);
    Value planned =
        SetValue.of(
            Types.STRING,
            List.of(Value.of("a"), Value.unknown(Types.STRING), Value.unknown(Types.STRING)));
    assertThat(faults(type, planned, texts("a", "b", "c"))).isEmpty();
    assertThat(faults(type, planned, texts("a", "b"))).isEmpty();
    assertThat(faults(type, planned, texts("b", "c"))).hasSize(1);
    assertThat(faults(type, planned, texts("a", "b", "c", "d"))).hasSize(1);
    assertThat(faults(type, texts("a"), texts("a", "b"))).hasSize(1);
  }

  private static Value texts(String... texts) {
    return SetValue.of(Types.STRING, java.util.Arrays.stream(texts).map(Value::of).toList());
  }

  @Test
  void comparesBlocks() {
    assertThat(
            faults(
                holding(Nesting.LIST),
                sub(list(usual("x", "?", "?"))),
                sub(list(usual("x", "1", "b")))))
        .isEmpty();
    assertThat(faults(holding(Nesting.LIST), sub(list(usual("x", "?", "?"))), sub(list())))
        .hasSize(1);
    assertThat(
            faults(
                holding(Nesting.MAP),
                sub(map("k", usual("x", "?", "?"))),
                sub(map("l", usual("x", "1", "b")))))
        .hasSize(2);
    assertThat(
            faults(
                holding(Nesting.SET),
                sub(set(usual("x", "?", "?"), usual("y", "?", "?"))),
                sub(set(usual("y", "1", "b"), usual("x", "2", "b")))))
        .isEmpty();
    assertThat(
            faults(
                holding(Nesting.SET),
                sub(set(usual("x", "?", "?"))),
                sub(set(usual("y", "1", "b")))))
        .hasSize(1);
    assertThat(
            faults(
                holding(Nesting.LIST),
                sub(Value.unknown(Type.list(usual().type()))),
                sub(list(usual("x", "1", "b")))))
        .isEmpty();
  }

  @Test
  void comparesTypesOfDynamicValues() {
    assertThat(faults(Types.ANY, Value.of("a"), Value.of(1)))
        .containsExactly("v: is of another type than was planned");
    assertThat(faults(Types.ANY, Value.unknown(Types.ANY), Value.of(1))).isEmpty();
  }
}
