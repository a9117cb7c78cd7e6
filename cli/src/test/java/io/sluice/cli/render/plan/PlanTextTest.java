package io.sluice.cli.render.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.render.DoubtText;
import io.sluice.cli.render.Pointers;
import io.sluice.cli.render.Style;
import io.sluice.cli.terminal.ShellWord;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.plan.RunKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Plans, compared with files: a change of a word shows as a change of a file. */
class PlanTextTest {
  private static @Nullable JsonNode json(String text) {
    if (text.isEmpty()) {
      return null;
    }
    try {
      return Json.tree(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private static String golden(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(PlanTextTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static ShownChange change(
      String address, Action action, String reason, String before, String after) {
    return ShownChange.of(
        draft -> {
          draft.address = Address.of(address);
          draft.action = action;
          draft.type = "terraform_data";
          draft.reason = reason;
          draft.before = json(before);
          draft.after = json(after);
          draft.hiddenBefore = Pointers.of(List.of("/secret"));
          draft.hiddenAfter = Pointers.of(List.of("/secret"));
          draft.replacing = Pointers.of(List.of("/triggers_replace"));
          draft.sets = Pointers.of(List.of("/members"));
        });
  }

  @Test
  void saysOfWhatExistedBeforeThatItIsLeftInPlace() {
    ShownChange gone = existed(change("t.gone", Action.DELETE, "", "{'a':1}", ""));
    ShownChange anew = existed(change("t.anew", Action.REPLACE, "", "{'a':1}", "{'a':2}"));
    ShownChange kept = existed(change("t.kept", Action.UPDATE, "", "{'a':1}", "{'a':2}"));

    String text = PlanText.of(List.of(gone, anew, kept), List.of(), Style.PLAIN);

    assertThat(text)
        .contains(
            "# t.gone will be forgotten and left in place (it existed before)",
            "  . resource \"terraform_data\" \"gone\"",
            "# (the current one existed before: it is not deleted)",
            "Plan: 1 to add, 1 to change, 0 to destroy, 2 to leave in place.")
        .doesNotContain("will be destroyed");
    assertThat(gone.destroys()).as("nobody is asked about what stays").isFalse();
    assertThat(PlanTotals.of(List.of(gone)).isNothing()).isFalse();
    assertThat(PlanTotals.of(List.of(gone, anew)).stays())
        .isEqualTo("  2 of them existed before and will be left in place.\n");
    assertThat(
            PlanLines.of(List.of(gone), List.of(), "destroy", Instant.EPOCH).getFirst().toString())
        .startsWith(
            "{\"v\":1,\"type\":\"planned_change\",\"@timestamp\":\"1970-01-01T00:00:00Z\",\"change\":"
                + "{\"resource\":{\"addr\":\"t.gone\",\"resource_type\":\"terraform_data\"},"
                + "\"action\":\"delete\",\"left\":true,");
  }

  @Test
  void givesProgramsTheValuesAndHidesSecrets() {
    ShownChange given =
        change(
            "t.a[10]",
            Action.UPDATE,
            "",
            "{'name':'old','key':'secret-1','tags':['x']}",
            "{'name':'new','key':'secret-2','id':{'$unknown':true},"
                + "'tags':['x',{'$unknown':true}],'nested':{'deep':{'$unknown':true}}}");
    ShownChange change =
        ShownChange.of(
            draft -> {
              draft.address = given.address();
              draft.action = given.action();
              draft.type = given.type();
              draft.reason = given.reason();
              draft.before = given.before();
              draft.after = given.after();
              draft.hiddenBefore = Pointers.of(List.of("key"));
              draft.hiddenAfter = Pointers.of(List.of("key"));
              draft.replacing = Pointers.of(List.of("name"));
              draft.sets = Pointers.NONE;
            });
    ShownChange first = change("t.a[2]", Action.CREATE, "", "", "{'name':'x'}");

    List<JsonNode> lines =
        PlanLines.of(
            List.of(change, first),
            List.of(
                new ShownOutput("shown", null, json("{'$unknown':true}"), false),
                new ShownOutput("hidden", json("'a'"), json("'b'"), true)),
            "plan",
            Instant.EPOCH);

    assertThat(lines.getFirst().at("/change/resource/addr").asText()).isEqualTo("t.a[2]");
    JsonNode body = lines.get(1).path("change");
    assertThat(body.path("before")).isEqualTo(json("{'name':'old','key':null,'tags':['x']}"));
    assertThat(body.path("after"))
        .isEqualTo(json("{'name':'new','key':null,'tags':['x',null],'nested':{}}"));
    assertThat(body.path("after_unknown"))
        .isEqualTo(json("{'id':true,'tags':[false,true],'nested':{'deep':true}}"));
    assertThat(body.path("before_sensitive")).isEqualTo(json("{'key':true}"));
    assertThat(body.path("after_sensitive")).isEqualTo(json("{'key':true}"));
    assertThat(body.path("replace_paths")).isEqualTo(json("['/name']"));
    JsonNode outputs = lines.getLast().path("outputs");
    assertThat(outputs.at("/shown/after_unknown").asBoolean()).isTrue();
    assertThat(lines.toString()).doesNotContain("secret-", "\"b\"");
  }

  private static ShownChange existed(ShownChange change) {
    return ShownChange.of(
        draft -> {
          draft.address = change.address();
          draft.previous = change.previous();
          draft.action = change.action();
          draft.createFirst = change.createFirst();
          draft.type = change.type();
          draft.reason = change.reason();
          draft.before = change.before();
          draft.after = change.after();
          draft.hiddenBefore = change.hiddenBefore();
          draft.hiddenAfter = change.hiddenAfter();
          draft.replacing = change.replacing();
          draft.existed = true;
          draft.sets = change.sets();
        });
  }

  @Test
  void saysOfWhatIsInDoubtThatItIsLeftAlone() {
    ShownChange held = change("t.step[0]", Action.CREATE, "", "", "{'a':1}");
    ShownChange other = change("t.other", Action.CREATE, "", "", "{'a':1}");
    DoubtText.Doubt doubt = new DoubtText.Doubt("r1", "t.step[0]", "t.step[0]");

    String text =
        PlanText.of(
            RunKind.APPLY,
            List.of(held, other),
            List.of(),
            List.of(new ShownHeld(held.address(), "in doubt", Optional.of(doubt))),
            Style.PLAIN,
            words -> "sluice " + ShellWord.line(words));

    assertThat(text)
        .startsWith("! t.step[0] is in doubt since run r1 and will not be changed\n")
        .contains("\n      sluice runs resolve r1 't.step[0]' --retry\n")
        .contains("# t.other will be created")
        .contains("Plan: 1 to add, 0 to change, 0 to destroy.")
        .doesNotContain("# t.step[0] will be created");
  }

  private static String text(ShownChange... changes) {
    return PlanText.of(List.of(changes), List.of(), Style.PLAIN);
  }

  @Test
  void showsEveryActionAsPeopleKnowIt() throws IOException {
    String text =
        text(
            change(
                "terraform_data.new",
                Action.CREATE,
                "",
                "",
                "{'id':{'$unknown':true},'input':{'b':[1,'x'],'a-1':null},'secret':'s3cret'}"),
            change(
                "module.net[\"a.b\"].terraform_data.changed[0]",
                Action.UPDATE,
                "",
                "{'id':'i1','input':'a','output':'a','same':1}",
                "{'id':'i1','input':'b','output':{'$unknown':true},'same':1}"),
            change(
                "terraform_data.replaced",
                Action.REPLACE,
                "",
                "{'id':'i2','triggers_replace':'a','secret':'old'}",
                "{'id':{'$unknown':true},'triggers_replace':'b','secret':'new'}"),
            change(
                "terraform_data.tainted", Action.REPLACE, "tainted", "{'id':'i3'}", "{'id':'i3'}"),
            change(
                "terraform_data.gone",
                Action.DELETE,
                "no longer in configuration",
                "{'id':'i4','input':{'k':'v'}}",
                ""),
            change("data.http.page", Action.READ, "", "", "{'url':'http://x'}"),
            change("terraform_data.same", Action.NOOP, "", "{'id':'i5'}", "{'id':'i5'}"));

    assertThat(text).isEqualTo(golden("actions.txt")).doesNotContain("s3cret", "\"old\"");
  }

  @Test
  void showsWhatIsInsideAValueThatChanges() throws IOException {
    String text =
        text(
            change(
                "terraform_data.nested",
                Action.UPDATE,
                "",
                "{'id':'i','input':{'list':['a','b','c','d','e'],'deep':{'x':1,'y':[{'n':1,'m':0}]},'gone':true,'same':0},'lines':'one\\n"
                    + "two\\n"
                    + "three\\n"
                    + "four\\n"
                    + "five\\n"
                    + "','policy':'{\\'a\\':1}'}",
                "{'id':'i','input':{'list':['a','x','c','d','e'],'deep':{'x':1,'y':[{'n':2,'m':0}]},'come':'new','same':0},'lines':'one\\n"
                    + "TWO\\n"
                    + "three\\n"
                    + "four\\n"
                    + "five\\n"
                    + "','policy':'{\\'a\\':2}'}"));

    assertThat(text).isEqualTo(golden("nested.txt"));
  }

  @Test
  void showsOutputsThatChange() throws IOException {
    List<ShownOutput> outputs =
        List.of(
            new ShownOutput("added", null, json("{'$unknown':true}"), false),
            new ShownOutput("changed", json("1"), json("2"), false),
            new ShownOutput("gone", json("'x'"), null, false),
            new ShownOutput("hidden", json("'s1'"), json("'s2'"), true));

    assertThat(PlanText.of(List.of(), outputs, Style.PLAIN)).isEqualTo(golden("outputs.txt"));
  }

  @Test
  void saysWhenNothingIsToDo() {
    ShownChange same = change("a.b", Action.NOOP, "", "{'id':'i'}", "{'id':'i'}");

    assertThat(text(same))
        .isEqualTo("No changes. Your infrastructure matches the configuration.\n");
  }

  @Test
  void countsAReplacementAsAdditionAndDestruction() {
    ShownChange replaced = change("a.b", Action.REPLACE, "", "{}", "{}");
    ShownChange imported = change("a.c", Action.IMPORT, "", "{}", "{}");

    assertThat(PlanTotals.of(List.of(replaced, imported)).line(Style.PLAIN))
        .isEqualTo("Plan: 1 to import, 1 to add, 0 to change, 1 to destroy.");
  }

  @Test
  void anElementOfASetNeverBecomesAnother() {
    ShownChange change =
        change(
            "a.b",
            Action.UPDATE,
            "",
            "{'members':[{'x':1},{'x':2},{'x':4}],'rules':[{'x':1},{'x':2}]}",
            "{'members':[{'x':2},{'x':3},{'x':4}],'rules':[{'x':1},{'x':3}]}");

    String text = PlanText.of(List.of(change), List.of(), Style.PLAIN);

    assertThat(text.replaceAll(" +", " "))
        .contains("- {\n - x = 1\n },", "+ {\n + x = 3\n },", "# (2 unchanged elements hidden)")
        .contains("~ {\n ~ x = 2 -> 3\n },");
  }

  @Test
  void countsAnImportBesideTheChangeThatComesWithIt() {
    ShownChange updated = importing(change("a.b", Action.UPDATE, "", "{'a':1}", "{'a':2}"));
    ShownChange imported = importing(change("a.c", Action.IMPORT, "", "{'a':1}", "{'a':1}"));

    String text = PlanText.of(List.of(updated, imported), List.of(), Style.PLAIN);

    assertThat(text)
        .contains(
            "# a.b will be updated in-place\n  # (imported from \"queue-1\")\n",
            "# a.c will be imported\n  # (imported from \"queue-1\")\n",
            "Plan: 2 to import, 0 to add, 1 to change, 0 to destroy.");
    assertThat(PlanLines.of(List.of(updated), List.of(), "apply", Instant.EPOCH).getFirst())
        .asString()
        .contains("\"action\":\"update\",\"importing\":{\"id\":\"queue-1\"}");
  }

  private static ShownChange importing(ShownChange change) {
    return ShownChange.of(
        draft -> {
          draft.address = change.address();
          draft.previous = change.previous();
          draft.action = change.action();
          draft.createFirst = change.createFirst();
          draft.type = change.type();
          draft.reason = change.reason();
          draft.before = change.before();
          draft.after = change.after();
          draft.hiddenBefore = change.hiddenBefore();
          draft.hiddenAfter = change.hiddenAfter();
          draft.replacing = change.replacing();
          draft.existed = change.existed();
          draft.importing = "queue-1";
          draft.sets = change.sets();
        });
  }

  @Test
  void saysNothingOfDataSourcesThatAreNotReadAnyMore() {
    ShownChange read = change("module.a[\"x\"].data.t.gone", Action.FORGET, "", "{'a':1}", "");

    assertThat(PlanText.of(List.of(read), List.of(), Style.PLAIN)).startsWith("No changes.");
    assertThat(PlanLines.of(List.of(read), List.of(), "apply", Instant.EPOCH))
        .as("the summary alone")
        .hasSize(1);
  }

  @Test
  void saysThatNothingIsLeftToDestroy() {
    String text =
        PlanText.of(
            RunKind.DESTROY, List.of(), List.of(), List.of(), Style.PLAIN, words -> "sluice");

    assertThat(text).isEqualTo("No changes. No objects need to be destroyed.\n");
  }
}
