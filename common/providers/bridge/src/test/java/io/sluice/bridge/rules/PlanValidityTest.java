package io.sluice.bridge.rules;

import static io.sluice.bridge.rules.Blocks.holding;
import static io.sluice.bridge.rules.Blocks.holdingAttribute;
import static io.sluice.bridge.rules.Blocks.list;
import static io.sluice.bridge.rules.Blocks.map;
import static io.sluice.bridge.rules.Blocks.set;
import static io.sluice.bridge.rules.Blocks.sub;
import static io.sluice.bridge.rules.Blocks.usual;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.schema.Attribute.Flag;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.Nesting;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanValidityTest {
  private static final Value NOTHING = Value.nullOf(usual().type());

  private static List<String> faults(Block block, Value prior, Value config, Value planned) {
    return PlanValidity.check(block, prior, config, planned).stream().map(Fault::sentence).toList();
  }

  private static List<String> faults(Value prior, Value config, Value planned) {
    return faults(usual(), prior, config, planned);
  }

  @Test
  void allowsWhatIsConfiguredAndWhatIsComputed() {
    assertThat(faults(NOTHING, usual("x", null, null), usual("x", "?", "?"))).isEmpty();
    assertThat(faults(NOTHING, usual("x", null, null), usual("x", "1", "any"))).isEmpty();
    assertThat(faults(NOTHING, usual("?", null, null), usual("?", "1", null))).isEmpty();
  }

  @Test
  void allowsTheValueThatWasThereInPlaceOfTheConfiguredOne() {
    assertThat(faults(usual("old", "1", "b"), usual("new", null, "c"), usual("old", "1", "b")))
        .isEmpty();
    assertThat(faults(usual("old", "1", "b"), usual(null, null, null), usual("old", "1", "b")))
        .containsExactly("a: planned with a value, but it is neither configured nor computed");
  }

  @Test
  void refusesOtherValuesForWhatIsConfiguredOrNotComputed() {
    assertThat(faults(NOTHING, usual("x", null, null), usual("y", "?", "?")))
        .containsExactly("a: planned with another value than the configured one");
    assertThat(faults(NOTHING, usual("x", null, "b"), usual("x", "?", "c"))).hasSize(1);
    assertThat(faults(NOTHING, usual("x", null, null), usual("?", "?", "?"))).hasSize(1);
    assertThat(faults(NOTHING, usual(null, null, null), usual("y", "?", "?"))).hasSize(1);
  }

  @Test
  void wantsAnObjectWhereOneIsConfiguredAndNowhereElse() {
    assertThat(faults(NOTHING, usual("x", null, null), NOTHING)).hasSize(1);
    assertThat(faults(usual("x", "1", "b"), NOTHING, usual("x", "1", "b"))).hasSize(1);
    assertThat(faults(usual("x", "1", "b"), NOTHING, NOTHING)).isEmpty();
  }

  @Test
  void neverLetsAWriteOnlyValueBePlanned() {
    Block block = Block.of(Map.of("w", Blocks.text(Flag.OPTIONAL, Flag.WRITE_ONLY)), Map.of());
    Value nothing = Value.nullOf(block.type());
    Value secret = Blocks.object("w", Value.of("s3cr3t"));
    assertThat(faults(block, nothing, secret, Blocks.object("w", Blocks.NO_TEXT))).isEmpty();
    assertThat(faults(block, nothing, secret, secret))
        .hasSize(1)
        .noneMatch(text -> text.contains("s3cr3t"));
  }

  @Test
  void countsBlocksOfListsAndMaps() {
    Value one = usual("x", null, null);
    Value planned = usual("x", "?", "?");
    assertThat(
            faults(
                holding(Nesting.LIST),
                sub(list()),
                sub(list(one, one)),
                sub(list(planned, planned))))
        .isEmpty();
    assertThat(faults(holding(Nesting.LIST), sub(list()), sub(list(one, one)), sub(list(planned))))
        .containsExactly("sub: 1 planned, but 2 configured");
    assertThat(faults(holding(Nesting.MAP), sub(map()), sub(map("k", one)), sub(map("l", planned))))
        .hasSize(2);
    assertThat(
            faults(
                holding(Nesting.LIST),
                sub(list()),
                sub(list(one)),
                sub(list(usual("y", "?", "?")))))
        .containsExactly("sub[0].a: planned with another value than the configured one");
  }

  @Test
  void neverLetsACollectionOfBlocksBeNullOrUnknown() {
    for (Nesting nesting : List.of(Nesting.LIST, Nesting.SET, Nesting.MAP)) {
      Block block = holding(nesting);
      Type type = block.blocks().get("sub").type();
      Value empty = block.empty();
      assertThat(faults(block, empty, empty, sub(Value.nullOf(type)))).hasSize(1);
      assertThat(faults(block, empty, empty, sub(Value.unknown(type)))).hasSize(1);
    }
  }

  @Test
  void letsAnUnknownNumberOfBlocksStayUnknownOnly() {
    Block block = holding(Nesting.LIST);
    Value unknown = sub(Value.unknown(Type.list(usual().type())));
    assertThat(faults(block, sub(list()), unknown, unknown)).isEmpty();
    assertThat(faults(block, sub(list()), unknown, sub(list()))).hasSize(1);
  }

  @Test
  void trustsProvidersWithTheElementsOfSets() {
    assertThat(
            faults(
                holding(Nesting.SET),
                sub(set()),
                sub(set(usual("x", null, null))),
                sub(set(usual("other", "1", "b")))))
        .isEmpty();
    assertThat(
            faults(
                holding(Nesting.SET),
                sub(set()),
                sub(set(usual("x", null, null))),
                sub(set(Value.unknown(usual().type())))))
        .hasSize(1);
    assertThat(
            faults(
                holdingAttribute(Nesting.SET, Flag.OPTIONAL),
                sub(Value.nullOf(Type.set(usual().type()))),
                sub(set(usual("x", null, null))),
                sub(set())))
        .containsExactly("sub: 0 planned, but 1 configured");
  }

  @Test
  void looksIntoNestedAttributes() {
    Block block = holdingAttribute(Nesting.SINGLE, Flag.OPTIONAL);
    assertThat(faults(block, sub(NOTHING), sub(usual("x", null, null)), sub(usual("x", "?", "?"))))
        .isEmpty();
    assertThat(faults(block, sub(NOTHING), sub(usual("x", null, null)), sub(usual("y", "?", "?"))))
        .containsExactly("sub.a: planned with another value than the configured one");
    assertThat(
            faults(
                block,
                sub(NOTHING),
                sub(usual("x", null, null)),
                sub(Value.unknown(usual().type()))))
        .hasSize(1);
    Block keyed = holdingAttribute(Nesting.MAP, Flag.OPTIONAL);
    assertThat(
            faults(
                keyed,
                sub(map()),
                sub(map("k", usual("x", null, null))),
                sub(map("k", usual("y", "?", "?")))))
        .containsExactly("sub[\"k\"].a: planned with another value than the configured one");
  }
}
