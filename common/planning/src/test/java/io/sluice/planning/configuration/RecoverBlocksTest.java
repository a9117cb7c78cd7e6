package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.config.VariableSources;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.DataLookup;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Question;
import io.sluice.provider.ProviderRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a block says that its object is found, in the form that the worker gets. */
class RecoverBlocksTest {
  private static final String HEAD =
      """
      terraform {
        required_providers {
          imagined = { source = "acme/imagined" }
        }
      }
      resource "imagined_thing" "other" { name = "other" }
      """;

  private final ImaginedProvider provider = new ImaginedProvider();
  @TempDir private Path directory = Path.of("unset");

  private Configuration.Loaded loaded(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), HEAD + text);
    return Configuration.load(
        new DirectorySource(directory),
        VariableSources.NONE,
        "default",
        "2026-01-02T03:04:05Z",
        ProviderRegistry.builtIn().with(List.of(provider)));
  }

  private Planning.Outcome outcome(String text) throws IOException {
    Configuration.Loaded loaded = loaded(text);
    Configuration configuration = loaded.configuration();
    assertThat(configuration).as(loaded.diagnostics().toString()).isNotNull();
    return Planning.of(
        new Planning.Directory(configuration, RunKind.APPLY, RunOptions.DEFAULT, Set.of()),
        Snapshot.empty("w"),
        provider.answers());
  }

  private Node node(String text, String id) throws IOException {
    Planning.Outcome outcome = outcome(text);
    assertThat(outcome).as("%s", outcome).isInstanceOf(Planning.Drawn.class);
    return ((Planning.Drawn) outcome)
        .made().plan().nodes().stream()
            .filter(node -> node.id().equals(id))
            .findFirst()
            .orElseThrow();
  }

  private static String block(String inside) {
    return "resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n  recover {\n"
        + inside.indent(4)
        + "  }\n}\n";
  }

  @Test
  void aDataSourceOfTheBlocksOwnIsReadByWhoLooks() throws IOException {
    Node made =
        node(
            block(
                """
                data "imagined_look" "same" { key = "a-${imagined_thing.other.id}" }
                find   = data.imagined_look.same.found
                absent = ["no match"]
                """),
            "imagined_thing.a");

    assertThat(DataLookup.read(made.plugin().recover()))
        .isEqualTo(
            new DataLookup(
                "imagined_look",
                "data.imagined_look.same",
                Json.object().put("key", "a-${imagined_thing.other.id}"),
                Json.mapper().getNodeFactory().textNode("${data.imagined_look.same.found}"),
                List.of("no match")));
    assertThat(made.repeat()).isEqualTo(RepeatClass.SEARCH);
    assertThat(made.values())
        .extracting(Reference::text)
        .containsExactly("imagined_thing.other.id");
    assertThat(made.after()).containsExactly("imagined_thing.other");
    assertThat(made.config().has("recover")).isFalse();
    assertThat(provider.heard).as("not with the plan").noneMatch(Question.Data.class::isInstance);
  }

  @Test
  void eachInstanceLooksForItself() throws IOException {
    String text =
        """
        resource "imagined_thing" "all" {
          for_each = toset(["x", "y"])
          name     = each.key
          recover {
            data "imagined_look" "same" { key = "is-${each.key}" }
            find = one([data.imagined_look.same.found])
          }
        }
        """;
    DataLookup lookup = DataLookup.read(node(text, "imagined_thing.all[\"y\"]").plugin().recover());
    assertThat(lookup.config().path("key").asText()).isEqualTo("is-y");
    assertThat(lookup.find().path("$expr").asText()).contains("one(");
    assertThat(lookup.find().path("refs").get(0).asText())
        .isEqualTo("data.imagined_look.same.found");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "find = \"x\"                                          | 10 | its data source inside the"
            + " recover block",
        "absent = [\"x\"]                                      | 10 | and this block declares none",
        "                                                      | 9 | neither \"import_id\" nor"
            + " \"find\"",
        "data \"imagined_look\" \"b\" { key = \"b\" }            | 9 | has to refer to it",
        "data \"imagined_lock\" \"b\" { key = \"b\" }            | 10 | has no data source"
            + " \"imagined_lock\"",
        "data \"imagined_look\" \"b\" { key = [] }             | 10 | attribute",
        "data \"imagined_look\" \"there\" { key = \"b\" }        | 10 | The module declares"
            + " data.imagined_look.there",
        "data \"imagined_look\" \"b\" { key = \"b\" }; find = \"x\" | 11 | has to refer to it",
        "data \"imagined_look\" \"b\" { key = sensitive(\"b\") }; find ="
            + " data.imagined_look.b.found | 10 | must not be sensitive",
        "data \"imagined_look\" \"b\" { key = \"b\" }; find = data.imagined_look.b.lost | 11 |"
            + " lost",
        "data \"imagined_look\" \"b\" { key = \"b\" }; import_id = \"x\"; find ="
            + " data.imagined_look.b.found | 11 | not by both",
        "data \"imagined_look\" \"b\" { key = \"b\" }; data \"imagined_look\" \"c\" { key = \"c\" }"
            + " | 11 | one data source at most",
      })
  void whatIsWrongIsSaidWithItsPlace(String inside, int line, String said) throws IOException {
    String written = inside == null ? "" : String.join("\n", inside.split("; "));
    Planning.Outcome outcome =
        outcome(block(written) + "data \"imagined_look\" \"there\" { key = \"there\" }\n");

    assertThat(outcome).as("%s", outcome).isInstanceOf(Planning.Refused.class);
    List<Diagnostic> reasons = ((Planning.Refused) outcome).reasons();
    assertThat(reasons).as("%s", reasons).hasSize(1);
    assertThat(reasons.getFirst().toString()).contains(said);
    assertThat(reasons.getFirst().range().line()).isEqualTo(line);
  }

  @Test
  void whatIsDeclaredInOneBlockIsNotThereForAnother() throws IOException {
    Configuration.Loaded loaded =
        loaded(
            block(
                    """
                    data "imagined_look" "same" { key = "a" }
                    find = data.imagined_look.same.found
                    """)
                + "output \"x\" { value = data.imagined_look.same.found }\n");
    assertThat(loaded.diagnostics().toString()).contains("has not been declared");
  }
}
