package io.sluice.language.substitution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.language.substitution.Substituted.Reason;
import io.sluice.language.substitution.Substituted.Resolved;
import io.sluice.language.substitution.Substituted.Unresolved;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubstitutionTest {
  static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .build();

  static final Variables HOME =
      name -> name.equals("HOME") ? Optional.of("/home/ann") : Optional.empty();

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Given given(String values, String... replaced) {
    Map<String, JsonNode> map = new TreeMap<>();
    json(values).properties().forEach(f -> map.put(f.getKey(), f.getValue()));
    Map<String, String> ids = new TreeMap<>();
    for (int i = 0; i < replaced.length; i += 2) {
      ids.put(replaced[i], replaced[i + 1]);
    }
    return Given.plain(map, ids);
  }

  private static JsonNode resolved(String config, Given given) {
    Substituted outcome = Substitution.substitute(json(config), given, HOME, Expressions.NONE);
    assertThat(outcome).isInstanceOf(Resolved.class);
    return ((Resolved) outcome).tree();
  }

  private static Unresolved failure(String config, Given given) {
    Substituted outcome = Substitution.substitute(json(config), given, HOME, Expressions.NONE);
    assertThat(outcome).isInstanceOf(Unresolved.class);
    return (Unresolved) outcome;
  }

  @Test
  void keepsTheTypeOfAValueThatIsTheWholeString() {
    Given given =
        given("{'a.n': 7, 'a.b': true, 'a.l': [1, {'x': null}], 'a.o': {'k': 'v'}, 'a.z': null}");
    assertThat(
            resolved("{'n':'${a.n}','b':'${a.b}','l':'${a.l}','o':'${a.o}','z':'${a.z}'}", given))
        .isEqualTo(json("{'n':7,'b':true,'l':[1,{'x':null}],'o':{'k':'v'},'z':null}"));
  }

  @Test
  void writesScalarsIntoLongerStrings() {
    Given given =
        given(
            "{'a.n': 1e3, 'a.f': 0.00000012, 'a.big': 123456789012345678901234567890, 'a.t':"
                + " true}");
    assertThat(resolved("'<${a.n}|${a.f}|${a.big}|${a.t}|${HOME}>'", given).textValue())
        .isEqualTo("<1000|0.00000012|123456789012345678901234567890|true|/home/ann>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "{'x':1}", "null"})
  void refusesWhatIsNoTextInsideALongerString(String value) {
    Unresolved failure = failure("{'k':'x${a.v}'}", given("{'a.v':" + value + "}"));
    assertThat(failure.reason()).isEqualTo(Reason.NOT_TEXT);
    assertThat(failure.reference()).isEqualTo("a.v");
    assertThat(failure.where()).isEqualTo("/k");
  }

  @Test
  void refusesANumberTooLongToWriteInsteadOfRunningOutOfMemory() {
    assertThat(failure("'x${a.v}'", given("{'a.v': 1e900000000}")).reason())
        .isEqualTo(Reason.NOT_TEXT);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "${}",
        "${.}",
        "${a.}",
        "${.b}",
        "${a b}",
        "${a.b",
        "x${",
        "${ a.b }",
        "${a[0]}",
        "${a.b[-1]}",
        "${a.b[01]}",
        "${a.b[}",
        "${a.b[\\\"x]}",
        "${a-b}",
        "${a..b}",
        "${a.b${c.d}}",
        "${1a}",
        "${a.0}",
      })
  void refusesMalformedReferences(String text) {
    Unresolved failure = failure("{'k':['ok','" + text + "']}", given("{'a.b':1}"));
    assertThat(failure.reason()).isEqualTo(Reason.MALFORMED);
    assertThat(failure.where()).isEqualTo("/k/1");
    assertThat(failure.message()).contains("is not a reference");
  }

  @Test
  void unescapesADoubledDollarAndNothingElse() {
    assertThat(resolved("'$${a.b} $$${a.b} $5 {x} $$ ${a.b}'", given("{'a.b':'v'}")).textValue())
        .isEqualTo("${a.b} $${a.b} $5 {x} $$ v");
  }

  @Test
  void neverScansASubstitutedValueAgain() {
    assertThat(resolved("['${a.b}','-${a.b}']", given("{'a.b':'${HOME} $${x}'}")))
        .isEqualTo(json("['${HOME} $${x}','-${HOME} $${x}']"));
  }

  @Test
  void prefersTheIdOfAReplacedResource() {
    Given given = given("{'web.id':'old','web.name':'n','web':{'id':'old'}}", "web", "new");
    assertThat(resolved("['${web.id}','${web.name}']", given)).isEqualTo(json("['new','n']"));
  }

  @Test
  void longestKnownNameWinsAndTheRestIsThePath() {
    Given given =
        given(
            "{'module.net':{'vpc':{'id':'short'}},"
                + " 'module.net.vpc':{'id':'long','l':[{'k':{'a.b':9}}]}}");
    assertThat(resolved("['${module.net.vpc.id}','${module.net.vpc.l[0].k[\\\"a.b\\\"]}']", given))
        .isEqualTo(json("['long',9]"));
    assertThat(failure("'${module.net.vpc.x}'", given).reason()).isEqualTo(Reason.NO_SUCH_FIELD);
  }

  @Test
  void readsKeysWithBracesAndEscapes() {
    Given given = given("{'m.tags':{'a}b':'brace','c\\\\d':'slash','${e}':'dollar'}}");
    assertThat(
            resolved(
                "['${m.tags[\\\"a}b\\\"]}','${m.tags[\\\"c\\\\\\\\d\\\"]}','${m.tags[\\\"$${e}\\\"]}']",
                given))
        .isEqualTo(json("['brace','slash','dollar']"));
  }

  @Test
  void saysTheSizeOfAListThatIsTooShort() {
    Unresolved failure = failure("'${a.l[2]}'", given("{'a.l':[1,2]}"));
    assertThat(failure.message()).contains("a.l has 2 elements, so no [2]");
  }

  @Test
  void reportsTheFirstErrorInSortedOrderAndFromTheLeft() {
    Unresolved failure = failure("{'z':'${NO1}','b':{'y':'${NO2} ${NO3}','a':1}}", Given.NOTHING);
    assertThat(failure.reference()).isEqualTo("NO2");
    assertThat(failure.reason()).isEqualTo(Reason.UNKNOWN_VARIABLE);
    assertThat(failure.where()).isEqualTo("/b/y");
  }

  @Test
  void substitutesNoKeys() {
    assertThat(resolved("{'${HOME}':'${HOME}'}", Given.NOTHING))
        .isEqualTo(json("{'${HOME}':'/home/ann'}"));
  }

  @Test
  void leavesOtherScalarsAsTheyAre() {
    String config =
        "[9007199254740993,123456789012345678901234567890,0.1234567890123456789012345,null,false]";
    assertThat(resolved(config, Given.NOTHING).toString()).isEqualTo(config);
  }

  @Test
  void keepsTheOrderOfTheKeys() {
    assertThat(resolved("{'b':1,'a':'${HOME}','c':2}", Given.NOTHING).toString())
        .isEqualTo("{\"b\":1,\"a\":\"/home/ann\",\"c\":2}");
  }

  @Test
  void listsEveryPathThatASecretWentInto() {
    Given given =
        new Given(
            Map.of(
                "db.password", new Given.Entry(json("'s3cret'"), true),
                "db.port", new Given.Entry(json("5432"), false)),
            Map.of());
    Substituted outcome =
        Substitution.substitute(
            json(
                "{'z':'${db.port}','u/r~l':['x','pg://${db.password}@h:${db.port}'],'h':'${HOME}',"
                    + "'e':{'$expr':'upper(db.password)','refs':['db.password']},"
                    + "'f':{'$expr':'db.port','refs':['db.port']}}"),
            given,
            HOME,
            (expression, refs) ->
                new Expressions.Value(
                    json("'" + expression.source() + refs.keySet() + "'"), false));
    assertThat(outcome).isInstanceOf(Resolved.class);
    assertThat(((Resolved) outcome).secretPaths()).containsExactly("/e", "/h", "/u~1r~0l/1");
    assertThat(((Resolved) outcome).tree().path("e").textValue())
        .isEqualTo("upper(db.password)[db.password]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'$expr':1,'refs':[]}",
        "{'$expr':'x','refs':'a.b'}",
        "{'$expr':'x','refs':[1]}",
        "{'$expr':'x','refs':['a b']}",
        "{'$expr':'x','more':1}"
      })
  void refusesMalformedExpressions(String config) {
    assertThat(failure("{'k':" + config + "}", Given.NOTHING).reason()).isEqualTo(Reason.MALFORMED);
  }

  @Test
  void failsWithTheReasonOfTheEvaluator() {
    Unresolved failure = failure("{'k':{'$expr':'1+','refs':[]}}", Given.NOTHING);
    assertThat(failure.reason()).isEqualTo(Reason.EXPRESSION_FAILED);
    assertThat(failure.where()).isEqualTo("/k");
  }

  @Test
  void readsDeepTreesUpToTheLimitOfTheParser() {
    int depth = StreamReadConstraints.defaults().getMaxNestingDepth() - 1;
    String config = "[".repeat(depth) + "'${HOME}'" + "]".repeat(depth);
    assertThat(resolved(config, Given.NOTHING).toString()).contains("/home/ann");
  }
}
