package io.sluice.questions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.ask.Question;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.trial.RequestLog;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.config.VariableSources;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.Planning;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.graph.Plan;
import io.sluice.provider.ProviderRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Plans with ephemeral resources: open while they are drawn, and in nothing that is left. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class EphemeralRoundsTest {
  private static final String RESULT = "value of ";

  private static final String HEAD =
      """
      terraform {
        required_providers {
          trial = { source = "sluice/trial" }
        }
      }
      """;

  private static final String USED =
      HEAD
          + """
          ephemeral "trial_token" "login" { key = "canary" }
          provider "trial" {
            alias    = "signed"
            endpoint = "https://${ephemeral.trial_token.login.value}"
          }
          module "inner" {
            source = "./inner"
            token  = ephemeral.trial_token.login.value
          }
          resource "trial_thing" "a" {
            provider      = trial.signed
            name          = "a"
            token         = module.inner.token
            token_version = 1
          }
          """;

  private static final String INNER =
      """
      variable "token" {
        type      = string
        ephemeral = true
      }
      output "token" {
        value     = "wrapped ${var.token}"
        ephemeral = true
      }
      """;

  @TempDir private Path folder = Path.of("unset");
  @TempDir private Path directory = Path.of("unset");
  private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());
  private ProtocolVersion protocol = ProtocolVersion.SIX;

  private Path log() {
    return folder.resolve("calls.log");
  }

  private List<String> calls() throws Exception {
    return RequestLog.read(log()).stream().map(RequestLog.Entry::rpc).toList();
  }

  private Planning.Directory request(String text) throws Exception {
    Files.writeString(directory.resolve("main.tf"), text);
    Files.createDirectories(directory.resolve("inner"));
    Files.writeString(directory.resolve("inner/main.tf"), INNER);
    ProviderRegistry registry =
        ProviderRegistry.builtIn()
            .with(
                List.of(
                    new BridgedProvider(
                        new PluginWork(TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), null, null),
                        TrialSchema.catalog(protocol))));
    Configuration.Loaded loaded =
        Configuration.load(
            new DirectorySource(directory),
            VariableSources.NONE,
            "default",
            "2026-01-02T03:04:05Z",
            registry);
    assertThat(loaded.configuration()).as(loaded.diagnostics().toString()).isNotNull();
    return new Planning.Directory(
        loaded.configuration(),
        RunKind.APPLY,
        new RunOptions(0, null, List.of(), true, null, null, false, false),
        Set.of());
  }

  private Planning.Outcome drawn(Planning.Directory request, AnswerBook book) throws Exception {
    Map<String, String> settings =
        Map.of("TRIAL_LOG", log().toString(), "TRIAL_PROTOCOL", String.valueOf(protocol.number()));
    try (PluginHost host = TrialHost.of(folder, settings);
        Asker asker = new Asker(host, folder)) {
      return new Rounds(
              question -> {
                asked.add(question);
                return asker.answer(question);
              },
              4,
              Duration.ofSeconds(10),
              elapsed -> {})
          .drawn(request, nothing(), book);
    } finally {
      book.closed();
    }
  }

  private static Snapshot nothing() {
    return new Snapshot("w", 7, 1, null, List.of(), null, List.of());
  }

  private static Plan plan(Planning.Outcome outcome) {
    assertThat(outcome).isInstanceOf(Planning.Drawn.class);
    return ((Planning.Drawn) outcome).plan();
  }

  private static List<String> reasons(Planning.Outcome outcome) {
    assertThat(outcome).isInstanceOf(Planning.Refused.class);
    return ((Planning.Refused) outcome)
        .reasons().stream().map(Diagnostic::summary).distinct().toList();
  }

  @ParameterizedTest
  @EnumSource(ProtocolVersion.class)
  void asksWithTheResultAndPlansWithoutIt(ProtocolVersion spoken) throws Exception {
    protocol = spoken;
    AnswerBook book = AnswerBook.empty();

    Plan plan = plan(drawn(request(USED), book));

    Question.Change change =
        asked.stream()
            .map(Asked::question)
            .filter(Question.Change.class::isInstance)
            .map(Question.Change.class::cast)
            .reduce((first, second) -> second)
            .orElseThrow();
    assertThat(change.config().entries().get("token"))
        .isEqualTo(Value.of("wrapped value of canary"));
    assertThat(asked.getLast().provider().config().entries().get("endpoint"))
        .isEqualTo(Value.of("https://value of canary"));
    assertThat(calls())
        .containsOnlyOnce("OpenEphemeralResource", "PlanResourceChange", "CloseEphemeralResource");
    assertThat(plan.nodes()).extracting(Node::id).containsExactly("trial_thing.a");
    Node node = plan.nodes().getFirst();
    assertThat(Json.text(Json.toTree(plan))).doesNotContain(RESULT);
    assertThat(
            node.config().at("/token/ephemerals/ephemeral.trial_token.login/config/key").asText())
        .isEqualTo("canary");
    assertThat(node.providerBlock().config().at("/endpoint/ephemerals")).hasSize(1);
    assertThat(node.after()).isEmpty();
    assertThat(book.written().toString()).doesNotContain(RESULT);

    AnswerBook arrived = AnswerBook.of(book.written());
    assertThat(plan(Planning.of(request(USED), nothing(), arrived))).isEqualTo(plan);
  }

  @Test
  void opensNothingWhoseConfigurationIsNotKnown() throws Exception {
    String text =
        HEAD
            + """
            resource "trial_thing" "first" { name = "first" }
            ephemeral "trial_token" "late" { key = trial_thing.first.id }
            resource "trial_thing" "a" {
              name  = "a"
              token = ephemeral.trial_token.late.value
            }
            """;

    Plan plan = plan(drawn(request(text), AnswerBook.empty()));

    assertThat(calls()).doesNotContain("OpenEphemeralResource", "CloseEphemeralResource");
    Node node = plan.nodes().get(1);
    assertThat(node.after()).contains("trial_thing.first");
    assertThat(node.values()).extracting(value -> value.text()).contains("trial_thing.first.id");
  }

  @Test
  void opensEachInstanceAndRenewsWhileThePlanIsDrawn() throws Exception {
    String text =
        HEAD
            + """
            ephemeral "trial_token" "each" {
              for_each = toset(["often x", "often y"])
              key      = each.key
              lifecycle {
                postcondition {
                  condition     = self.value == "value of ${each.key}"
                  error_message = "another value"
                }
              }
            }
            resource "trial_thing" "a" {
              name  = "a"
              token = join(",", [for each in ephemeral.trial_token.each : each.value])
            }
            """;

    Plan plan = plan(drawn(request(text), AnswerBook.empty()));

    assertThat(Collections.frequency(calls(), "OpenEphemeralResource")).isEqualTo(2);
    assertThat(Collections.frequency(calls(), "CloseEphemeralResource")).isEqualTo(2);
    assertThat(plan.nodes().getFirst().config().at("/token/ephemerals")).hasSize(2);
    assertThat(plan.nodes()).hasSize(1);
  }

  @Test
  void refusesWhatTheProviderAndConditionsRefuse() throws Exception {
    assertThat(reasons(drawn(request(USED.replace("canary", "refused")), AnswerBook.empty())))
        .containsExactly("Can't open");
    String condition =
        "key = \"k\"\n  lifecycle {\n    postcondition {\n      condition = self.value == \"x\"\n"
            + "      error_message = \"not x\"\n    }\n  }\n";
    assertThat(
            reasons(
                drawn(
                    request(USED.replace("{ key = \"canary\" }", "{\n  " + condition + "}")),
                    AnswerBook.empty())))
        .containsExactly("Resource postcondition failed");
  }

  @Test
  void refusesToKeepWhatIsEphemeral() throws Exception {
    String token = HEAD + "ephemeral \"trial_token\" \"t\" { key = \"k\" }\n";

    assertThat(
            reasons(
                drawn(
                    request(
                        token
                            + "resource \"trial_thing\" \"a\" { name ="
                            + " ephemeral.trial_token.t.value }\n"),
                    AnswerBook.empty())))
        .containsExactly("Invalid use of ephemeral value");
    assertThat(
            reasons(
                drawn(
                    request(
                        token
                            + "resource \"trial_thing\" \"a\" {\n  name = \"a\"\n  count ="
                            + " length(ephemeral.trial_token.t.value)\n}\n"),
                    AnswerBook.empty())))
        .containsExactly("Invalid count argument");
    assertThat(
            reasons(
                drawn(
                    request(
                        token
                            + "module \"inner\" {\n  source = \"./inner\"\n  token ="
                            + " \"x\"\n}\noutput \"o\" { value = module.inner.token }\n"),
                    AnswerBook.empty())))
        .containsExactly("Ephemeral value not allowed");
  }
}
