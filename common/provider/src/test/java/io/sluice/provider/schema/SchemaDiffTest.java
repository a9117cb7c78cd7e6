package io.sluice.provider.schema;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.optionalComputed;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;
import static io.sluice.provider.schema.SchemaCheckTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.RepeatClass;
import io.sluice.provider.schema.PlannedChange.Difference;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchemaDiffTest {
  private static final BlockBody RULE = BlockBody.of(required("port", INTEGER));
  private static final TypeSchema TYPE =
      TypeSchema.resource(
              "thing",
              "",
              Repeats.all(RepeatClass.TOKEN),
              required("name", STRING).replaces(),
              optional("size", INTEGER).defaultsTo(1),
              optional("tags", AttributeType.setOf(STRING)),
              optional("order", AttributeType.listOf(STRING)),
              optionalComputed("zone", STRING),
              computed("id", STRING).kept(),
              computed("address", STRING))
          .withBlock(new BlockSchema("rule", BlockSchema.Nesting.LIST, 0, 0, false, "", RULE))
          .withBlock(new BlockSchema("peer", BlockSchema.Nesting.SET, 0, 0, true, "", RULE));

  @Test
  void nothingToDoWhenOnlyOrderOfSetsSpellingAndDefaultsDiffer() {
    assertThat(
            diff(
                "{'name':'a','tags':['x','y'],'peer':[{'port':1},{'port':2}],'rule':{'port':1}}",
                "{'size':1.0,'name':'a','tags':['y','x'],'peer':[{'port':2},{'port':'1'}],"
                    + "'rule':[{'port':1}],'order':null}"))
        .isEqualTo(new PlannedChange.NoChange());
  }

  @Test
  void orderOfAListIsADifference() {
    assertThat(diff("{'name':'a','order':['x','y']}", "{'name':'a','order':['y','x']}"))
        .isEqualTo(
            new PlannedChange.Update(
                List.of(new Difference("/order", false, false)), sorted("address", "zone")));
  }

  @Test
  void aChangedNameReplaces() {
    assertThat(diff("{'name':'a','size':1}", "{'name':'b','size':2}"))
        .isEqualTo(
            new PlannedChange.Replace(
                List.of(
                    new Difference("/name", true, false), new Difference("/size", false, false)),
                sorted("address", "id", "zone")));
  }

  @Test
  void namesTheAttributeInsideABlock() {
    assertThat(
            diff(
                "{'name':'a','rule':[{'port':1},{'port':2}]}",
                "{'name':'a','rule':[{'port':1},{'port':3}]}"))
        .isInstanceOfSatisfying(
            PlannedChange.Update.class,
            update ->
                assertThat(update.differences())
                    .containsExactly(new Difference("/rule/1/port", false, false)));
  }

  @Test
  void aBlockThatForcesReplacementDoesSo() {
    assertThat(diff("{'name':'a','peer':{'port':1}}", "{'name':'a'}"))
        .isInstanceOf(PlannedChange.Replace.class);
  }

  @Test
  void anUnknownValueIsADifferenceOfItsOwnKind() {
    assertThat(
            SchemaDiff.diff(
                TYPE, json("{'name':'${x.id}'}"), json("{'name':'${x.id}'}"), Set.of("/name")))
        .isInstanceOfSatisfying(
            PlannedChange.Replace.class,
            replace ->
                assertThat(replace.differences())
                    .containsExactly(new Difference("/name", true, true)));
  }

  @Test
  void theSameReferenceToWhatDoesNotChangeIsNoDifference() {
    assertThat(diff("{'name':'${x.id}','tags':['${x.a}']}", "{'name':'${x.id}','tags':['${x.a}']}"))
        .isEqualTo(new PlannedChange.NoChange());
  }

  @Test
  void aLeftOutOptionalComputedValueIsTheProvidersBusiness() {
    assertThat(diff("{'name':'a','zone':'z'}", "{'name':'a'}"))
        .isEqualTo(new PlannedChange.NoChange());
  }

  @Test
  void createSaysWhatIsKnownAfterwards() {
    assertThat(SchemaDiff.diff(TYPE, null, json("{'name':'a','zone':'z'}"), Set.of()))
        .isEqualTo(new PlannedChange.Create(sorted("address", "id")));
  }

  private static java.util.SortedSet<String> sorted(String... names) {
    return new java.util.TreeSet<>(List.of(names));
  }

  private static PlannedChange diff(String prior, String desired) {
    return SchemaDiff.diff(TYPE, json(prior), json(desired), Set.of());
  }
}
