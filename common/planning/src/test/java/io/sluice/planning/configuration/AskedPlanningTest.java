package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.VariableSources;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PassingRefusals;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.ConfigurationPlan.ResourceChange;
import io.sluice.planning.configuration.values.Upstream;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plans with a provider that plans by itself: which questions are asked and when, and what follows
 * from the answers.
 */
class AskedPlanningTest {
  private static final String HEAD =
      """
      terraform {
        required_providers {
          imagined = { source = "acme/imagined" }
        }
      }
      """;

  @TempDir private Path directory = Path.of("unset");

  private final ImaginedProvider provider = new ImaginedProvider();
  private final ProviderRegistry registry = ProviderRegistry.builtIn().with(List.of(provider));
  private final SortedMap<Address, StateRecord> records = new TreeMap<>();
  private final List<List<String>> waves = new ArrayList<>();

  private void write(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), HEAD + text);
  }

  private Snapshot state() {
    return new Snapshot("w", 7, 1, null, new ArrayList<>(records.values()), null, List.of());
  }

  private void record(String address, String config, String... dependencies) {
    record(address, config, RecordStatus.OK, dependencies);
  }

  private void record(String address, String config, RecordStatus status, String... dependencies) {
    JsonNode desired = Json.mapper().valueToTree(parsed(config));
    Address at = Address.of(address);
    records.put(
        at,
        StateRecord.of(
                draft -> {
                  draft.workspace = "w";
                  draft.address = at;
                  draft.type = "imagined_thing";
                  draft.id = "id of " + address;
                  draft.attributes = ImaginedProvider.made(desired, "id of " + address);
                  draft.desired = desired;
                  draft.sensitivePaths = List.of("/secret");
                  draft.dependencies = List.of(dependencies).stream().map(Address::of).toList();
                  draft.status = status;
                  draft.version = 3;
                  draft.epoch = 1;
                  draft.runId = "run";
                  draft.updatedAt = Instant.EPOCH;
                })
            .by(ImaginedProvider.SOURCE));
  }

  private static JsonNode parsed(String config) {
    try {
      return Json.mapper().readTree(config);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Configuration configuration() {
    Configuration.Loaded loaded =
        Configuration.load(
            new DirectorySource(directory),
            VariableSources.NONE,
            "default",
            "2026-01-02T03:04:05Z",
            registry);
    Configuration configuration = loaded.configuration();
    if (configuration == null) {
      throw new AssertionError(loaded.diagnostics().toString());
    }
    return configuration;
  }

  /** Round after round, with the answers that the provider gives to what was asked. */
  private Planning.Outcome outcome(RunKind kind, RunOptions options) {
    waves.clear();
    provider.heard.clear();
    Map<Question, Answer> answered = new HashMap<>();
    Answers answers =
        question ->
            question instanceof Question.Comparison
                ? Answers.AT_ONCE.to(question)
                : Optional.ofNullable(answered.get(question));
    while (true) {
      Planning.Outcome outcome =
          Planning.of(
              new Planning.Directory(configuration(), kind, options, Set.of()), state(), answers);
      if (!(outcome instanceof Planning.Ask(List<Question> questions))) {
        return outcome;
      }
      waves.add(questions.stream().map(Question::subject).toList());
      questions.forEach(question -> answered.put(question, provider.answer(question)));
    }
  }

  private ConfigurationPlan plan(RunKind kind) {
    RunOptions refreshing = new RunOptions(0, null, List.of(), true, null, null, false, false);
    return switch (outcome(kind, refreshing)) {
      case Planning.Drawn drawn -> drawn.made();
      case Planning.Ask ask -> throw new AssertionError(ask.toString());
      case Planning.Refused refused -> throw new AssertionError(refused.reasons().toString());
    };
  }

  private ConfigurationPlan plan() {
    return plan(RunKind.APPLY);
  }

  private List<String> refusal() {
    Planning.Outcome outcome = outcome(RunKind.APPLY, RunOptions.DEFAULT);
    assertThat(outcome).isInstanceOf(Planning.Refused.class);
    return ((Planning.Refused) outcome)
        .reasons().stream().map(reason -> reason.summary() + ": " + reason.detail()).toList();
  }

  private static List<String> nodes(ConfigurationPlan plan) {
    return plan.plan().nodes().stream().map(node -> node.action() + " " + node.id()).toList();
  }

  private static Node node(ConfigurationPlan plan, String id) {
    return plan.plan().nodes().stream()
        .filter(node -> node.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not among " + nodes(plan)));
  }

  private static String work(Node node) {
    PluginWork plugin = node.plugin();
    assertThat(plugin).as(node.id()).isNotNull();
    return plugin.planned() == null ? "" : plugin.planned().path("work").asText();
  }

  private static ResourceChange change(ConfigurationPlan plan, String address) {
    return plan.changes().stream()
        .filter(change -> change.address().text().equals(address))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aBlockSaysHowItsObjectIsFoundAndWhichRefusalsPass() throws IOException {
    write(
        """
        provider "imagined" {
          retry {
            on       = ["slow down"]
            attempts = 9
          }
        }
        resource "imagined_thing" "a" {
          name = "a"
        }
        resource "imagined_thing" "b" {
          for_each = toset(["x"])
          name     = each.key
          recover { import_id = "${each.key}/${imagined_thing.a.id}" }
          retry {
            on     = ["busy"]
            create = true
          }
        }
        """);

    ConfigurationPlan plan = plan();

    Node plain = node(plan, "imagined_thing.a");
    assertThat(plain.repeat()).isEqualTo(RepeatClass.NONE);
    assertThat(plain.plugin().recover()).isNull();
    assertThat(plain.retry().attempts()).isEqualTo(9);
    assertThat(plain.providerBlock().passing().texts()).containsExactly("slow down");
    Node found = node(plan, "imagined_thing.b[\"x\"]");
    assertThat(found.repeat()).isEqualTo(RepeatClass.SEARCH);
    assertThat(found.plugin().recover().asText()).isEqualTo("x/${imagined_thing.a.id}");
    assertThat(found.values()).isNotEmpty();
    assertThat(found.after()).containsExactly("imagined_thing.a");
    assertThat(found.plugin().passing()).isEqualTo(new PassingRefusals(List.of("busy"), true));
    assertThat(found.retry().attempts()).isEqualTo(5);
  }

  @Test
  void refusesBlocksThatSayNothingOfUse() throws IOException {
    write(
        """
        resource "imagined_thing" "a" {
          name = "a"
          recover { id = "a" }
          retry { on = "busy" }
        }
        """);

    assertThat(refusal().toString())
        .contains(
            "neither \"import_id\" nor \"find\"", "\"id\" is not expected", "on must be a list");
  }

  @Test
  void asksWaveAfterWaveAndCarriesWhatIsPlanned() throws IOException {
    write(
        """
        resource "imagined_thing" "a" {
          name = "a"
        }
        resource "imagined_thing" "b" {
          name = local.through
        }
        resource "imagined_thing" "c" {
          name = "c"
          note = imagined_thing.b.name
        }
        resource "imagined_thing" "alone" {
          name = "alone"
          rule {
            port = 80
          }
        }
        locals {
          through = imagined_thing.a.name
        }
        output "id" {
          value = imagined_thing.c.id
        }
        """);

    ConfigurationPlan plan = plan();

    assertThat(waves)
        .containsExactly(
            List.of("imagined_thing.a", "imagined_thing.alone"),
            List.of("imagined_thing.b"),
            List.of("imagined_thing.c"));
    assertThat(nodes(plan))
        .contains(
            "CREATE imagined_thing.a",
            "CREATE imagined_thing.alone",
            "CREATE imagined_thing.b",
            "CREATE imagined_thing.c");
    Node made = node(plan, "imagined_thing.c");
    assertThat(work(made)).isEqualTo("imagined_thing.c CREATE");
    assertThat(made.plugin())
        .isEqualTo(
            new PluginWork(
                ImaginedProvider.SOURCE,
                "1.2.3",
                List.of("h1:x"),
                directory.toRealPath().toString(),
                Json.object().put("work", "imagined_thing.c CREATE")));
    assertThat(made.config()).isEqualTo(parsed("{\"name\": \"c\", \"note\": \"a\"}"));
    assertThat(made.after()).containsExactly("imagined_thing.b");
    Question.Change alone =
        (Question.Change)
            provider.heard.stream()
                .filter(question -> question.subject().equals("imagined_thing.alone"))
                .findFirst()
                .orElseThrow();
    assertThat(String.valueOf(alone.config().entries().get("rule"))).doesNotContain("Unknown");
    assertThat(change(plan, "imagined_thing.c"))
        .satisfies(
            shown -> {
              assertThat(shown.after().path("id")).isEqualTo(parsed("{\"$unknown\": true}"));
              assertThat(shown.afterSensitive()).contains("/secret");
            });
  }

  @Test
  void takesObjectsOverAndChangesThemInTheSameRun() throws IOException {
    write(
        """
        resource "imagined_thing" "same" {
          name = "same"
          note = "there"
        }
        resource "imagined_thing" "other" {
          name = "other"
          note = imagined_thing.same.id
        }
        resource "imagined_thing" "anew" {
          name = "another name"
        }
        resource "imagined_thing" "behind" {
          name = imagined_thing.other.note
        }
        import {
          to = imagined_thing.same
          id = "same"
        }
        import {
          to = imagined_thing.other
          id = "other"
        }
        import {
          to = imagined_thing.anew
          id = "anew"
        }
        """);

    ConfigurationPlan plan = plan();

    assertThat(waves.getFirst()).contains("imagined_thing.same", "imagined_thing.anew");
    assertThat(nodes(plan))
        .containsExactlyInAnyOrder(
            "IMPORT imagined_thing.same",
            "IMPORT imagined_thing.other#import",
            "UPDATE imagined_thing.other",
            "IMPORT imagined_thing.anew#import",
            "DELETE imagined_thing.anew#delete",
            "CREATE imagined_thing.anew",
            "CREATE imagined_thing.behind");
    assertThat(node(plan, "imagined_thing.other").after())
        .contains("imagined_thing.other#import", "imagined_thing.same");
    assertThat(node(plan, "imagined_thing.anew#delete").after())
        .contains("imagined_thing.anew#import");
    assertThat(work(node(plan, "imagined_thing.same"))).isEqualTo("imagined_thing.same NOOP");
    assertThat(node(plan, "imagined_thing.behind").config().path("name").asText())
        .as("what is found is known to others")
        .isEqualTo("same");
    assertThat(change(plan, "imagined_thing.other"))
        .satisfies(
            shown -> {
              assertThat(shown.action()).isEqualTo(Action.UPDATE);
              assertThat(shown.importing()).isEqualTo("other");
              assertThat(shown.before().path("note").asText()).isEqualTo("there");
            });
    assertThat(change(plan, "imagined_thing.same").action()).isEqualTo(Action.IMPORT);
    assertThat(plan.plan().unchanged()).isZero();
    assertThat(plan.outside()).isEmpty();
  }

  @Test
  void hasTheProviderMakeAnObjectOfAnotherTypeOneOfThis() throws IOException {
    write(
        """
        resource "imagined_thing" "a" {
          name = "a"
        }
        moved {
          from = imagined_other.a
          to   = imagined_thing.a
        }
        """);
    record("imagined_other.a", "{\"name\": \"a\"}");
    Address from = Address.of("imagined_other.a");
    records.put(from, ofType(records.get(from), "imagined_other"));

    ConfigurationPlan plan = plan();

    assertThat(((Question.Change) provider.heard.getFirst()).origin())
        .isEqualTo(new Question.Origin.Moved(ImaginedProvider.SOURCE, "imagined_other"));
    assertThat(nodes(plan)).containsExactly("UPDATE imagined_thing.a", "FORGET imagined_other.a");
    assertThat(node(plan, "imagined_thing.a").type()).isEqualTo("imagined_thing");
  }

  private static StateRecord ofType(StateRecord record, String type) {
    return StateRecord.of(
            draft -> {
              draft.workspace = record.workspace();
              draft.address = record.address();
              draft.type = type;
              draft.id = record.id();
              draft.attributes = record.attributes();
              draft.desired = record.desired();
              draft.sensitivePaths = record.sensitivePaths();
              draft.dependencies = record.dependencies();
              draft.status = record.status();
              draft.version = record.version();
              draft.epoch = record.epoch();
              draft.runId = record.runId();
              draft.updatedAt = record.updatedAt();
            })
        .by(record.source());
  }

  @Test
  void asksNobodyAboutWhatGoesAndIsNoTarget() throws IOException {
    write(
        """
        resource "imagined_thing" "a" {
          name = "a"
        }
        """);
    record("imagined_thing.gone", "{\"name\": \"gone\"}");

    RunOptions targeted =
        new RunOptions(0, null, List.of("imagined_thing.a"), true, null, null, false, false);
    Planning.Outcome outcome = outcome(RunKind.APPLY, targeted);

    assertThat(nodes(((Planning.Drawn) outcome).made())).containsExactly("CREATE imagined_thing.a");
    assertThat(provider.heard).extracting(Question::subject).containsOnly("imagined_thing.a");
  }

  @Test
  void makesNothingOfWhatIsAsItShouldBe() throws IOException {
    write("resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n}\n");
    record("imagined_thing.a", "{\"name\": \"a\"}");

    ConfigurationPlan plan = plan();

    assertThat(nodes(plan)).isEmpty();
    assertThat(plan.plan().unchanged()).isOne();
    assertThat(plan.changesSomething()).isFalse();
    assertThat(plan.outside()).isEmpty();
    assertThat(((Question.Change) provider.heard.getFirst()).refresh()).isTrue();
  }

  @Test
  void tellsWhatChangedOutsideAndPutsItRightOnlyWhereItIsWanted() throws IOException {
    write(
        "resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n  note = \"mine\"\n}\n"
            + "resource \"imagined_thing\" \"b\" {\n  name = \"b\"\n"
            + "  lifecycle {\n    ignore_changes = [note, tags[\"k\"]]\n  }\n}\n");
    record("imagined_thing.a", "{\"name\": \"a\", \"note\": \"mine\"}");
    provider.renoted.put(Address.of("imagined_thing.a"), "yours");
    record("imagined_thing.b", "{\"name\": \"b\"}");

    ConfigurationPlan plan = plan();

    assertThat(nodes(plan)).containsExactly("UPDATE imagined_thing.a");
    assertThat(plan.outside())
        .containsExactly(
            entry(Address.of("imagined_thing.a"), new Outside(false, List.of("note"))));
    assertThat(change(plan, "imagined_thing.a").before().path("note").asText()).isEqualTo("yours");
    assertThat(provider.heard)
        .filteredOn(question -> question.subject().equals("imagined_thing.b"))
        .extracting(question -> ((Question.Change) question).ignored())
        .containsExactly(new Question.Ignored(false, List.of("/note", "/tags/k")));
  }

  @Test
  void saysNothingOfWhatChangedOutsideAndChangesNothing() throws IOException {
    write(
        "resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n"
            + "  lifecycle {\n    ignore_changes = all\n  }\n}\n");
    record("imagined_thing.a", "{\"name\": \"a\"}");
    provider.renoted.put(Address.of("imagined_thing.a"), "yours");
    provider.ignoresAll = true;

    ConfigurationPlan plan = plan();

    assertThat(nodes(plan)).isEmpty();
    assertThat(plan.outside()).isEmpty();
  }

  @Test
  void replacesInTwoHalvesThatKnowTheSamePlan() throws IOException {
    write(
        "resource \"imagined_thing\" \"a\" {\n  name = \"new\"\n}\n"
            + "resource \"imagined_thing\" \"b\" {\n  name = \"b\"\n"
            + "  note = imagined_thing.a.id\n}\n");
    record("imagined_thing.a", "{\"name\": \"old\"}");
    record("imagined_thing.b", "{\"name\": \"b\"}", "imagined_thing.a");

    ConfigurationPlan plan = plan();

    assertThat(nodes(plan))
        .containsExactly(
            "DELETE imagined_thing.a#delete", "CREATE imagined_thing.a", "UPDATE imagined_thing.b");
    assertThat(work(node(plan, "imagined_thing.a"))).isEqualTo("imagined_thing.a REPLACE");
    assertThat(work(node(plan, "imagined_thing.a#delete"))).isEqualTo("imagined_thing.a REPLACE");
    assertThat(change(plan, "imagined_thing.a").replacePaths()).containsExactly("/name");
    assertThat(change(plan, "imagined_thing.a").action()).isEqualTo(Action.REPLACE);
    assertThat(node(plan, "imagined_thing.b").values()).hasSize(1);
  }

  @Test
  void createsBeforeItDestroysWhereThatIsWanted() throws IOException {
    write(
        "resource \"imagined_thing\" \"a\" {\n  name = \"new\"\n"
            + "  lifecycle {\n    create_before_destroy = true\n  }\n}\n");
    record("imagined_thing.a", "{\"name\": \"old\"}");

    ConfigurationPlan plan = plan();

    assertThat(nodes(plan))
        .containsExactly("CREATE imagined_thing.a", "DELETE imagined_thing.a#delete");
    assertThat(node(plan, "imagined_thing.a").createBeforeDestroy()).isTrue();
  }

  @Test
  void replacesWhatIsTaintedOrIsToBeReplaced() throws IOException {
    write(
        "resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n}\n"
            + "resource \"imagined_thing\" \"b\" {\n  name = \"b\"\n"
            + "  lifecycle {\n    replace_triggered_by = [imagined_thing.a.id]\n  }\n}\n"
            + "resource \"imagined_thing\" \"c\" {\n  name = \"c\"\n"
            + "  lifecycle {\n    replace_triggered_by = [imagined_thing.a.name]\n  }\n}\n");
    record("imagined_thing.a", "{\"name\": \"a\"}", RecordStatus.TAINTED);
    record("imagined_thing.b", "{\"name\": \"b\"}");
    record("imagined_thing.c", "{\"name\": \"c\"}");

    ConfigurationPlan plan = plan();

    assertThat(plan.changes())
        .extracting(c -> c.address().text(), ResourceChange::action, ResourceChange::reason)
        .containsExactly(
            tuple("imagined_thing.a", Action.REPLACE, "tainted"),
            tuple("imagined_thing.b", Action.REPLACE, "replace_triggered_by"),
            tuple("imagined_thing.c", Action.NOOP, ""));
  }

  @Test
  void forgetsWhatIsGoneBeforeItIsMadeAnew() throws IOException {
    write(
        "resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n"
            + "  lifecycle {\n    create_before_destroy = true\n  }\n}\n");
    record("imagined_thing.a", "{\"name\": \"a\"}");
    provider.gone.add(Address.of("imagined_thing.a"));

    ConfigurationPlan plan = plan();

    assertThat(nodes(plan))
        .containsExactly("FORGET imagined_thing.a#delete", "CREATE imagined_thing.a");
    assertThat(node(plan, "imagined_thing.a").after()).containsExactly("imagined_thing.a#delete");
    assertThat(node(plan, "imagined_thing.a").pairedWith()).isNull();
    assertThat(plan.outside().get(Address.of("imagined_thing.a")).gone()).isTrue();
    assertThat(plan.changes())
        .extracting(c -> c.address().text(), ResourceChange::action)
        .containsExactly(tuple("imagined_thing.a", Action.CREATE));
  }

  @Test
  void makesWhatIsGoneAgainBeforeWhatIsMadeEarlyOnIt() throws IOException {
    write(
        "resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n}\n"
            + "resource \"imagined_thing\" \"b\" {\n  name = imagined_thing.a.id\n"
            + "  lifecycle {\n    create_before_destroy = true\n  }\n}\n");
    record("imagined_thing.a", "{\"name\": \"a\"}");
    record("imagined_thing.b", "{\"name\": \"b\"}", "imagined_thing.a");
    provider.gone.add(Address.of("imagined_thing.a"));
    provider.gone.add(Address.of("imagined_thing.b"));

    assertThat(nodes(plan()))
        .containsSubsequence(
            "FORGET imagined_thing.a#delete", "CREATE imagined_thing.a", "CREATE imagined_thing.b");
  }

  @Test
  void asksAboutWhatGoesOnceEverythingElseIsKnown() throws IOException {
    write("resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n}\n");
    record("imagined_thing.a", "{\"name\": \"a\"}");
    record("imagined_thing.left", "{\"name\": \"left\"}", "imagined_thing.a");
    record("imagined_thing.lost", "{\"name\": \"lost\"}");
    provider.gone.add(Address.of("imagined_thing.lost"));

    ConfigurationPlan plan = plan();

    assertThat(waves)
        .containsExactly(
            List.of("imagined_thing.a"), List.of("imagined_thing.left", "imagined_thing.lost"));
    assertThat(nodes(plan))
        .containsExactlyInAnyOrder(
            "DELETE imagined_thing.left", "FORGET imagined_thing.lost#delete");
    assertThat(plan.changes())
        .extracting(c -> c.address().text(), ResourceChange::action)
        .containsExactly(
            tuple("imagined_thing.a", Action.NOOP), tuple("imagined_thing.left", Action.DELETE));
    assertThat(work(node(plan, "imagined_thing.left"))).isEqualTo("imagined_thing.left DELETE");
    assertThat(plan.outside()).containsOnlyKeys(Address.of("imagined_thing.lost"));
  }

  @Test
  void destroysInReverseOrder() throws IOException {
    write(
        "provider \"imagined\" {\n  region = imagined_thing.a.id\n}\n"
            + "resource \"imagined_thing\" \"a\" {\n  provider = imagined.plain\n"
            + "  name = \"a\"\n}\n"
            + "provider \"imagined\" {\n  alias = \"plain\"\n}\n");
    record("imagined_thing.a", "{\"name\": \"a\"}");
    record("imagined_thing.b", "{\"name\": \"b\"}", "imagined_thing.a");

    ConfigurationPlan plan = plan(RunKind.DESTROY);

    assertThat(nodes(plan)).containsExactly("DELETE imagined_thing.b", "DELETE imagined_thing.a");
    assertThat(((Question.Change) provider.heard.getFirst()).use().config().entries().get("region"))
        .isEqualTo(Value.of("id of imagined_thing.a"));
  }

  @Test
  void leavesWhatIsGoneOutOfTheDestructionAndHasStateForgetIt() throws IOException {
    write("resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n}\n");
    record("imagined_thing.a", "{\"name\": \"a\"}");
    record("imagined_thing.b", "{\"name\": \"b\"}", "imagined_thing.a");
    record("imagined_thing.c", "{\"name\": \"c\"}", "imagined_thing.b");
    provider.gone.add(Address.of("imagined_thing.b"));

    ConfigurationPlan some = plan(RunKind.DESTROY);
    provider.gone.add(Address.of("imagined_thing.a"));
    provider.gone.add(Address.of("imagined_thing.c"));
    ConfigurationPlan none = plan(RunKind.DESTROY);

    assertThat(nodes(some))
        .containsExactly(
            "DELETE imagined_thing.c", "FORGET imagined_thing.b#delete", "DELETE imagined_thing.a");
    assertThat(some.changes())
        .extracting(c -> c.address().text(), ResourceChange::action)
        .containsExactly(
            tuple("imagined_thing.a", Action.DELETE), tuple("imagined_thing.c", Action.DELETE));
    assertThat(nodes(none))
        .containsExactlyInAnyOrder(
            "FORGET imagined_thing.a#delete",
            "FORGET imagined_thing.b#delete",
            "FORGET imagined_thing.c#delete");
    assertThat(none.changesSomething()).isFalse();
    assertThat(none.isWork()).isTrue();
    assertThat(none.outside()).hasSize(3);
  }

  @Test
  void asksAboutNothingThatStaysWhereTargetsAreDestroyed() throws IOException {
    write("");
    record("imagined_thing.base", "{\"name\": \"base\"}");
    record("imagined_thing.a", "{\"name\": \"a\"}", "imagined_thing.base");
    record("imagined_thing.b", "{\"name\": \"b\"}", "imagined_thing.a");
    record("imagined_thing.c", "{\"name\": \"c\"}");
    RunOptions targeted =
        new RunOptions(0, null, List.of("imagined_thing.a"), true, null, null, false, false);

    Planning.Outcome outcome = outcome(RunKind.DESTROY, targeted);

    assertThat(outcome).as("%s", outcome).isInstanceOf(Planning.Drawn.class);
    assertThat(nodes(((Planning.Drawn) outcome).made()))
        .containsExactly("DELETE imagined_thing.b", "DELETE imagined_thing.a");
    assertThat(waves).containsExactly(List.of("imagined_thing.a", "imagined_thing.b"));
    // Unlike Terraform, which does not look at what goes along.
    assertThat(provider.heard)
        .extracting(question -> ((Question.Change) question).refresh())
        .containsExactly(true, true);
  }

  @Test
  void readsDataWhilePlanningUnlessAChangeStandsBefore() throws IOException {
    String data =
        """
        resource "imagined_thing" "a" {
          name = "%s"
        }
        data "imagined_look" "named" {
          key = imagined_thing.a.name
        }
        data "imagined_look" "through" {
          key = local.name
        }
        data "imagined_look" "ordered" {
          key        = "k"
          depends_on = [imagined_thing.a]
        }
        locals {
          name = imagined_thing.a.name
        }
        resource "imagined_thing" "user" {
          name = data.imagined_look.through.found
        }
        output "named" {
          value = data.imagined_look.named.found
        }
        """;
    write(data.formatted("a"));
    record("imagined_thing.a", "{\"name\": \"a\"}");

    ConfigurationPlan settled = plan();

    assertThat(waves)
        .containsExactly(
            List.of("imagined_thing.a"),
            List.of(
                "data.imagined_look.named",
                "data.imagined_look.through",
                "data.imagined_look.ordered"),
            List.of("imagined_thing.user"));
    assertThat(nodes(settled))
        .containsExactlyInAnyOrder("CREATE imagined_thing.user", "READ !outputs");
    assertThat(node(settled, "imagined_thing.user").config())
        .isEqualTo(parsed("{\"name\": \"found a\"}"));
    assertThat(settled.outputs().get("named").after().asText()).isEqualTo("found a");
    assertThat(settled.changes())
        .extracting(c -> c.address().text())
        .containsExactly("imagined_thing.a", "imagined_thing.user");

    write(data.formatted("other"));
    ConfigurationPlan changing = plan();

    assertThat(nodes(changing))
        .contains("READ data.imagined_look.named", "READ data.imagined_look.ordered")
        .doesNotContain("READ data.imagined_look.through");
    assertThat(node(changing, "data.imagined_look.named").plugin()).isNotNull();
    assertThat(node(changing, "imagined_thing.user").config())
        .isEqualTo(parsed("{\"name\": \"found other\"}"));
  }

  @Test
  void waitsForAnswersThatDecideHowManyInstancesThereAre() throws IOException {
    write(
        """
        data "imagined_look" "d" {
          key = "k"
        }
        resource "imagined_thing" "each" {
          for_each = toset([data.imagined_look.d.found])
          name     = each.key
        }
        module "m" {
          source   = "./m"
          for_each = toset([data.imagined_look.d.found])
        }
        """);
    Files.createDirectories(directory.resolve("m"));
    Files.writeString(
        directory.resolve("m/main.tf"),
        HEAD + "resource \"imagined_thing\" \"in\" {\n  name = \"in\"\n}\n");
    record("imagined_thing.each[\"found k\"]", "{\"name\": \"found k\"}");

    ConfigurationPlan plan = plan();

    assertThat(waves.getFirst()).containsExactly("data.imagined_look.d");
    assertThat(nodes(plan)).containsExactly("CREATE module.m[\"found k\"].imagined_thing.in");
  }

  @Test
  void passesUnknownProviderConfigurationOn() throws IOException {
    write(
        """
        provider "imagined" {
          alias = "plain"
        }
        provider "imagined" {
          region = imagined_thing.first.id
        }
        resource "imagined_thing" "first" {
          provider = imagined.plain
          name     = "first"
        }
        resource "imagined_thing" "second" {
          name = "second"
        }
        """);

    ConfigurationPlan plan = plan();

    assertThat(waves)
        .containsExactly(List.of("imagined_thing.first"), List.of("imagined_thing.second"));
    Question.Change second = (Question.Change) provider.heard.getLast();
    assertThat(second.use().config().entries().get("region").isKnown()).isFalse();
    Node node = node(plan, "imagined_thing.second");
    assertThat(node.values())
        .extracting(value -> value.address().text())
        .containsExactly("imagined_thing.first");
    assertThat(node.after()).containsExactly("imagined_thing.first");
    assertThat(node.dependencies()).containsExactly(Address.of("imagined_thing.first"));
  }

  @Test
  void saysWhatTheProviderRefusesAndWarnsOf() throws IOException {
    write(
        "resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n}\n"
            + "resource \"imagined_thing\" \"b\" {\n  name = imagined_thing.a.id\n}\n");
    provider.warned.add(Address.of("imagined_thing.a"));
    ConfigurationPlan plan = plan();
    assertThat(plan.warnings())
        .extracting(Diagnostic::summary, Diagnostic::detail)
        .containsExactly(tuple("Take care", "imagined_thing.a: it is old"));

    provider.refused.add(Address.of("imagined_thing.a"));
    assertThat(refusal()).containsExactly("Not so: imagined_thing.a: name: it is not allowed");
    assertThat(waves).hasSize(1);
  }

  @Test
  void hidesSecretsThatTheProviderRepeats() throws IOException {
    write(
        "variable \"token\" {\n  default = \"canary-5511\"\n  sensitive = true\n}\n"
            + "resource \"imagined_thing\" \"a\" {\n  name = var.token\n}\n");
    provider.refused.add(Address.of("imagined_thing.a"));
    provider.why = "there is no canary-5511";

    assertThat(refusal())
        .containsExactly("Not so: imagined_thing.a: there is no (sensitive value)");
  }

  @Test
  void leavesInstancesThatOnlyTheRunKnowsToTheRun() throws IOException {
    write(
        "resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n}\n"
            + "resource \"imagined_thing\" \"b\" {\n"
            + "  for_each = toset([imagined_thing.a.id])\n  name = each.key\n}\n");

    assertThat(nodes(plan()))
        .containsExactly("CREATE imagined_thing.a", "EXPAND imagined_thing.b[*]");
  }

  @Test
  void writesTheRecordAnewWhereItsAddressMoved() throws IOException {
    write(
        "resource \"imagined_thing\" \"b\" {\n  name = \"a\"\n}\n"
            + "moved {\n  from = imagined_thing.a\n  to   = imagined_thing.b\n}\n");
    record("imagined_thing.a", "{\"name\": \"a\"}");

    ConfigurationPlan plan = plan();

    assertThat(nodes(plan)).containsExactly("UPDATE imagined_thing.b", "FORGET imagined_thing.a");
    assertThat(change(plan, "imagined_thing.b"))
        .extracting(ResourceChange::action, ResourceChange::previous)
        .containsExactly(Action.NOOP, Address.of("imagined_thing.a"));
  }

  @Test
  void keepsMarksOfTheConfigurationOnWhatIsPlanned() throws IOException {
    write(
        """
        variable "hidden" {
          default   = "hush"
          sensitive = true
        }
        resource "imagined_thing" "a" {
          name = "a"
          tags = { open = "o", shut = var.hidden }
        }
        resource "imagined_thing" "b" {
          name = "b"
          note = imagined_thing.a.tags["shut"]
        }
        """);

    ConfigurationPlan plan = plan();

    assertThat(node(plan, "imagined_thing.b").sensitivePaths()).contains("/note");
    assertThat(change(plan, "imagined_thing.a").afterSensitive())
        .contains("/tags/shut", "/secret")
        .doesNotContain("/tags/open");
    assertThat(plan.plan().hash()).isNotEqualTo(plan(RunKind.DESTROY).plan().hash());
  }

  @Test
  void planThatLacksAnAnswerIsStaleWhereNobodyCanBeAsked() throws IOException {
    write("resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n}\n");
    DirectorySource files = new DirectorySource(directory);
    Configuration configuration =
        Configuration.load(files, VariableSources.NONE, "default", "2026-01-02T03:04:05Z", registry)
            .configuration();
    assertThat(configuration).isNotNull();
    Bundle bundle =
        configuration
            .bundle(files, "root", Keyring.of(new byte[32], "test").sealer(), null, List.of())
            .answering(Json.object().put("sealed", true));
    Planning.Travelling travelling =
        new Planning.Travelling(bundle.toJson(), run(bundle), registry);

    assertThat(Planning.of(travelling, state(), provider.answers()))
        .isInstanceOf(Planning.Drawn.class);
    assertThat(Planning.of(travelling, state(), Answers.AT_ONCE))
        .isInstanceOfSatisfying(
            Planning.Refused.class,
            refused ->
                assertThat(refused.reasons().getFirst())
                    .satisfies(
                        reason -> {
                          assertThat(reason.summary())
                              .isEqualTo("The plan differs from the approved one");
                          assertThat(reason.detail()).contains("imagined_thing.a");
                        }));
  }

  private static PlanRun run(Bundle bundle) {
    return PlanRun.of(
        draft -> {
          draft.run = "run";
          draft.workspace = "w";
          draft.epoch = 1;
          draft.version = 7;
          draft.kind = RunKind.APPLY;
          draft.document = bundle.toJson();
          draft.options = RunOptions.DEFAULT;
          draft.refreshed = true;
        });
  }

  @Test
  void saysThatStateHoldsAnObjectAlreadyWhoeverItsProviderIs() throws IOException {
    write("resource \"imagined_thing\" \"a\" {\n  name = \"a\"\n}\n");
    record("imagined_thing.a", "{\"name\": \"a\"}");

    Configuration.Outcome outcome =
        configuration()
            .importing(
                new Configuration.PlanInputs(
                    state(),
                    RunKind.IMPORT,
                    RunOptions.DEFAULT,
                    Map.of(),
                    Upstream.NONE,
                    provider.answers()),
                List.of(new CheckedDocument.Import("imagined_thing.a", "x")),
                false);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Configuration.Refused.class,
            refused ->
                assertThat(refused.diagnostics())
                    .extracting(Diagnostic::summary)
                    .containsExactly("Resource already managed"));
  }

  @Test
  void saysOfWhichTypeAnOutputWillBe() throws IOException {
    write(
        """
        resource "imagined_thing" "a" {
          name = "a"
        }
        output "id" { value = imagined_thing.a.id }
        output "rules" { value = imagined_thing.a.rule }
        """);

    JsonNode values = plan().plan().nodes().getLast().config().path("values");

    assertThat(values.at("/id/type").asText()).isEqualTo("string");
    assertThat(values.at("/rules/type").get(0).asText()).isEqualTo("list");
  }

  @Test
  void asksOnlyAboutTargetsAndWhatTheyNeed() throws IOException {
    write(
        """
        resource "imagined_thing" "base" {
          name = "base"
        }
        locals { note = imagined_thing.base.id }
        resource "imagined_thing" "meant" {
          name = "meant"
          note = local.note
        }
        resource "imagined_thing" "after" {
          name = imagined_thing.meant.name
        }
        resource "imagined_thing" "other" {
          name = "other"
        }
        """);
    record("imagined_thing.other", "{\"name\": \"renamed\"}");
    record("imagined_thing.gone", "{\"name\": \"gone\"}");
    RunOptions targeted =
        new RunOptions(0, null, List.of("imagined_thing.meant"), true, null, null, false, false);

    Planning.Outcome outcome = outcome(RunKind.APPLY, targeted);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Planning.Drawn.class,
            drawn ->
                assertThat(nodes(drawn.made()))
                    .containsExactly("CREATE imagined_thing.base", "CREATE imagined_thing.meant"));
    assertThat(provider.heard)
        .extracting(Question::subject)
        .contains("imagined_thing.base", "imagined_thing.meant")
        .doesNotContain("imagined_thing.after", "imagined_thing.other");
  }
}
