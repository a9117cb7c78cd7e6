package io.sluice.questions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.ask.Batch;
import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.config.VariableSources;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PassingRefusals;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.Planning;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Blocks of a real provider whose number of instances the run finds out. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class InstancesAskedTest {
  private static final SchemaCatalog CATALOG = TrialSchema.catalog(ProtocolVersion.SIX);
  private static final Keyring KEYS = Keyring.of(new byte[32], "test");
  private static final String TEXT =
      """
      terraform {
        required_providers {
          trial = { source = "sluice/trial" }
        }
      }
      provider "trial" {
        endpoint = "here"
      }
      resource "trial_thing" "base" {
        name = "base"
      }
      resource "trial_thing" "many" {
        count = trial_thing.base.revision
        name  = "many-${count.index}"
        note  = trial_thing.base.id
        recover { import_id = "${trial_thing.base.id}/${count.index}" }
        retry {
          on     = ["busy"]
          create = true
        }
      }
      """;

  @TempDir private Path folder = Path.of("unset");
  @TempDir private Path directory = Path.of("unset");

  private static AnswerBook answered(AnswerBook book, Planning.Ask ask, Asker asker)
      throws Exception {
    Forms forms = new Forms(CATALOG);
    for (Wave.Part part : book.wave(ask.questions())) {
      SortedMap<String, JsonNode> answers = new TreeMap<>();
      for (var question : Batch.of(Batch.config(part.packed())).questions().entrySet()) {
        Asked one = forms.asked(question.getValue());
        answers.put(question.getKey(), forms.answer(asker.answer(one)));
      }
      book.learn(List.of(Batch.answered(answers)));
    }
    return book;
  }

  private static List<Node> drawn(Planning.Request request, Asker asker) throws Exception {
    return drawn(request, Snapshot.empty("default"), asker);
  }

  private static List<Node> drawn(Planning.Request request, Snapshot state, Asker asker)
      throws Exception {
    AnswerBook book = AnswerBook.empty();
    Planning.Outcome outcome = Planning.of(request, state, book);
    for (int i = 0; i < 5 && outcome instanceof Planning.Ask ask; i++) {
      outcome = Planning.of(request, state, answered(book, ask, asker));
    }
    assertThat(outcome).isInstanceOf(Planning.Drawn.class);
    return ((Planning.Drawn) outcome).plan().nodes();
  }

  private Configuration configuration() {
    return configuration(new DirectorySource(directory));
  }

  private static Configuration configuration(DirectorySource files) {
    ProviderRegistry registry =
        ProviderRegistry.builtIn()
            .with(
                List.of(
                    new BridgedProvider(
                        new PluginWork(TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), null, null),
                        CATALOG)));
    Configuration.Loaded loaded =
        Configuration.load(
            files, VariableSources.NONE, "default", "2026-01-02T03:04:05Z", registry);
    assertThat(loaded.configuration()).as(loaded.diagnostics().toString()).isNotNull();
    return loaded.configuration();
  }

  @Test
  void areAskedAboutInTheRun() throws Exception {
    Files.writeString(directory.resolve("main.tf"), TEXT);
    try (PluginHost host = TrialHost.of(folder, Map.of())) {
      Asker asker = new Asker(host, folder);
      List<Node> plan =
          drawn(
              new Planning.Directory(
                  configuration(),
                  RunKind.APPLY,
                  new RunOptions(0, null, List.of(), true, null, null, false, false),
                  Set.of()),
              asker);
      Node block =
          plan.stream().filter(node -> node.action() == Action.EXPAND).findFirst().orElseThrow();
      assertThat(block.id()).isEqualTo("trial_thing.many[*]");
      assertThat(block.plugin().source()).isEqualTo(TrialHost.SOURCE);

      Secrets secrets = new Secrets(KEYS);
      Map<String, JsonNode> values = new TreeMap<>();
      block
          .values()
          .forEach(
              value ->
                  values.put(
                      value.text(),
                      value.path().equals("revision")
                          ? Json.toTree(2)
                          : Json.toTree("made-for-base")));
      List<Node> instances =
          drawn(
              new Planning.Instances(
                  new ExpandNode("run", "default", 1, 1, block, values),
                  secrets,
                  ProviderRegistry.builtIn().readingBy(BridgedProvider::of)),
              asker);

      assertThat(instances)
          .extracting(Node::id)
          .containsExactlyInAnyOrder("trial_thing.many[0]", "trial_thing.many[1]");
      assertThat(instances)
          .extracting(instance -> instance.plugin().recover().toString())
          .as("with what is known of each instance")
          .doesNotHaveDuplicates()
          .allSatisfy(found -> assertThat(found).contains("trial_thing.base.id"));
      for (Node instance : instances) {
        assertThat(instance.action()).isEqualTo(Action.CREATE);
        assertThat(instance.plugin().planned()).as("what the provider planned").isNotNull();
        assertThat(instance.plugin().directory()).isEqualTo(block.plugin().directory());
        assertThat(instance.plugin().passing())
            .as("what its block says")
            .isEqualTo(new PassingRefusals(List.of("busy"), true));
        assertThat(instance.repeat()).isEqualTo(RepeatClass.SEARCH);
        assertThat(instance.values()).extracting(Reference::text).contains("trial_thing.base.id");
      }
    }
  }

  @Test
  void blocksOfModulesAreAskedAboutInTheRunThroughTheProviderThatTheyArePassed() throws Exception {
    Files.createDirectories(directory.resolve("net"));
    Files.writeString(
        directory.resolve("net/main.tf"),
        """
        terraform {
          required_providers {
            trial = { source = "sluice/trial" }
          }
        }
        variable "name" {}
        resource "trial_thing" "inner" { name = var.name }
        """);
    Files.writeString(
        directory.resolve("main.tf"),
        TEXT.substring(0, TEXT.indexOf("resource \"trial_thing\" \"many\""))
            + """
            module "net" {
              source    = "./net"
              count     = trial_thing.base.revision
              name      = "${trial_thing.base.name}-${count.index}"
              providers = { trial = trial }
            }
            """);
    try (PluginHost host = TrialHost.of(folder, Map.of())) {
      Asker asker = new Asker(host, folder);
      List<Node> plan =
          drawn(
              new Planning.Directory(configuration(), RunKind.APPLY, RunOptions.DEFAULT, Set.of()),
              asker);
      Node block =
          plan.stream().filter(node -> node.action() == Action.EXPAND).findFirst().orElseThrow();
      assertThat(block.id()).isEqualTo("module.net[*].trial_thing.inner");
      assertThat(block.provider()).isEqualTo("trial");

      List<Node> instances =
          drawn(
              new Planning.Instances(
                  new ExpandNode(
                      "run", "default", 1, 1, block, Map.of(), 1, List.of(), 0, bundle()),
                  new Secrets(KEYS),
                  ProviderRegistry.builtIn().readingBy(BridgedProvider::of)),
              new Snapshot("default", 1, 1, null, List.of(base()), null, List.of()),
              asker);

      assertThat(instances)
          .extracting(Node::id)
          .containsExactlyInAnyOrder(
              "module.net[0].trial_thing.inner", "module.net[1].trial_thing.inner");
      for (Node instance : instances) {
        assertThat(instance.action()).isEqualTo(Action.CREATE);
        assertThat(instance.plugin().planned()).as("what the provider planned").isNotNull();
        assertThat(instance.config().path("name").asText()).startsWith("base-");
        assertThat(instance.provider()).isEqualTo("trial");
      }
    }
  }

  /** What goes to the planner, with the files that the evaluation has read. */
  private JsonNode bundle() {
    DirectorySource files = new DirectorySource(directory);
    Configuration loaded = configuration(files);
    loaded.plan(
        new Configuration.PlanInputs(
            Snapshot.empty("default"), RunKind.APPLY, RunOptions.DEFAULT, Map.of()));
    return loaded.bundle(files, ".", KEYS.sealer(), null, List.of()).toJson();
  }

  private static StateRecord base() {
    Address address = Address.of("trial_thing.base");
    JsonNode made = Json.object().put("id", "made-for-base").put("name", "base").put("revision", 2);
    return StateRecord.of(
            draft -> {
              draft.workspace = "default";
              draft.address = address;
              draft.type = "trial_thing";
              draft.providerConfig = "trial";
              draft.id = "made-for-base";
              draft.attributes = made;
              draft.desired = Json.object().put("name", "base");
              draft.status = RecordStatus.OK;
              draft.version = 1;
              draft.epoch = 1;
              draft.runId = "run";
              draft.updatedAt = Instant.EPOCH;
            })
        .by(TrialHost.SOURCE);
  }
}
