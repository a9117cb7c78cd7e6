package io.sluice.questions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Answer;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.ask.Batch;
import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.ask.PlannedWork;
import io.sluice.bridge.ask.Question;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.config.VariableSources;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Route;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.graph.Plan;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Plans for which a provider is asked that is a program of its own. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RoundsTest {
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
      data "trial_lookup" "key" {
        key = "k"
      }
      resource "trial_thing" "first" {
        name    = data.trial_lookup.key.value
        secret  = "hush"
        numbers = [1, 2.5, 12345678901234567890123]
        tags    = { a = "b" }
        rule {
          port    = 80
          comment = provider::trial::repeat("ab", 2)
        }
        disk {
          label = "d"
        }
        zone "east" {
          cidr = "10.0.0.0/8"
        }
        lifecycle {
          ignore_changes = [tags["a"], rule[0].port]
        }
      }
      resource "trial_thing" "second" {
        name = trial_thing.first.name
        note = trial_thing.first.id
      }
      """;

  @TempDir private Path folder = Path.of("unset");
  @TempDir private Path directory = Path.of("unset");
  private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());
  private PluginHost host;

  @BeforeEach
  void start() throws Exception {
    host = TrialHost.of(folder, Map.of());
    Files.writeString(directory.resolve("main.tf"), TEXT);
  }

  @AfterEach
  void end() {
    host.close();
  }

  private Planning.Directory request(boolean refresh) {
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
        new RunOptions(0, null, List.of(), refresh, null, null, false, false),
        Set.of());
  }

  private Rounds rounds() {
    Asker asker = new Asker(host, folder);
    return new Rounds(
        question -> {
          asked.add(question);
          return asker.answer(question);
        },
        4,
        Duration.ofSeconds(10),
        elapsed -> {});
  }

  @Test
  void theSamePlanComesOfWhatWorkersAnswer() throws Exception {
    String hash = plan(rounds().drawn(request(true), state(), AnswerBook.empty())).hash();
    Asker asker = new Asker(host, folder);
    Forms forms = new Forms(CATALOG);

    AnswerBook book = AnswerBook.empty();
    int waves = 0;
    Planning.Outcome outcome = Planning.of(request(true), state(), book);
    while (outcome instanceof Planning.Ask ask && waves < 10) {
      List<Wave.Part> parts = book.wave(ask.questions());
      assertThat(parts).as("something is asked that was not asked before").isNotEmpty();
      for (Wave.Part part : parts) {
        assertThat(part.provider().source()).isEqualTo(TrialHost.SOURCE);
        SortedMap<String, JsonNode> answers = new TreeMap<>();
        for (var question : Batch.of(Batch.config(part.packed())).questions().entrySet()) {
          Asked one = forms.asked(question.getValue());
          answers.put(question.getKey(), forms.answer(asker.answer(one)));
        }
        book.learn(List.of(Batch.answered(answers)));
      }
      outcome = Planning.of(request(true), state(), book);
      waves++;
    }

    assertThat(waves).isBetween(2, 6);
    assertThat(plan(outcome).hash()).isEqualTo(hash);
  }

  @Test
  void eachPoolIsAskedByItselfAndAtTheProvidersPace() throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        TEXT.substring(0, TEXT.indexOf("data \"trial_lookup\""))
                .replace("endpoint = \"here\"", "endpoint = \"here\"\n  rate = 5")
            + """
            resource "trial_thing" "near" {
              name = "near"
            }
            resource "trial_thing" "far" {
              name = "far"
              pool = "far"
            }
            """);
    AnswerBook book = AnswerBook.empty();
    Planning.Ask ask = (Planning.Ask) Planning.of(request(true), state(), book);

    assertThat(book.wave(ask.questions()))
        .extracting(Wave.Part::route)
        .containsExactlyInAnyOrder(
            new Route(null, "trial", 5.0, null), new Route("far", "trial", 5.0, null));
  }

  @Test
  void whatIsTooLargeGoesIntoAsFewPartsAsItTakes() throws Exception {
    Random random = new Random(7);
    StringBuilder text =
        new StringBuilder(TEXT.substring(0, TEXT.indexOf("data \"trial_lookup\"")));
    for (int i = 0; i < 20; i++) {
      byte[] noise = new byte[60_000];
      random.nextBytes(noise);
      text.append(
          "resource \"trial_thing\" \"n%d\" { name = \"%s\" }\n"
              .formatted(i, Base64.getEncoder().encodeToString(noise)));
    }
    Files.writeString(directory.resolve("main.tf"), text);
    AnswerBook book = AnswerBook.empty();
    Planning.Ask ask = (Planning.Ask) Planning.of(request(true), state(), book);

    List<Wave.Part> parts = book.wave(ask.questions());

    assertThat(parts).hasSizeBetween(3, 6);
    assertThat(parts)
        .allSatisfy(part -> assertThat(part.packed().length()).isLessThan(Batch.MOST_PACKED));
    int asked = 0;
    for (Wave.Part part : parts) {
      asked += Batch.of(Batch.config(part.packed())).questions().size();
    }
    assertThat(asked).isEqualTo(20);
  }

  @Test
  void aProviderIsNotAskedBeforeItsConfigurationIsKnownWhereAPersonSaysSo() throws Exception {
    String text =
        TEXT.substring(0, TEXT.indexOf("data \"trial_lookup\""))
            + """
            provider "trial" {
              alias    = "late"
              endpoint = trial_thing.base.id
            }
            resource "trial_thing" "base" {
              name = "base"
            }
            resource "trial_thing" "inside" {
              provider = trial.late
              name     = "inside"
            }
            """;
    for (boolean defers : List.of(true, false)) {
      Files.writeString(
          directory.resolve("main.tf"),
          text + "sluice {\n  defer_unknown_providers = %s\n}\n".formatted(defers));
      AnswerBook book = AnswerBook.empty();

      Plan plan = plan(rounds().drawn(request(true), state(), book));

      Node inside = plan.nodes().getLast();
      assertThat(inside.id()).isEqualTo("trial_thing.inside");
      assertThat(inside.action()).isEqualTo(Action.CREATE);
      assertThat(new Forms(CATALOG).planned(inside.plugin().planned()).deferred())
          .isEqualTo(defers);
      assertThat(inside.values()).extracting(Reference::text).contains("trial_thing.base.id");
      assertThat(plan(Planning.of(request(true), state(), AnswerBook.of(book.written()))))
          .as("others draw it without asking")
          .isEqualTo(plan);
    }
  }

  @Test
  void aProcessThatIsLostIsAskedAgainAndThenSaysItsLastWords() throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        TEXT.substring(0, TEXT.indexOf("data \"trial_lookup\""))
            + "resource \"trial_thing\" \"a\" {\n  name = \"a\"\n  fault = \"die-in-plan\"\n}\n");

    Planning.Outcome outcome = rounds().drawn(request(true), state(), AnswerBook.empty());

    assertThat(asked).hasSize(3);
    assertThat(((Planning.Refused) outcome).reasons().getFirst().toString())
        .contains("Provider gives no answer", TrialHost.SOURCE, "PlanResourceChange");
  }

  private static Plan plan(Planning.Outcome outcome) {
    assertThat(outcome).isInstanceOf(Planning.Drawn.class);
    return ((Planning.Drawn) outcome).plan();
  }

  private static Snapshot state(StateRecord... records) {
    return new Snapshot("w", 7, 1, null, List.of(records), null, List.of());
  }

  private static StateRecord recorded(String address, String attributes, long version)
      throws Exception {
    return recorded(address, attributes, version, "trial");
  }

  private static StateRecord recorded(
      String address, String attributes, long version, String provider) throws Exception {
    JsonNode tree = Json.mapper().readTree(attributes);
    Address at = Address.of(address);
    return StateRecord.of(
            draft -> {
              draft.workspace = "w";
              draft.address = at;
              draft.type = "trial_thing";
              draft.providerConfig = provider;
              draft.schemaVersion = 2;
              draft.id = "an id";
              draft.attributes = tree;
              draft.desired = Json.object();
              draft.status = RecordStatus.OK;
              draft.version = version;
              draft.epoch = 1;
              draft.runId = "run";
              draft.updatedAt = Instant.EPOCH;
            })
        .by(TrialHost.SOURCE);
  }

  @Test
  void asksUntilNothingIsLeftAndOthersDrawTheSamePlanByTheRecord() throws Exception {
    AnswerBook book = AnswerBook.empty();

    Plan plan = plan(rounds().drawn(request(true), state(), book));

    assertThat(asked)
        .extracting(each -> each.question().getClass().getSimpleName())
        .containsExactlyInAnyOrder("Call", "Data", "Change", "Change");
    assertThat(plan.nodes())
        .extracting(Node::id)
        .containsExactly("trial_thing.first", "trial_thing.second");
    assertThat(plan.nodes().getFirst().config().at("/rule/0/comment").asText()).isEqualTo("abab");
    PlannedWork work = new Forms(CATALOG).planned(plan.nodes().getFirst().plugin().planned());
    assertThat(work.change().action()).isEqualTo(PlannedChange.Action.CREATE);
    assertThat(work.change().planned().entries().get("name")).isEqualTo(Value.of("value of k"));
    assertThat(work.ignored().paths())
        .extracting(Object::toString)
        .containsExactly("tags[\"a\"]", "rule[0].port");

    JsonNode sealed = TravellingAnswers.sealed(book, "w", KEYS.sealer());
    assertThat(sealed.toString()).doesNotContain("hush");
    AnswerBook arrived = TravellingAnswers.opened(KEYS.opener().openAll("w", sealed));
    assertThat(plan(Planning.of(request(false), state(), arrived))).isEqualTo(plan);
    assertThat(arrived.written()).isEqualTo(book.written());
  }

  @Test
  void anotherStateIsAnotherQuestion() throws Exception {
    String first = "{\"id\": \"an id\", \"name\": \"value of k\"}";
    AnswerBook book = AnswerBook.empty();
    plan(rounds().drawn(request(true), state(recorded("trial_thing.first", first, 3)), book));
    AnswerBook arrived = AnswerBook.of(book.written());

    assertThat(Planning.of(request(false), state(recorded("trial_thing.first", first, 3)), arrived))
        .isInstanceOf(Planning.Drawn.class);
    assertThat(Planning.of(request(false), state(recorded("trial_thing.first", first, 4)), arrived))
        .isInstanceOf(Planning.Ask.class);
  }

  @Test
  void whatGoesAwayWaitsForWhatItsProviderIsConfiguredWith() throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        TEXT.substring(0, TEXT.indexOf("data \"trial_lookup\""))
            + """
            provider "trial" {
              alias    = "late"
              endpoint = terraform_data.cluster.output
            }
            resource "terraform_data" "cluster" {
              input = "here"
            }
            resource "trial_thing" "replaced" {
              provider = trial.late
              name     = "another"
            }
            """);
    StateRecord left =
        recorded("trial_thing.left", "{\"id\": \"an id\", \"name\": \"left\"}", 3, "trial.late");
    StateRecord replaced =
        recorded("trial_thing.replaced", "{\"id\": \"an id\", \"name\": \"one\"}", 3, "trial.late");

    Plan plan = plan(rounds().drawn(request(true), state(left, replaced), AnswerBook.empty()));

    assertThat(plan.nodes())
        .filteredOn(node -> node.action() == Action.DELETE)
        .isNotEmpty()
        .allSatisfy(node -> assertThat(node.after()).contains("terraform_data.cluster"));
    assertThat(plan.nodes())
        .extracting(Node::id)
        .contains("trial_thing.left", "trial_thing.replaced");
  }

  @Test
  void deletesWhatIsNotWantedAndForgetsWhatIsGone() throws Exception {
    Files.writeString(
        directory.resolve("main.tf"), TEXT.substring(0, TEXT.indexOf("data \"trial_lookup\"")));
    StateRecord left = recorded("trial_thing.left", "{\"id\": \"an id\", \"name\": \"left\"}", 3);
    StateRecord lost =
        recorded(
            "trial_thing.lost", "{\"id\": \"an id\", \"name\": \"l\", \"fault\": \"gone\"}", 3);

    Plan plan = plan(rounds().drawn(request(true), state(left, lost), AnswerBook.empty()));

    assertThat(plan.nodes())
        .extracting(node -> node.action() + " " + node.id())
        .containsExactly("DELETE trial_thing.left", "FORGET trial_thing.lost#delete");
    assertThat(asked)
        .allMatch(
            each ->
                each.provider().config().entries().get("endpoint").equals(Value.of("here"))
                    && each.question() instanceof Question.Change change
                    && change.config().isNull());
  }

  @Test
  void asksNoMoreAtOnceThanItMay() throws Exception {
    StringBuilder text = new StringBuilder(TEXT.substring(0, TEXT.indexOf("data \"trial")));
    for (int i = 0; i < 20; i++) {
      text.append("resource \"trial_thing\" \"t%d\" {\n  name = \"t%d\"\n}\n".formatted(i, i));
    }
    Files.writeString(directory.resolve("main.tf"), text);
    Asker asker = new Asker(host, folder);
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger told = new AtomicInteger();
    Rounds rounds =
        new Rounds(
            question -> {
              most.accumulateAndGet(now.incrementAndGet(), Math::max);
              Answer answer = asker.answer(question);
              now.decrementAndGet();
              return answer;
            },
            3,
            Duration.ofMillis(1),
            elapsed -> told.incrementAndGet());

    assertThat(plan(rounds.drawn(request(true), state(), AnswerBook.empty())).nodes()).hasSize(20);
    assertThat(most.get()).isBetween(1, 3);
    assertThat(told.get()).isPositive();
  }

  @Test
  void letsNoQuestionWaitForOneThatItDoesNotRestOn() throws Exception {
    String text =
        TEXT.substring(0, TEXT.indexOf("data \"trial"))
            + """
            resource "trial_thing" "slow" {
              name = "slow"
            }
            resource "trial_thing" "first" {
              name = "first"
            }
            resource "trial_thing" "second" {
              name = trial_thing.first.name
              note = "second"
            }
            """;
    Files.writeString(directory.resolve("main.tf"), text);
    Asker asker = new Asker(host, folder);
    CountDownLatch second = new CountDownLatch(1);
    List<String> late = Collections.synchronizedList(new ArrayList<>());
    Rounds rounds =
        new Rounds(
            question -> {
              Value config = ((Question.Change) question.question()).config();
              if (config.entries().get("name").equals(Value.of("slow"))) {
                awaitOr(second, () -> late.add("slow"));
              } else if (config.entries().get("note").equals(Value.of("second"))) {
                second.countDown();
              }
              return asker.answer(question);
            },
            2,
            Duration.ofSeconds(10),
            elapsed -> {});

    assertThat(plan(rounds.drawn(request(true), state(), AnswerBook.empty())).nodes()).hasSize(3);
    assertThat(late).isEmpty();
  }

  private static void awaitOr(CountDownLatch latch, Runnable missed) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        missed.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      missed.run();
    }
  }
}
