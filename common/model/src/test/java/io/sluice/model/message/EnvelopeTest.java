package io.sluice.model.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The golden files are what earlier builds wrote: a changed file is a changed contract. {@code
 * GOLDEN_WRITE=DIR} writes files for new types; files that stand already are never written over.
 */
final class EnvelopeTest {
  static List<Object> samples() {
    return Samples.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void writesEachTypeAsItsGoldenFile(Object sample) throws Exception {
    String encoded = new String(Envelope.encode(sample, Samples.AT), StandardCharsets.UTF_8);

    assertThat(encoded + "\n").isEqualTo(golden(sample, encoded));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void readsEachGoldenFileAsItsMessage(Object sample) throws Exception {
    String encoded = new String(Envelope.encode(sample, Samples.AT), StandardCharsets.UTF_8);

    Envelope read =
        Envelope.decode(golden(sample, encoded).strip().getBytes(StandardCharsets.UTF_8));

    assertThat(read.at()).isEqualTo(Samples.AT);
    assertThat(read.payload()).usingRecursiveComparison().isEqualTo(sample);
  }

  @Test
  void hasASampleOfEachType() {
    assertThat(Samples.all().stream().map(MessageType::of).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(MessageType.values());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void readsWhatOlderBuildsWroteAsIfItWereNew(Object sample) throws Exception {
    MessageType type = MessageType.of(sample);
    assertThat(Upgrades.STANDARD.newest(type)).isEqualTo(type.version());
    for (int version = 1; version <= type.version(); version++) {
      String name = "/golden/" + type.wireName() + ".v" + version + ".json";
      try (InputStream stream = EnvelopeTest.class.getResourceAsStream(name)) {
        assertThat(stream).as(name).isNotNull();
        Envelope read = Envelope.decode(stream.readAllBytes());
        assertThat(read.v()).isEqualTo(version);
        assertThat(read.payload()).usingRecursiveComparison().isEqualTo(sample);
      }
    }
  }

  @Test
  void takesAnOldPayloadThroughEachVersionInTurn() {
    Upgrades upgrades =
        new Upgrades(
            Map.of(
                MessageType.PAUSE,
                List.of(
                    old -> old.put("by", old.remove("who").asText()),
                    old -> old.put("by", old.path("by").asText() + "!"))));
    ObjectNode first = Json.object().put("run", "r").put("who", "ada");
    ObjectNode second = Json.object().put("run", "r").put("by", "ada");

    assertThat(upgrades.newest(MessageType.PAUSE)).isEqualTo(3);
    assertThat(upgrades.upgraded(MessageType.PAUSE, 1, first).path("by").asText())
        .isEqualTo("ada!");
    assertThat(upgrades.upgraded(MessageType.PAUSE, 2, second).path("by").asText())
        .isEqualTo("ada!");
    assertThat(upgrades.upgraded(MessageType.PAUSE, 3, second.deepCopy()).path("by").asText())
        .isEqualTo("ada!");
    assertThat(upgrades.upgraded(MessageType.RESUME, 1, first)).isEqualTo(first);
  }

  @Test
  void refusesAStateRecordOfANewerBuildAndSaysWhatToDo() {
    assertThatThrownBy(
            () -> decode("{'v':3,'type':'StateRecord','at':'2026-01-02T03:04:05Z','payload':{}}"))
        .isInstanceOf(Envelope.Unknown.class)
        .hasMessage("StateRecord version 3 is newer than this build reads: upgrade it");
  }

  @Test
  void aWordThatOnlyANewerBuildKnowsIsUnknownAndNotMalformed() {
    String result =
        "{'v':1,'type':'Result','at':'2026-01-02T03:04:05Z','payload':{'run':'r','node':'n',"
            + "'attempt':1,'claimId':'c','outcome':'halfDone','calls':1,'tookMs':1}}";

    assertThatThrownBy(() -> decode(result))
        .isInstanceOf(Envelope.Unknown.class)
        .hasMessage("halfDone is no Outcome that this build knows");
    assertThatThrownBy(
            () -> decode(result.replace("halfDone", "ok").replace("'calls':1", "'calls':'x'")))
        .isInstanceOf(MalformedMessage.class);
  }

  @Test
  void keepsThatNoConfigurationWasEverGiven() throws Exception {
    byte[] golden;
    try (InputStream stream =
        EnvelopeTest.class.getResourceAsStream("/golden/StateRecord.v2.json")) {
      assertThat(stream).isNotNull();
      golden = stream.readAllBytes();
    }
    ObjectNode message = (ObjectNode) Json.tree(golden);
    ((ObjectNode) message.path("payload")).putNull("desired");

    StateRecord read = Envelope.decode(Json.encode(message), StateRecord.class);

    assertThat(read.desired().isNull()).isTrue();
    assertThat(Envelope.decode(Envelope.encode(read, Samples.AT)).payload()).isEqualTo(read);
  }

  @Test
  void keepsWhatIsRequiredThoughItIsEmpty() throws Exception {
    Event silent =
        new Event("r", "w", 1, EventKind.WARNING, null, null, null, "", null, Samples.AT);
    Task bare =
        Task.of(
            draft -> {
              draft.workspace = "w";
              draft.run = "r";
              draft.node = "n";
              draft.address = Address.of("a.b");
              draft.attempt = 1;
              draft.token = "t";
              draft.action = Action.DELETE;
              draft.type = "a";
              draft.config = Json.object();
              draft.prior =
                  new Task.Prior("i", Json.object(), Json.object(), null, 0, RecordStatus.OK, null);
              draft.repeat = RepeatClass.PURE;
              draft.budget = new Task.Budget(1, null);
              draft.timeouts = null;
            });

    for (Object message : List.of(silent, bare)) {
      assertThat(Envelope.decode(Envelope.encode(message, Samples.AT)).payload())
          .isEqualTo(message);
    }
  }

  @Test
  void ignoresFieldsThatItDoesNotKnow() throws Exception {
    Envelope read =
        decode(
            """
            {"x":[1],"v":1,"type":"Pause","at":"2026-01-02T03:04:05Z",
             "payload":{"run":"r","by":"ada","new":{"a":1}}}
            """);

    assertThat(read.payload()).isEqualTo(new Order.Pause("r", "ada"));
  }

  @Test
  void readsAPayloadThatPrecedesItsType() throws Exception {
    Envelope read =
        decode(
            """
            {"payload":{"run":"r","by":"ada"},"at":"2026-01-02T03:04:05Z","type":"Pause","v":1}
            """);

    assertThat(read.payload()).isEqualTo(new Order.Pause("r", "ada"));
  }

  @Test
  void tellsNewerMessagesFromBrokenOnes() {
    assertThatThrownBy(
            () -> decode("{'v':2,'type':'Pause','at':'2026-01-02T03:04:05Z','payload':{}}"))
        .isInstanceOf(Envelope.Unknown.class)
        .hasMessage("Pause version 2 is newer than this build reads: upgrade it");
    assertThatThrownBy(
            () -> decode("{'v':1,'type':'Dance','at':'2026-01-02T03:04:05Z','payload':{}}"))
        .isInstanceOfSatisfying(Envelope.Unknown.class, e -> assertThat(e.newer()).isFalse())
        .hasMessage("message type Dance is not known to this build");
    assertThatThrownBy(
            () -> decode("{'v':2,'type':'Dance','at':'2026-01-02T03:04:05Z','payload':{}}"))
        .isInstanceOfSatisfying(Envelope.Unknown.class, e -> assertThat(e.newer()).isTrue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{",
        "{'v':1,'type':'Pause','at':'yesterday','payload':{'run':'r','by':'b'}}",
        "{'v':1,'type':'Pause','at':'2026-01-02T03:04:05Z'}",
        "{'v':1,'type':'Pause','at':'2026-01-02T03:04:05Z','payload':null}",
        "{'v':1,'type':'Pause','at':'2026-01-02T03:04:05Z','payload':{'run':'r'}}",
        "{'v':1,'type':'Pause','at':'2026-01-02T03:04:05Z','payload':{'run':'r','by':'b'}} x",
        "{'v':'one','type':'Pause','at':'2026-01-02T03:04:05Z','payload':{}}"
      })
  void refusesWhatIsNoMessage(String text) {
    assertThatThrownBy(() -> decode(text)).isInstanceOf(MalformedMessage.class);
  }

  private static Envelope decode(String text) throws MalformedMessage, Envelope.Unknown {
    return Envelope.decode(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  private static String golden(Object sample, String encoded) throws IOException {
    MessageType type = MessageType.of(sample);
    String name = type.wireName() + ".v" + type.version() + ".json";
    String directory = String.valueOf(System.getenv().getOrDefault("GOLDEN_WRITE", ""));
    if (!directory.isEmpty()) {
      Path file = Path.of(directory, name);
      if (!Files.exists(file)) {
        Files.writeString(file, encoded + "\n");
      }
    }
    try (InputStream stream = EnvelopeTest.class.getResourceAsStream("/golden/" + name)) {
      assertThat(stream).as("golden file of " + name).isNotNull();
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
