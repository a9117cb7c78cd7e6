package io.sluice.provider.schema;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaCheckTest {
  private static final TypeSchema FILE =
      TypeSchema.resource(
              "file",
              "",
              Repeats.all(RepeatClass.BY_NAME),
              required("filename", STRING).replaces(),
              optional("content", STRING),
              optional("source", STRING),
              optional("size", INTEGER).checkedBy(ValueCheck.between(1, 9)),
              optional("hidden", BOOL).defaultsTo(false),
              optional("tags", AttributeType.setOf(STRING)),
              optional("old", STRING).deprecated("use filename"),
              computed("id", STRING).kept())
          .withRules(ConfigRule.atMostOneOf("content", "source"))
          .withBlock(
              new BlockSchema(
                  "rule",
                  BlockSchema.Nesting.LIST,
                  0,
                  2,
                  false,
                  "",
                  BlockBody.of(required("port", INTEGER))));

  @Test
  void acceptsWhatFits() {
    assertThat(check("{'filename':'a','size':3,'hidden':true,'tags':['x'],'rule':{'port':1}}"))
        .isEmpty();
  }

  @Test
  void findsAllFaultsAtOnce() {
    assertThat(check("{'size':'many','hidden':[],'nonsense':1}"))
        .extracting(ConfigFault::pointer, ConfigFault::summary)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("", "Missing required argument"),
            org.assertj.core.groups.Tuple.tuple("/hidden", "Wrong type"),
            org.assertj.core.groups.Tuple.tuple("/nonsense", "Unsupported argument"),
            org.assertj.core.groups.Tuple.tuple("/size", "Wrong type"));
  }

  @Test
  void guessesTheMeantName() {
    ConfigFault fault = check("{'filename':'a','contnet':'x'}").getFirst();
    assertThat(fault.pointer()).isEqualTo("/contnet");
    assertThat(fault.hint()).isEqualTo("Did you mean \"content\"?");
  }

  @Test
  void takesReferencesForAnyType() {
    assertThat(
            check(
                "{'filename':{'$expr':'x'},'size':'${a.b}','hidden':'${V}','tags':'${a.c}',"
                    + "'rule':[{'port':'${a.d}'}]}"))
        .isEmpty();
  }

  @Test
  void anEscapedReferenceIsText() {
    assertThat(check("{'filename':'a','size':'$${a.b}'}"))
        .extracting(ConfigFault::summary)
        .containsExactly("Wrong type");
  }

  @Test
  void refusesToSetWhatTheProviderDecides() {
    assertThat(check("{'filename':'a','id':'1'}"))
        .extracting(ConfigFault::summary)
        .containsExactly("Value decided by the provider");
  }

  @Test
  void aNullForARequiredArgumentIsMissing() {
    assertThat(check("{'filename':null}"))
        .extracting(ConfigFault::summary)
        .containsExactly("Missing required argument");
  }

  @Test
  void checksValuesRulesAndBlocks() {
    assertThat(
            check(
                "{'filename':'a','size':12,'content':'x','source':'y',"
                    + "'rule':[{'port':1},{'prot':2},{'port':1.5}]}"))
        .extracting(ConfigFault::pointer, ConfigFault::summary)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("/size", "Invalid value"),
            org.assertj.core.groups.Tuple.tuple("", "Invalid combination of arguments"),
            org.assertj.core.groups.Tuple.tuple("", "Too many blocks"),
            org.assertj.core.groups.Tuple.tuple("/rule/1", "Missing required argument"),
            org.assertj.core.groups.Tuple.tuple("/rule/1/prot", "Unsupported argument"),
            org.assertj.core.groups.Tuple.tuple("/rule/2/port", "Wrong type"));
  }

  @Test
  void deprecationIsOnlyAWarning() {
    assertThat(check("{'filename':'a','old':'b'}"))
        .singleElement()
        .satisfies(fault -> assertThat(fault.warning()).isTrue());
  }

  @Test
  void conformsToTypesDefaultsAndLists() {
    assertThat(
            SchemaCheck.conform(
                FILE,
                json(
                    "{'filename':7,'size':'3','content':null,'tags':['a','a'],'rule':{'port':1}}")))
        .isEqualTo(
            json("{'filename':'7','size':3,'hidden':false,'tags':['a'],'rule':[{'port':1}]}"));
  }

  @Test
  void keepsIntegersBeyondDoublePrecision() {
    assertThat(
            SchemaCheck.conform(FILE, json("{'filename':9007199254740993}"))
                .get("filename")
                .textValue())
        .isEqualTo("9007199254740993");
  }

  private static List<ConfigFault> check(String config) {
    return SchemaCheck.check(FILE, json(config));
  }

  static JsonNode json(String text) {
    try {
      return Json.tree(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (io.sluice.model.json.MalformedMessage e) {
      throw new IllegalArgumentException(e);
    }
  }
}
