package io.sluice.language.substitution;

import static io.sluice.language.substitution.SubstitutionTest.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.model.Lineage;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencesTest {
  @Test
  void listsReferencesInSortedOrderAndFromTheLeft() {
    assertThat(
            References.in(
                json(
                    "{'b':['${Z} ${web.id}${','${db.a[0].c}'],'a':'$${x} ${Y}',"
                        + "'c':{'$expr':'f(x.y)','refs':['x.y','q']},'d':{'$expr':1}}")))
        .containsExactly(
            new Reference.Variable("Y", "/a"),
            new Reference.Variable("Z", "/b/0"),
            new Reference.Output(Lineage.parse("web.id"), "/b/0", false),
            new Reference.Malformed("${", "it is not closed with '}'", "/b/0"),
            new Reference.Output(Lineage.parse("db.a[0].c"), "/b/1", false),
            new Reference.Output(Lineage.parse("x.y"), "/c", true),
            new Reference.Output(Lineage.parse("q"), "/c", true),
            new Reference.Malformed("1", "\"$expr\" must be a string", "/d"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "['${A}', '$${a.b}', 1] | false",
        "{'x': ['${a.b}']} | true",
        "{'x': {'$expr': '1', 'refs': []}} | true",
        "{'${a.b}': 'x'} | false",
        "['${a.}'] | false",
      })
  void onlyModuleReferencesAndExpressionsNeedVersionTwo(String config, boolean expected) {
    assertThat(References.hasModuleReferences(json(config))).isEqualTo(expected);
  }

  @Test
  void offersPrefixesFromTheLongest() {
    assertThat(Lineage.parse("module.net[\"a\"].vpc.main[0].id").prefixes())
        .startsWith("module.net[\"a\"].vpc.main[0].id", "module.net[\"a\"].vpc.main[0]")
        .endsWith("module");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b", "a[0].b", "a[\"x\\\"y\\\\z\\n\"].b", "ä-b._c", "a[\"$${x}\"].b"})
  void printsWhatItRead(String text) {
    assertThat(Lineage.parse(text).text()).isEqualTo(text);
  }

  @Test
  void refusesToParseWhatIsNoReference() {
    assertThatThrownBy(() -> Lineage.parse("a b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unexpected blank");
  }

  @Test
  void objectThatLooksLikeAnExpressionBecomesDataAgain() {
    var escaped = Escape.tree(json("{'v': {'$expr': 'worker_env(1)', 'x': '${HOME}'}}"));
    Substituted outcome =
        Substitution.substitute(
            escaped,
            Given.NOTHING,
            name -> Optional.of("leaked"),
            (expression, refs) -> {
              assertThat(expression.source()).startsWith("jsondecode(\"");
              return new Expressions.Value(json("'decoded'"), false);
            });
    assertThat(outcome)
        .isEqualTo(new Substituted.Resolved(json("{'v':'decoded'}"), java.util.List.of()));
  }
}
