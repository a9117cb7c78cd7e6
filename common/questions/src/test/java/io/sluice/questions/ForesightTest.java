package io.sluice.questions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.ask.Batch;
import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.ask.Question;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.config.VariableSources;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.Foresight;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.provider.ProviderRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How many rounds of questions a plan takes where workers answer, and how much is asked. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ForesightTest {
  private static final SchemaCatalog CATALOG = TrialSchema.catalog(ProtocolVersion.SIX);
  private static final String PROVIDER =
      """
      terraform {
        required_providers {
          trial = { source = "sluice/trial" }
        }
      }
      provider "trial" {
        endpoint = "here"
      }
      """;
  private static final String CHAIN =
      """
      resource "trial_thing" "a" {
        name = "a"
      }
      resource "trial_thing" "b" {
        name = "b"
        note = trial_thing.a.id
      }
      resource "trial_thing" "c" {
        name = "c"
        note = trial_thing.b.id
      }
      resource "trial_thing" "d" {
        name = "d"
        note = trial_thing.c.id
      }
      """;

  @TempDir private Path folder = Path.of("unset");
  @TempDir private Path directory = Path.of("unset");
  private final List<Asked> asked = new ArrayList<>();
  private PluginHost host;

  @BeforeEach
  void start() throws Exception {
    host = TrialHost.of(folder, Map.of());
  }

  @AfterEach
  void end() {
    host.close();
  }

  /** One way to an outcome. */
  private interface Way {
    Planning.Outcome of(Planning.Request request, Snapshot state, Answers answers);
  }

  /** What came of asking round after round. */
  private record Asking(int rounds, Planning.Outcome outcome, List<List<Asked>> waves) {
    String hash() {
      assertThat(outcome).isInstanceOf(Planning.Drawn.class);
      return ((Planning.Drawn) outcome).plan().hash();
    }
  }

  @Test
  void whatStaysAsItIsIsAskedAboutInOneRound() throws Exception {
    Snapshot state = recorded("a", "b", "c", "d");

    Asking plain = asking(CHAIN, state, Planning::of);
    Asking foreseen = asking(CHAIN, state, Foresight::of);

    assertThat(plain.rounds()).isEqualTo(4);
    assertThat(foreseen.rounds()).isEqualTo(1);
    assertThat(foreseen.waves().getFirst()).as("each is asked about once").hasSize(4);
    assertThat(foreseen.hash()).isEqualTo(plain.hash());
  }

  @Test
  void whatRestsOnAChangeIsAskedAboutWhenTheChangeIsKnown() throws Exception {
    String changed = CHAIN.replace("name = \"a\"", "name = \"another\"");
    Snapshot state = recorded("a", "b", "c", "d");

    Asking plain = asking(changed, state, Planning::of);
    Asking foreseen = asking(changed, state, Foresight::of);

    assertThat(foreseen.waves().stream().mapToInt(List::size).sum())
        .as("nothing is asked in vain")
        .isEqualTo(4);
    assertThat(foreseen.rounds()).isLessThanOrEqualTo(plain.rounds());
    assertThat(foreseen.hash()).isEqualTo(plain.hash());
  }

  @Test
  void whatTurnsOutOtherwiseThanForeseenIsAskedAboutAgain() throws Exception {
    // State holds the object as it is configured, and its provider finds it gone.
    String gone = CHAIN.replace("name = \"a\"", "name = \"a\"\n  fault = \"gone\"");
    Snapshot state = recorded("a", "b", "c", "d");
    ((ObjectNode) state.resources().getFirst().attributes()).put("fault", "gone");

    Asking plain = asking(gone, state, Planning::of);
    Asking foreseen = asking(gone, state, Foresight::of);

    assertThat(foreseen.waves().getFirst()).hasSize(4);
    assertThat(foreseen.rounds()).isBetween(2, plain.rounds());
    assertThat(foreseen.hash()).isEqualTo(plain.hash());
  }

  @Test
  void whatIsReadAndWhatGoesIsNotForeseen() throws Exception {
    String text =
        CHAIN.substring(0, CHAIN.indexOf("resource \"trial_thing\" \"c\""))
            + """
            data "trial_lookup" "found" {
              key = trial_thing.a.name
            }
            """;
    Snapshot state = recorded("a", "b", "c");

    Asking foreseen = asking(text, state, Foresight::of);

    assertThat(foreseen.waves().getFirst())
        .extracting(one -> one.question().getClass().getSimpleName())
        .containsOnly("Change");
    assertThat(foreseen.waves().getFirst())
        .allSatisfy(
            one -> assertThat(((Question.Change) one.question()).config().isNull()).isFalse());
    assertThat(foreseen.hash()).isEqualTo(asking(text, state, Planning::of).hash());
  }

  private Asking asking(String text, Snapshot state, Way way) throws Exception {
    Files.writeString(directory.resolve("main.tf"), PROVIDER + text);
    Asker asker = new Asker(host, folder);
    Forms forms = new Forms(CATALOG);
    AnswerBook book = AnswerBook.empty();
    List<List<Asked>> waves = new ArrayList<>();
    Planning.Outcome outcome = way.of(request(), state, book);
    while (outcome instanceof Planning.Ask ask && waves.size() < 10) {
      List<Asked> wave = new ArrayList<>();
      for (Wave.Part part : book.wave(ask.questions())) {
        SortedMap<String, JsonNode> answers = new TreeMap<>();
        for (var question : Batch.of(Batch.config(part.packed())).questions().entrySet()) {
          Asked one = forms.asked(question.getValue());
          wave.add(one);
          answers.put(question.getKey(), forms.answer(asker.answer(one)));
        }
        book.learn(List.of(Batch.answered(answers)));
      }
      assertThat(wave).isNotEmpty();
      waves.add(wave);
      outcome = way.of(request(), state, book);
    }
    return new Asking(waves.size(), outcome, waves);
  }

  private Planning.Directory request() {
    ProviderRegistry registry =
        ProviderRegistry.builtIn()
            .with(
                List.of(
                    new BridgedProvider(
                        new PluginWork(TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), null, null),
                        CATALOG)));
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

  /** The links of the chain, as they were made. */
  private static Snapshot recorded(String... names) throws Exception {
    List<StateRecord> records = new ArrayList<>();
    String before = null;
    for (String name : names) {
      String id = "id of " + name;
      var attributes = Json.object().put("id", id).put("name", name);
      if (before != null) {
        attributes.put("note", before);
      }
      records.add(record(name, id, attributes));
      before = id;
    }
    return new Snapshot("w", 7, 1, null, records, null, List.of());
  }

  private static StateRecord record(String name, String id, JsonNode attributes) {
    return StateRecord.of(
            draft -> {
              draft.workspace = "w";
              draft.address = Address.of("trial_thing." + name);
              draft.type = "trial_thing";
              draft.providerConfig = "trial";
              draft.schemaVersion = 2;
              draft.id = id;
              draft.attributes = attributes;
              draft.desired = Json.object();
              draft.status = RecordStatus.OK;
              draft.version = 3;
              draft.epoch = 1;
              draft.runId = "run";
              draft.updatedAt = Instant.EPOCH;
            })
        .by(TrialHost.SOURCE);
  }
}
