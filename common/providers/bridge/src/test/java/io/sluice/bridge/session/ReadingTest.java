package io.sluice.bridge.session;

import static io.sluice.bridge.session.Things.done;
import static io.sluice.bridge.session.Things.refused;
import static io.sluice.bridge.session.Things.refusedAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.codec.JsonValues;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadingTest {
  private Things things;

  @BeforeEach
  void start() throws Exception {
    things = new Things(ProtocolVersion.SIX);
  }

  @AfterEach
  void end() {
    things.close();
  }

  private static Value lookup(String key) {
    return ObjectValue.of(Map.of("key", Value.of(key), "value", Value.nullOf(Types.STRING)));
  }

  private static ObjectState with(ObjectState state, String name, Value value) {
    Map<String, Value> parts = new LinkedHashMap<>(state.value().entries());
    parts.put(name, value);
    return new ObjectState(ObjectValue.of(parts), state.privateData(), state.identity(), false);
  }

  @Test
  void readsWhatIsThereAndSeesWhatIsGone() throws Exception {
    ObjectState made = things.made("name", "a");
    assertThat(done(things.session.read("trial_thing", made))).contains(made);
    ObjectState drifted = with(made, "fault", Value.of("drifted"));
    assertThat(
            done(things.session.read("trial_thing", drifted))
                .orElseThrow()
                .value()
                .entries()
                .get("note"))
        .isEqualTo(Value.of("drifted"));
    assertThat(done(things.session.read("trial_thing", with(made, "fault", Value.of("gone")))))
        .isEmpty();
    assertThat(
            refusedAt(
                things.session.read("trial_thing", with(made, "fault", Value.of("read-unknown")))))
        .singleElement()
        .asString()
        .contains("(at size)");
  }

  @Test
  void upgradesStateOfEveryVersionButNewerOnes() throws Exception {
    ObjectState made = things.made("name", "a", "anything", Value.of(3));
    Type type = things.session.catalog().resource("trial_thing").orElseThrow().block().type();
    String json = JsonValues.encode(made.value(), type);
    String older = json.replaceFirst("\\{", "{\"removed_long_ago\":1,");
    for (String stored : List.of(json, older)) {
      assertThat(
              done(
                  things.session.upgrade(
                      "trial_thing", StoredState.of(2, stored.getBytes(StandardCharsets.UTF_8)))))
          .isEqualTo(made.value());
    }
    assertThat(
            refused(
                things.session.upgrade(
                    "trial_thing", StoredState.of(3, json.getBytes(StandardCharsets.UTF_8)))))
        .singleElement()
        .asString()
        .contains("newer version");
  }

  @Test
  void importsByIdOrIdentityAndReadsWhatItFound() throws Exception {
    ObjectState found = done(things.session.importObject("trial_thing", new ImportTarget.Id("a")));
    assertThat(found.value().entries().get("id")).isEqualTo(Value.of("made-for-a"));
    assertThat(things.calls()).containsExactly("ImportResourceState", "ReadResource");
    Value identity = ObjectValue.of(Map.of("name", Value.of("me")));
    ObjectState named =
        done(things.session.importObject("trial_named", new ImportTarget.Identity(identity)));
    assertThat(named.identity()).contains(identity);
    assertThat(
            refused(
                things.session.importObject("trial_thing", new ImportTarget.Identity(identity))))
        .hasSize(1);
    assertThat(refused(things.session.importObject("trial_thing", new ImportTarget.Id("nothing"))))
        .singleElement()
        .asString()
        .contains("nothing to import");
    assertThat(refused(things.session.importObject("trial_thing", new ImportTarget.Id("gone"))))
        .singleElement()
        .asString()
        .contains("non-existent")
        .contains("trial_thing with the id \"gone\"");
  }

  @Test
  void makesStateOfAnotherTypesState() throws Exception {
    MoveSource source =
        new MoveSource(
            "registry.terraform.io/hashicorp/other",
            "other_thing",
            1,
            "{\"name\":\"other\"}".getBytes(StandardCharsets.UTF_8),
            new byte[] {1},
            Optional.empty(),
            0);
    ObjectState moved = done(things.session.move("trial_thing", source));
    assertThat(moved.value().entries().get("name")).isEqualTo(Value.of("other"));
    assertThat(moved.privateData()).startsWith("moved ".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsDataThatIsThere() {
    assertThat(done(things.session.readData("trial_lookup", lookup("a"))).entries().get("value"))
        .isEqualTo(Value.of("value of a"));
    assertThat(refused(things.session.readData("trial_lookup", lookup("nothing")))).hasSize(1);
    assertThat(refused(things.session.readData("trial_absent", lookup("a"))))
        .singleElement()
        .asString()
        .contains("trial_absent");
  }

  @Test
  void opensRenewsAndCloses() {
    OpenEphemeral open = done(things.session.openEphemeral("trial_token", lookup("a")));
    assertThat(open.result().entries().get("value")).isEqualTo(Value.of("value of a"));
    assertThat(open.renewAt()).contains(Instant.ofEpochSecond(4_000_000_000L));
    assertThat(open.toString()).doesNotContain("value of a");
    OpenEphemeral renewed = done(things.session.renew(open));
    assertThat(new String(renewed.privateData(), StandardCharsets.UTF_8))
        .isEqualTo("renewed opened");
    assertThat(renewed.renewAt()).isEmpty();
    done(things.session.close(renewed));
    assertThat(things.calls())
        .containsExactly(
            "ValidateEphemeralResourceConfig",
            "OpenEphemeralResource",
            "RenewEphemeralResource",
            "CloseEphemeralResource");
  }

  @Test
  void callsFunctionsByTheirSignature() {
    assertThat(done(things.session.callFunction("repeat", List.of(Value.of("ab"), Value.of("2")))))
        .isEqualTo(Value.of("abab"));
    assertThat(
            done(
                things.session.callFunction(
                    "repeat", List.of(Value.unknown(Types.STRING), Value.of(2)))))
        .isEqualTo(Value.unknown(Types.STRING));
    assertThat(refused(things.session.callFunction("repeat", List.of())))
        .singleElement()
        .asString()
        .contains("at least 1");
    assertThat(refused(things.session.callFunction("repeat", List.of(Value.of("a"), Value.of(-1)))))
        .singleElement()
        .asString()
        .contains("Argument 2: must not be negative");
    assertThat(refused(things.session.callFunction("repeat", List.of(Value.nullOf(Types.STRING)))))
        .singleElement()
        .asString()
        .contains("must not be null");
    assertThat(refused(things.session.callFunction("absent", List.of()))).hasSize(1);
  }

  @Test
  void configuresAProviderAfterValidatingIt() {
    Value config = ObjectValue.of(Map.of("endpoint", Value.of("http://localhost")));
    done(things.session.configure(config));
    assertThat(things.calls()).containsExactly("ValidateProviderConfig", "ConfigureProvider");
  }

  @Test
  void saysWhichCallAProviderDoesNotSupport() {
    byte[] identity = "{\"name\":\"me\"}".getBytes(StandardCharsets.UTF_8);
    assertThat(refused(things.session.upgradeIdentity("trial_named", 0, identity)))
        .singleElement()
        .asString()
        .contains("does not support UpgradeResourceIdentity");
  }

  @Test
  void takesCallsAtTheSameTime() throws Exception {
    Value config = things.thing("name", "a", "fault", "slow");
    PlanAsk ask = PlanAsk.of("trial_thing", Optional.empty(), config);
    PlannedChange planned = done(things.session.plan(ask));
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Reply<Applied>>> replies = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        replies.add(threads.submit(() -> things.session.apply(planned, ask)));
      }
      for (Future<Reply<Applied>> reply : replies) {
        assertThat(done(reply.get()).succeeded()).isTrue();
      }
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(8 * 700));
    assertThat(things.server.objects()).isEqualTo(8);
  }
}
