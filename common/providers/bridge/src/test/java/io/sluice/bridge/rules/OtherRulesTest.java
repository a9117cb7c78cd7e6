package io.sluice.bridge.rules;

import static io.sluice.bridge.rules.Blocks.holding;
import static io.sluice.bridge.rules.Blocks.list;
import static io.sluice.bridge.rules.Blocks.object;
import static io.sluice.bridge.rules.Blocks.set;
import static io.sluice.bridge.rules.Blocks.sub;
import static io.sluice.bridge.rules.Blocks.usual;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.schema.Attribute.Flag;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.Nesting;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class OtherRulesTest {
  private static Value tags(String... keysAndValues) {
    Map<String, Value> entries = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entries.put(keysAndValues[i], Value.of(keysAndValues[i + 1]));
    }
    return MapValue.of(Types.STRING, entries);
  }

  @Nested
  class IgnoringChanges {
    private final Block block =
        Block.of(
            Map.of(
                "tags", Blocks.attribute(Type.map(Types.STRING), Flag.OPTIONAL),
                "a", Blocks.text(Flag.OPTIONAL),
                "id", Blocks.text(Flag.COMPUTED)),
            Map.of("sub", Blocks.block(Nesting.LIST, Blocks.usual())));

    private Value thing(String a, Value tags, Value... subs) {
      return object("a", Blocks.of(a), "id", Blocks.of(null), "tags", tags, "sub", list(subs));
    }

    private Value inConfig(Value prior, Value config, ValuePath... paths) {
      return new IgnoredChanges(false, List.of(paths)).inConfig(block, prior, config);
    }

    @Test
    void doesNothingForANewObject() {
      Value config = thing("new", tags());
      Value nothing = Value.nullOf(block.type());
      assertThat(IgnoredChanges.ALL.inConfig(block, nothing, config)).isEqualTo(config);
    }

    @Test
    void keepsEverythingButWhatIsOnlyComputed() {
      Value prior =
          object(
              "a", Value.of("old"),
              "id", Value.of("1"),
              "tags", tags("k", "v"),
              "sub", list(usual("x", "7", "b")));
      assertThat(IgnoredChanges.ALL.inConfig(block, prior, thing("new", tags())))
          .isEqualTo(thing("old", tags("k", "v"), usual("x", null, "b")));
      assertThat(IgnoredChanges.ALL.inPlanned(prior, thing("new", tags()))).isEqualTo(prior);
    }

    @Test
    void keepsAttributesAtPaths() {
      Value prior = thing("old", tags("k", "v"), usual("x", null, null));
      Value config = thing("new", tags(), usual("y", null, null));
      assertThat(inConfig(prior, config, ValuePath.of("a")))
          .isEqualTo(thing("old", tags(), usual("y", null, null)));
      assertThat(inConfig(prior, config, ValuePath.of("sub").index(0).name("a")))
          .isEqualTo(thing("new", tags(), usual("x", null, null)));
      assertThat(inConfig(prior, config, ValuePath.of("sub").index(5).name("a"))).isEqualTo(config);
    }

    @Test
    void keepsOrRemovesSingleKeysOfMaps() {
      Value prior = thing("a", tags("kept", "old", "other", "old"));
      Value config = thing("a", tags("kept", "new", "other", "new", "added", "new"));
      assertThat(
              inConfig(
                  prior,
                  config,
                  ValuePath.of("tags").key("kept"),
                  ValuePath.of("tags").key("added")))
          .isEqualTo(thing("a", tags("kept", "old", "other", "new")));
      Value none = Value.nullOf(Type.map(Types.STRING));
      assertThat(inConfig(prior, thing("a", none), ValuePath.of("tags").key("kept")))
          .isEqualTo(thing("a", tags("kept", "old")));
      Value unknown = Value.unknown(Type.map(Types.STRING));
      assertThat(inConfig(prior, thing("a", unknown), ValuePath.of("tags").key("kept")))
          .isEqualTo(thing("a", unknown));
      assertThat(inConfig(prior, thing("a", unknown), ValuePath.of("tags")))
          .isEqualTo(thing("a", unknown));
    }
  }

  @Nested
  class AskingForReplacement {
    private final Block block =
        Block.of(
            Map.of(
                "a", Blocks.text(Flag.OPTIONAL),
                "w", Blocks.text(Flag.OPTIONAL, Flag.WRITE_ONLY)),
            Map.of("sub", Blocks.block(Nesting.SET, Blocks.usual())));

    private Value thing(String a, Value... subs) {
      return object("a", Blocks.of(a), "w", Blocks.NO_TEXT, "sub", set(subs));
    }

    private List<ValuePath> kept(Value prior, Value planned, ValuePath... named) {
      return Replacement.of(block, prior, planned, List.of(named)).paths();
    }

    @Test
    void countsOnlyWhereSomethingChangesOrMay() {
      ValuePath a = ValuePath.of("a");
      assertThat(kept(thing("x"), thing("y"), a)).containsExactly(a);
      assertThat(kept(thing("x"), thing("?"), a)).containsExactly(a);
      assertThat(kept(thing("x"), thing("x"), a)).isEmpty();
      assertThat(kept(Value.nullOf(block.type()), thing("x"), a)).isEmpty();
    }

    @Test
    void countsWriteOnlyAttributesWhateverTheirValue() {
      ValuePath w = ValuePath.of("w");
      Replacement replacement = Replacement.of(block, thing("x"), thing("x"), List.of(w));
      assertThat(replacement.paths()).containsExactly(w);
      assertThat(replacement.isForcedByWriteOnly(block)).isTrue();
    }

    @Test
    void followsPathsUpToASet() {
      ValuePath into = ValuePath.of("sub").index(12345).name("a");
      Value one = thing("x", usual("1", null, null));
      Value two = thing("x", usual("2", null, null));
      assertThat(kept(one, two, into)).containsExactly(into);
      assertThat(kept(one, one, into)).isEmpty();
    }

    @Test
    void isAFaultForAPathIntoNeitherObject() {
      assertThat(
              Replacement.of(block, thing("x"), thing("x"), List.of(ValuePath.of("no"))).faults())
          .hasSize(1);
    }
  }

  @Nested
  class OldProviders {
    @Test
    void giveBlocksThatAreNullOrUnknownWhichAreMadeEmptyOrStubs() {
      Block block = holding(Nesting.LIST);
      Type listOf = Type.list(usual().type());
      assertThat(LegacyNormalization.of(block, sub(Value.nullOf(listOf)))).isEqualTo(sub(list()));
      assertThat(LegacyNormalization.of(block, sub(Value.unknown(listOf))))
          .isEqualTo(sub(list(usual("?", "?", "?"))));
      assertThat(LegacyNormalization.of(block, sub(list(usual("x", "1", "b")))))
          .isEqualTo(sub(list(usual("x", "1", "b"))));
      Block group = holding(Nesting.GROUP);
      assertThat(LegacyNormalization.of(group, sub(Value.nullOf(usual().type()))))
          .isEqualTo(sub(usual(null, null, null)));
    }

    @Test
    void areNotTheOnesWithNestedAttributes() {
      Block block =
          Block.of(
              Map.of("n", Blocks.nested(Nesting.SINGLE, usual(), Flag.OPTIONAL)),
              Map.of("sub", Blocks.block(Nesting.LIST, usual())));
      Value value =
          object("n", Value.nullOf(usual().type()), "sub", Value.nullOf(Type.list(usual().type())));
      assertThat(LegacyNormalization.of(block, value)).isEqualTo(value);
    }
  }

  @Test
  void takesWriteOnlyAndUnknownPartsOut() {
    Block inner = Block.of(Map.of("w", Blocks.text(Flag.OPTIONAL, Flag.WRITE_ONLY)), Map.of());
    Block block = Block.of(Map.of(), Map.of("sub", Blocks.block(Nesting.SINGLE, inner)));
    Value value = sub(object("w", Value.of("s")));
    assertThat(WriteOnly.found(block, value)).containsExactly(ValuePath.of("sub", "w"));
    assertThat(WriteOnly.removed(block, value)).isEqualTo(sub(object("w", Blocks.NO_TEXT)));
    assertThat(Unknowns.found(usual("x", "?", null))).containsExactly(ValuePath.of("id"));
    assertThat(Unknowns.asNull(usual("x", "?", null))).isEqualTo(usual("x", null, null));
  }

  @Test
  void takesWhatATypeNoLongerHasOutOfStoredState() {
    Type type =
        Type.object(
            Map.of("a", Types.NUMBER, "list", Type.list(Type.object(Map.of("b", Types.STRING)))));
    byte[] stored =
        "{\"a\":12345678901234567890.5,\"list\":[{\"b\":\"x\",\"old\":1}],\"gone\":true}"
            .getBytes(StandardCharsets.UTF_8);
    assertThat(new String(StoredAttributes.withoutRemoved(stored, type), StandardCharsets.UTF_8))
        .isEqualTo("{\"a\":12345678901234567890.5,\"list\":[{\"b\":\"x\"}]}");
    byte[] fine = "{ \"a\" : 1 }".getBytes(StandardCharsets.UTF_8);
    assertThat(StoredAttributes.withoutRemoved(fine, type)).isSameAs(fine);
  }

  @Test
  void findsSecretsAtAnyDepthAndWholeSetsThatHoldOne() {
    Block inner =
        Block.of(
            Map.of(
                "s", Blocks.text(Flag.OPTIONAL, Flag.SENSITIVE), "a", Blocks.text(Flag.OPTIONAL)),
            Map.of());
    Block block =
        Block.of(
            Map.of("list", Blocks.nested(Nesting.LIST, inner, Flag.OPTIONAL)),
            Map.of("set", Blocks.block(Nesting.SET, inner)));
    Value secret = object("s", Value.of("x"), "a", Value.of("y"));
    Value none = object("s", Blocks.NO_TEXT, "a", Value.of("y"));
    Value value =
        object(
            "list", ListValue.of(inner.type(), List.of(none, secret)),
            "set", SetValue.of(inner.type(), List.of(none, secret)));
    assertThat(SensitivePaths.of(block, value))
        .containsExactly(ValuePath.of("list").index(1).name("s"), ValuePath.of("set"));
  }
}
