package io.sluice.sdk;

import static io.sluice.sdk.value.Values.number;
import static io.sluice.sdk.value.Values.template;
import static io.sluice.sdk.value.Values.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.sdk.block.Each;
import io.sluice.sdk.block.Resource;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.function.Functions;
import io.sluice.sdk.value.BoolValue;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.ListValue;
import io.sluice.sdk.value.MapValue;
import io.sluice.sdk.value.NumberValue;
import io.sluice.sdk.value.TextValue;
import io.sluice.sdk.value.Values;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Everything that an expression of the language can be, and its text. */
class ExpressionsTest {
  private final Stack stack = new Stack("test");
  private final Resource web = stack.add(new Resource("aws_instance", "web").count(2));
  private final TextValue region = stack.add(Variable.text("region")).value();
  private final NumberValue size = stack.add(Variable.number("size")).value();
  private final BoolValue loud = stack.add(Variable.bool("loud")).value();
  private final ListValue<TextValue> zones =
      stack.add(Variable.of("zones", Kind.list(Kind.TEXT))).value();
  private final MapValue<NumberValue> ports =
      stack.add(Variable.of("ports", Kind.map(Kind.NUMBER))).value();

  @Test
  void literalsAreEscaped() {
    assertThat(text("a \"b\" \\ \n ${x} %{ if } $$ $"))
        .hasToString("\"a \\\"b\\\" \\\\ \\n $${x} %%{ if } $$ $\"");
    assertThat(number(7)).hasToString("7");
    assertThat(number(-1.5)).hasToString("-1.5");
    assertThat(Values.bool(true)).hasToString("true");
    assertThat(Values.nothing()).hasToString("null");
    assertThat(Values.of(Map.of("a b", List.of(1, "x")))).hasToString("{ \"a b\" = [1, \"x\"] }");
    assertThat(Values.of(Map.of("for", 1))).hasToString("{ \"for\" = 1 }");
  }

  @Test
  void keysWithQuotesAndTemplatesAreEscapedInLineages() {
    assertThat(ports.get("a \"b\" ${c}")).hasToString("var.ports[\"a \\\"b\\\" $${c}\"]");
  }

  @Test
  void templatesHoldValuesAndEscapeTheRest() {
    assertThat(template("https://", region, ".example.com:", size, "/${x}"))
        .hasToString("\"https://${var.region}.example.com:${var.size}/$${x}\"");
    assertThat(template("US$", size)).hasToString("\"US${\"$\"}${var.size}\"");
    assertThat(template("$", "{", region)).hasToString("\"$${${var.region}\"");
    assertThat(template(region)).hasToString("var.region");
    assertThat(template("a", "b")).hasToString("\"ab\"");
  }

  @Test
  void operatorsHaveParenthesesOnlyWhereTheyAreNeeded() {
    assertThat(size.plus(1).times(2)).hasToString("(var.size + 1) * 2");
    assertThat(size.times(2).plus(1)).hasToString("var.size * 2 + 1");
    assertThat(size.minus(size.minus(1))).hasToString("var.size - (var.size - 1)");
    assertThat(size.negated().plus(1)).hasToString("-var.size + 1");
    assertThat(loud.negated().and(size.isGreaterThan(1)).or(region.isEqualTo("x")))
        .hasToString("!var.loud && var.size > 1 || var.region == \"x\"");
    assertThat(loud.or(loud).negated()).hasToString("!(var.loud || var.loud)");
  }

  @Test
  void conditionalsKeepTheTypeOfTheirBranches() {
    TextValue name = loud.choose("LOUD", "quiet");
    ListValue<TextValue> list = loud.choose(zones, Values.texts("a"));

    assertThat(name).hasToString("var.loud ? \"LOUD\" : \"quiet\"");
    assertThat(list.get(0)).hasToString("(var.loud ? var.zones : [\"a\"])[0]");
    assertThat(loud.choose(loud.choose(1, 2), number(3)))
        .hasToString("var.loud ? (var.loud ? 1 : 2) : 3");
  }

  @Test
  void splatsTakeAPartOfEach() {
    assertThat(web.all(each -> each.part("id"))).hasToString("aws_instance.web[*].id");
    assertThat(web.all(each -> each.part("disks").get(0).member("size")).get(1))
        .hasToString("aws_instance.web[*].disks[0].size[1]");
    assertThat(web.at(1).part("id")).hasToString("aws_instance.web[1].id");
    Resource keyed = stack.add(new Resource("aws_instance", "keyed").forEach("a", "b"));
    assertThat(keyed.at("a").part("id")).hasToString("aws_instance.keyed[\"a\"].id");
    assertThat(keyed.at(region).part("id")).hasToString("aws_instance.keyed[var.region].id");
    assertThat(keyed.all(each -> each.part("id"))).hasToString("values(aws_instance.keyed)[*].id");
    assertThat(keyed.byKey().mapped((key, each) -> each.part("id")))
        .hasToString("{ for key, value in aws_instance.keyed : key => value.id }");
    assertThatThrownBy(() -> zones.all(zone -> Functions.upper(zone)))
        .hasMessageContaining("use mapped(...)");
  }

  @Test
  void loopsNameWhatTheyAreAt() {
    assertThat(zones.mapped(zone -> Functions.upper(zone)))
        .hasToString("[for item in var.zones : upper(item)]");
    assertThat(zones.mapped(zone -> zone, zone -> zone.isNotEqualTo("b")))
        .hasToString("[for item in var.zones : item if item != \"b\"]");
    assertThat(zones.keyed(zone -> zone, zone -> template("z-", zone)))
        .hasToString("{ for item in var.zones : item => \"z-${item}\" }");
    assertThat(ports.listed((name, port) -> template(name, "=", port)))
        .hasToString("[for key, value in var.ports : \"${key}=${value}\"]");
    assertThat(ports.mapped((name, port) -> port.plus(1)).get("x"))
        .hasToString("{ for key, value in var.ports : key => value + 1 }[\"x\"]");
  }

  @Test
  void aLoopInALoopHasNamesOfItsOwn() {
    assertThat(zones.mapped(outer -> zones.mapped(inner -> template(outer, inner))))
        .hasToString("[for item in var.zones : [for item2 in var.zones : \"${item}${item2}\"]]");
  }

  @Test
  void functionsAreTypedByTheTableOfTheLanguage() {
    TextValue subnet = Functions.cidrsubnet("10.0.0.0/16", 8, size);
    NumberValue length = Functions.length(zones);
    ListValue<TextValue> sorted = Functions.sort(zones);

    assertThat(subnet).hasToString("cidrsubnet(\"10.0.0.0/16\", 8, var.size)");
    assertThat(length.plus(1)).hasToString("length(var.zones) + 1");
    assertThat(sorted.get(0)).hasToString("sort(var.zones)[0]");
    assertThat(Functions.join(",", zones)).hasToString("join(\",\", var.zones)");
    assertThat(Functions.merge(ports, ports).asMapOf(Kind.NUMBER).get("x"))
        .hasToString("merge(var.ports, var.ports)[\"x\"]");
    assertThat(Values.called("try", region, text("none"))).hasToString("try(var.region, \"none\")");
  }

  @Test
  void everyFunctionOfTheLanguageHasAMethod() {
    List<String> methods =
        java.util.Arrays.stream(Functions.class.getMethods())
            .map(java.lang.reflect.Method::getName)
            .toList();
    assertThat(methods)
        .containsAll(
            io.sluice.language.function.library.Functions.all().names().stream()
                .map(name -> name.equals("worker_env") ? "workerEnv" : name)
                .toList());
  }

  @Test
  void whatHasNoMethodCanBeWritten() {
    assertThat(Values.written("path.module").asText()).hasToString("path.module");
    assertThat(Values.written("a ? b : c").get(0)).hasToString("(a ? b : c)[0]");
    assertThatThrownBy(() -> Values.written("a +"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'a +' is not an expression: ");
  }

  @Test
  void eachAndCountStandForTheInstance() {
    assertThat(Each.key()).hasToString("each.key");
    assertThat(Each.value().member("size")).hasToString("each.value.size");
    assertThat(template("web-", Each.index())).hasToString("\"web-${count.index}\"");
  }
}
