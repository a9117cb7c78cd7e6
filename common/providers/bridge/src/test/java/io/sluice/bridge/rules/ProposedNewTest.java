package io.sluice.bridge.rules;

import static io.sluice.bridge.rules.Blocks.holding;
import static io.sluice.bridge.rules.Blocks.holdingAttribute;
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
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProposedNewTest {
  private static Value proposed(Block block, Value prior, Value config) {
    return ProposedNew.of(block, prior, config);
  }

  @Test
  void isNothingWhereNothingWasAndNothingIsWanted() {
    Value nothing = Value.nullOf(usual().type());
    assertThat(proposed(usual(), nothing, nothing)).isEqualTo(nothing);
  }

  @Test
  void takesConfigurationAndKeepsOnlyWhatIsComputed() {
    assertThat(proposed(usual(), usual("old", "1", "kept"), usual(null, null, null)))
        .isEqualTo(usual(null, "1", "kept"));
    assertThat(proposed(usual(), usual("old", "1", "kept"), usual("new", null, "mine")))
        .isEqualTo(usual("new", "1", "mine"));
    assertThat(proposed(usual(), usual("old", "1", "kept"), usual("?", null, "?")))
        .isEqualTo(usual("?", "1", "?"));
  }

  @Test
  void startsFromNullsForANewObject() {
    assertThat(proposed(usual(), Value.nullOf(usual().type()), usual("x", null, null)))
        .isEqualTo(usual("x", null, null));
    Block group = holding(Nesting.GROUP);
    assertThat(proposed(group, Value.nullOf(group.type()), sub(usual("x", null, null))))
        .isEqualTo(sub(usual("x", null, null)));
  }

  @Test
  void mergesSingleBlocksOnlyWhereTheyAreConfigured() {
    Block block = holding(Nesting.SINGLE);
    Value nothing = Value.nullOf(usual().type());
    assertThat(proposed(block, sub(usual("x", "1", "b")), sub(nothing))).isEqualTo(sub(nothing));
    assertThat(proposed(block, sub(usual("x", "1", "b")), sub(usual("y", null, null))))
        .isEqualTo(sub(usual("y", "1", "b")));
    assertThat(proposed(block, sub(nothing), sub(usual("y", null, null))))
        .isEqualTo(sub(usual("y", null, null)));
  }

  @Test
  void mergesListsByIndex() {
    Value prior = sub(list(usual("x", "1", null), usual("y", "2", null)));
    Value config =
        sub(list(usual("y", null, null), usual("y", null, null), usual("z", null, null)));
    Value expected =
        sub(list(usual("y", "1", null), usual("y", "2", null), usual("z", null, null)));
    assertThat(proposed(holding(Nesting.LIST), prior, config)).isEqualTo(expected);
    assertThat(proposed(holdingAttribute(Nesting.LIST, Flag.OPTIONAL), prior, config))
        .isEqualTo(expected);
    assertThat(proposed(holding(Nesting.LIST), prior, sub(list()))).isEqualTo(sub(list()));
  }

  @Test
  void mergesMapsByKey() {
    Value prior = sub(map("x", usual("1", "1", null), "gone", usual("2", "2", null)));
    Value config = sub(map("x", usual("9", null, null), "new", usual("3", null, null)));
    Value expected = sub(map("x", usual("9", "1", null), "new", usual("3", null, null)));
    assertThat(proposed(holding(Nesting.MAP), prior, config)).isEqualTo(expected);
    assertThat(proposed(holdingAttribute(Nesting.MAP, Flag.OPTIONAL), prior, config))
        .isEqualTo(expected);
  }

  @Test
  void findsTheElementOfASetThatCouldHaveBeenConfiguredSo() {
    Value prior = sub(set(usual("x", "1", "b"), usual("y", "2", "c")));
    Value config = sub(set(usual("y", null, null), usual("z", null, null)));
    Value expected = sub(set(usual("y", "2", "c"), usual("z", null, null)));
    assertThat(proposed(holding(Nesting.SET), prior, config)).isEqualTo(expected);
    assertThat(proposed(holdingAttribute(Nesting.SET, Flag.OPTIONAL), prior, config))
        .isEqualTo(expected);
  }

  @Test
  void usesEachPriorElementOfASetOnce() {
    Value prior = sub(set(usual("x", "1", "b")));
    Value config = sub(set(usual("x", null, null), usual("x", null, "b")));
    assertThat(proposed(holding(Nesting.SET), prior, config).entries().get("sub").elements())
        .hasSize(2)
        .contains(usual("x", "1", "b"));
  }

  @Test
  void comparesSetsInsideOfElementsAsAWhole() {
    Block inner =
        Block.of(
            Map.of(
                "tags", Blocks.attribute(Type.set(Types.STRING), Flag.OPTIONAL),
                "id", Blocks.text(Flag.COMPUTED)),
            Map.of());
    Value prior = object("tags", strings("a", "b"), "id", Value.of("1"));
    Value same = object("tags", strings("a", "b"), "id", Blocks.NO_TEXT);
    Value other = object("tags", strings("a"), "id", Blocks.NO_TEXT);
    assertThat(ProposedNew.couldComeFrom(inner, prior, same)).isTrue();
    assertThat(ProposedNew.couldComeFrom(inner, prior, other)).isFalse();
  }

  private static Value strings(String... texts) {
    return io.sluice.language.value.SetValue.of(
        Types.STRING, java.util.Arrays.stream(texts).map(Value::of).toList());
  }

  @Test
  void dropsAComputedObjectThatSomebodyHadConfigured() {
    Block block = holdingAttribute(Nesting.SINGLE, Flag.OPTIONAL, Flag.COMPUTED);
    Value nothing = Value.nullOf(usual().type());
    // "a" can't have been computed.
    assertThat(proposed(block, sub(usual("x", "1", null)), sub(nothing))).isEqualTo(sub(nothing));
    assertThat(proposed(block, sub(usual(null, "1", "b")), sub(nothing)))
        .isEqualTo(sub(usual(null, "1", "b")));
  }

  @Test
  void leavesUnknownCollectionsUnknown() {
    Block block = holding(Nesting.LIST);
    Value unknown = Value.unknown(Type.list(usual().type()));
    assertThat(proposed(block, sub(list(usual("x", "1", null))), sub(unknown)))
        .isEqualTo(sub(unknown));
  }

  @Test
  void makesEverythingComputedUnknownOfWhatIsOnlyRead() {
    assertThat(ProposedNew.ofUnread(usual(), usual("x", null, null)))
        .isEqualTo(usual("x", "?", "?"));
    assertThat(ProposedNew.ofUnread(holding(Nesting.LIST), sub(list(usual("x", null, null)))))
        .isEqualTo(sub(list(usual("x", "?", "?"))));
    assertThat(ProposedNew.ofUnread(holding(Nesting.MAP), sub(map("k", usual("x", null, null)))))
        .isEqualTo(sub(map("k", usual("x", "?", "?"))));
  }
}
