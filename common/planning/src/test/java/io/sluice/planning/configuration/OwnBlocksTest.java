package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.VariableSources;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Question;
import io.sluice.planning.ask.Route;
import io.sluice.provider.ProviderRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider whose own arguments have the names of those that Sluice adds to every block. */
class OwnBlocksTest {
  private static final String HEAD =
      """
      terraform {
        required_providers {
          imagined = { source = "acme/imagined" }
        }
      }
      """;

  @TempDir private Path directory = Path.of("unset");

  private Planning.Outcome outcome(ImaginedProvider provider, String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), HEAD + text);
    Configuration.Loaded loaded =
        Configuration.load(
            new DirectorySource(directory),
            VariableSources.NONE,
            "default",
            "2026-01-02T03:04:05Z",
            ProviderRegistry.builtIn().with(List.of(provider)));
    Configuration configuration = loaded.configuration();
    assertThat(configuration).as(loaded.diagnostics().toString()).isNotNull();
    return Planning.of(
        new Planning.Directory(configuration, RunKind.APPLY, RunOptions.DEFAULT, Set.of()),
        Snapshot.empty("w"),
        provider.answers());
  }

  private static Node onlyNode(Planning.Outcome outcome) {
    assertThat(outcome).isInstanceOf(Planning.Drawn.class);
    return ((Planning.Drawn) outcome).made().plan().nodes().getFirst();
  }

  private static JsonNode json(String text) throws IOException {
    return Json.mapper().readTree(text);
  }

  @Test
  void whatATypeHasOfItsOwnIsTheProviders() throws IOException {
    Node made =
        onlyNode(
            outcome(
                ImaginedProvider.tryingItself(),
                """
                resource "imagined_thing" "a" {
                  name    = "a"
                  recover = "by hand"
                  retry { tries = 2 }
                  retry { tries = 3 }
                  timeouts { create = "30m" }
                }
                """));

    assertThat(made.config())
        .isEqualTo(
            json(
                """
                {"name": "a", "recover": "by hand", "retry": [{"tries": 2}, {"tries": 3}]}
                """));
    assertThat(made.retry()).isIn(null, RetryPolicy.DEFAULT);
    assertThat(made.plugin().recover()).isNull();
    assertThat(Json.toTree(made).path("timeouts")).as("is still ours").isNotEmpty();
  }

  @Test
  void whatIsForSluiceThenStandsInABlockOfItsOwn() throws IOException {
    ImaginedProvider provider = ImaginedProvider.tryingItself();
    Node made =
        onlyNode(
            outcome(
                provider,
                """
                provider "imagined" {
                  max_concurrent = 5
                  sluice {
                    max_concurrent = 3
                    rate           = 7
                    retry { attempts = 9 }
                  }
                }
                resource "imagined_thing" "a" {
                  name = "a"
                  pool = "of threads"
                  sluice {
                    pool = "gpu"
                    recover { import_id = "a" }
                  }
                }
                """));

    assertThat(made.config()).isEqualTo(json("{\"name\": \"a\", \"pool\": \"of threads\"}"));
    assertThat(made.pool()).isEqualTo("gpu");
    assertThat(made.plugin().recover().asText()).isEqualTo("a");
    assertThat(made.retry().attempts()).isEqualTo(9);
    assertThat(made.providerBlock().config()).isEqualTo(json("{\"max_concurrent\": 5}"));
    assertThat(made.providerBlock().maxConcurrent()).isEqualTo(3);
    // The workers that carry it out also ask, and at the same rate.
    assertThat(provider.heard)
        .filteredOn(Question.Change.class::isInstance)
        .extracting(question -> ((Question.Change) question).use().route())
        .containsOnly(new Route("gpu", "imagined", 7.0, 3));
  }

  @Test
  void aTypeWithoutAnArgumentOfThatNameNeedsNoBlock() throws IOException {
    Node made =
        onlyNode(
            outcome(
                new ImaginedProvider(),
                """
                resource "imagined_thing" "a" {
                  name = "a"
                  pool = "gpu"
                }
                """));
    assertThat(made.pool()).isEqualTo("gpu");
  }

  @Test
  void whatIsSaidInBothPlacesIsRefused() throws IOException {
    Planning.Outcome outcome =
        outcome(
            new ImaginedProvider(),
            """
            resource "imagined_thing" "a" {
              name = "a"
              pool = "gpu"
              sluice { pool = "cpu" }
            }
            """);
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Planning.Refused.class,
            refused ->
                assertThat(refused.reasons().getFirst().detail())
                    .contains("\"pool\" is also set outside the sluice block"));
  }

  @Test
  void whatADataSourceHasOfItsOwnIsTheProviders() throws IOException {
    ImaginedProvider provider = ImaginedProvider.tryingItself();

    outcome(
        provider,
        """
        data "imagined_look" "page" {
          key = "page"
          retry { tries = 2 }
        }
        output "page" { value = data.imagined_look.page.found }
        """);

    Value asked =
        provider.heard.stream()
            .filter(Question.Data.class::isInstance)
            .map(question -> ((Question.Data) question).config())
            .findFirst()
            .orElseThrow();
    Value retry = asked.entries().get("retry").elements().iterator().next();
    assertThat(retry.entries().get("tries")).isEqualTo(Value.of(2));
  }

  @Test
  void whatAProviderBlockHasOfItsOwnIsTheProviders() throws IOException {
    Node made =
        onlyNode(
            outcome(
                ImaginedProvider.tryingItself(),
                """
                provider "imagined" {
                  rate = 7
                  retry { tries = 4 }
                }
                resource "imagined_thing" "a" {
                  name = "a"
                }
                """));

    assertThat(made.providerBlock().config()).isEqualTo(json("{\"retry\": [{\"tries\": 4}]}"));
    assertThat(made.providerBlock().rate()).isEqualTo(7);
    assertThat(made.providerBlock().passing()).isNull();
  }

  @Test
  void refusesASecondBlockOfWhatSluiceAdds() throws IOException {
    Planning.Outcome outcome =
        outcome(
            new ImaginedProvider(),
            """
            resource "imagined_thing" "a" {
              name = "a"
              retry { attempts = 2 }
              retry { attempts = 3 }
            }
            """);

    assertThat(outcome).isInstanceOf(Planning.Refused.class);
    assertThat(((Planning.Refused) outcome).reasons().toString()).contains("Duplicate retry block");
  }
}
