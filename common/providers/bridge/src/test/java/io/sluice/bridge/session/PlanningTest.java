package io.sluice.bridge.session;

import static io.sluice.bridge.session.Things.done;
import static io.sluice.bridge.session.Things.refused;
import static io.sluice.bridge.session.Things.refusedAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.codec.DynamicValues;
import io.sluice.bridge.process.AttachedPlugin;
import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.bridge.session.PlannedChange.Action;
import io.sluice.bridge.trial.RequestLog;
import io.sluice.bridge.trial.TrialServer;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanningTest {
  private Things things;

  @BeforeEach
  void start() throws Exception {
    things = new Things(ProtocolVersion.SIX);
  }

  @AfterEach
  void end() {
    things.close();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource
  void createsUpdatesAndKeepsInBothProtocols(ProtocolVersion version) throws Exception {
    try (Things own = new Things(version)) {
      PlannedChange create = own.plan(Optional.empty(), own.thing("name", "a", "note", "n"));
      assertThat(create.action()).isEqualTo(Action.CREATE);
      assertThat(create.planned().entries().get("id")).isEqualTo(Value.unknown(Types.STRING));
      assertThat(create.requiresReplace()).isEmpty();
      assertThat(own.calls()).containsExactly("ValidateResourceConfig", "PlanResourceChange");

      ObjectState made = own.made("name", "a", "note", "n");
      assertThat(made.value().entries().get("id")).isEqualTo(Value.of("made-for-a"));
      assertThat(text(made.privateData())).isEqualTo("applied planned()");
      assertThat(own.plan(Optional.of(made), own.thing("name", "a", "note", "n")).action())
          .isEqualTo(Action.NO_OP);
      PlannedChange update = own.plan(Optional.of(made), own.thing("name", "a", "note", "m"));
      assertThat(update.action()).isEqualTo(Action.UPDATE);
      assertThat(update.planned().entries().get("id")).isEqualTo(Value.of("made-for-a"));
      assertThat(update.planned().entries().get("revision").isKnown()).isFalse();
    }
  }

  @Test
  void plansAReplacementTwiceWithNothingBeforeItTheSecondTime() throws Exception {
    ObjectState made = things.made("name", "a");
    things.calls();
    PlannedChange replace = things.plan(Optional.of(made), things.thing("name", "b"));
    assertThat(replace.action()).isEqualTo(Action.REPLACE);
    assertThat(replace.requiresReplace()).containsExactly(ValuePath.of("name"));
    assertThat(replace.planned().entries().get("id").isKnown()).isFalse();
    assertThat(replace.prior()).contains(made);
    assertThat(text(replace.plannedPrivate())).isEqualTo("planned(planned(applied planned()))");
    List<RequestLog.Entry> entries = things.server.log().entries();
    assertThat(entries).hasSize(3);
    Wire.PlanRequest second = (Wire.PlanRequest) entries.get(2).request();
    assertThat(second.getPriorState().getMsgpack().toByteArray()).containsExactly(0xc0);
  }

  @Test
  void replacesByForceAndWhatIsTainted() throws Exception {
    ObjectState made = things.made("name", "a");
    PlanAsk forced =
        new PlanAsk(
            "trial_thing", Optional.of(made), things.thing("name", "a"), IgnoredChanges.NONE, true);
    assertThat(done(things.session.plan(forced)).action()).isEqualTo(Action.REPLACE);
    ObjectState tainted = new ObjectState(made.value(), made.privateData(), made.identity(), true);
    things.calls();
    PlannedChange replace = things.plan(Optional.of(tainted), things.thing("name", "a"));
    assertThat(replace.action()).isEqualTo(Action.REPLACE);
    assertThat(replace.prior()).contains(tainted);
    assertThat(text(replace.plannedPrivate())).isEqualTo("planned()");
    assertThat(things.calls()).containsExactly("ValidateResourceConfig", "PlanResourceChange");
  }

  @Test
  void ignoresChangesButNotInAReplacement() throws Exception {
    ObjectState made = things.made("name", "a", "note", "old");
    IgnoredChanges note = new IgnoredChanges(false, List.of(ValuePath.of("note")));
    PlanAsk same =
        new PlanAsk(
            "trial_thing",
            Optional.of(made),
            things.thing("name", "a", "note", "new"),
            note,
            false);
    assertThat(done(things.session.plan(same)).action()).isEqualTo(Action.NO_OP);
    PlanAsk other =
        new PlanAsk(
            "trial_thing",
            Optional.of(made),
            things.thing("name", "b", "note", "new"),
            note,
            false);
    PlannedChange replace = done(things.session.plan(other));
    assertThat(replace.action()).isEqualTo(Action.REPLACE);
    assertThat(replace.planned().entries().get("note")).isEqualTo(Value.of("new"));
  }

  @Test
  void sendsWriteOnlyValuesAndNeverGetsThemBack() throws Exception {
    ObjectState made = things.made("name", "a", "token", "canary");
    assertThat(made.value().entries().get("token").isNull()).isTrue();
    boolean seen =
        things.server.log().entries().stream()
            .filter(entry -> entry.rpc().equals("ApplyResourceChange"))
            .map(entry -> (Wire.ApplyRequest) entry.request())
            .allMatch(
                request ->
                    request.getConfig().getMsgpack().toStringUtf8().contains("canary")
                        && !request
                            .getPlannedState()
                            .getMsgpack()
                            .toStringUtf8()
                            .contains("canary"));
    assertThat(seen).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"invalid", "plan-error", "plan-differs", "plan-type", "defer"})
  void refusesWhatAProviderRefusesOrPlansWrongly(String fault) throws Exception {
    Value config = things.thing("name", "a", "fault", fault, "secret", "canary");
    Reply<PlannedChange> reply =
        things.session.plan(PlanAsk.of("trial_thing", Optional.empty(), config));
    assertThat(refused(reply)).isNotEmpty().noneMatch(text -> text.contains("canary"));
  }

  @Test
  void refusesToReplaceForAPathThatLeadsNowhere() throws Exception {
    ObjectState made = things.made("name", "a");
    Reply<PlannedChange> reply =
        things.session.plan(
            PlanAsk.of(
                "trial_thing", Optional.of(made), things.thing("name", "a", "fault", "lost-path")));
    assertThat(refusedAt(reply)).singleElement().asString().contains("(at nowhere)");
  }

  @Test
  void passesWarningsOnOnce() throws Exception {
    Reply<PlannedChange> reply =
        things.session.plan(
            PlanAsk.of(
                "trial_thing", Optional.empty(), things.thing("name", "a", "fault", "warn")));
    assertThat(((Reply.Done<PlannedChange>) reply).diagnostics())
        .singleElement()
        .satisfies(each -> assertThat(each.summary()).isEqualTo("Be careful"));
  }

  @Test
  void toleratesWhatOldProvidersPlan() throws Exception {
    Value config = things.config("trial_legacy", "name", "a", "body", "text");
    PlannedChange change =
        done(things.session.plan(PlanAsk.of("trial_legacy", Optional.empty(), config)));
    assertThat(change.tolerated())
        .extracting(fault -> fault.path())
        .containsExactly(ValuePath.of("body"));
    assertThat(change.planned().entries().get("body")).isEqualTo(Value.of("hash of text"));
    PlanAsk ask = PlanAsk.of("trial_legacy", Optional.empty(), config);
    ObjectState made = done(things.session.apply(change, ask)).object().orElseThrow();
    PlanAsk ignoring =
        new PlanAsk(
            "trial_legacy",
            Optional.of(made),
            things.config("trial_legacy", "name", "a", "body", "other"),
            new IgnoredChanges(false, List.of(ValuePath.of("body"))),
            false);
    assertThat(done(things.session.plan(ignoring)).action()).isEqualTo(Action.NO_OP);
  }

  @Test
  void plansADestroyWithTheProviderOnlyIfItWantsThat() throws Exception {
    ObjectState made = things.made("name", "a");
    things.calls();
    PlannedChange six = done(things.session.planDestroy("trial_thing", made));
    assertThat(things.calls()).containsExactly("PlanResourceChange");
    assertThat(text(six.plannedPrivate())).isEqualTo("planned(applied planned())");
    try (Things five = new Things(ProtocolVersion.FIVE)) {
      ObjectState other = five.made("name", "a");
      five.calls();
      PlannedChange change = done(five.session.planDestroy("trial_thing", other));
      assertThat(five.calls()).isEmpty();
      assertThat(change.plannedPrivate()).isEqualTo(other.privateData());
    }
  }

  @Test
  void carriesTheIdentityOfTypesThatHaveOne() throws Exception {
    PlanAsk ask =
        PlanAsk.of("trial_named", Optional.empty(), things.config("trial_named", "name", "me"));
    PlannedChange change = done(things.session.plan(ask));
    assertThat(change.plannedIdentity().orElseThrow().entries().get("name"))
        .isEqualTo(Value.of("me"));
    ObjectState made = done(things.session.apply(change, ask)).object().orElseThrow();
    assertThat(made.identity()).isEqualTo(change.plannedIdentity());
  }

  @Test
  void sendsWhatItGotAsItGotIt() throws Exception {
    Value unknown = Value.unknown(Types.STRING);
    things.plan(Optional.empty(), things.thing("name", unknown, "anything", Value.of("x")));
    Wire.PlanRequest request = (Wire.PlanRequest) things.server.log().entries().getLast().request();
    Value config =
        DynamicValues.decode(
            request.getConfig(),
            things.session.catalog().resource("trial_thing").orElseThrow().block().type());
    assertThat(config.entries().get("name")).isEqualTo(unknown);
    assertThat(config.entries().get("anything")).isEqualTo(Value.of("x"));
    assertThat(request.getClientCapabilities().getWriteOnlyAttributesAllowed()).isTrue();
    assertThat(request.getClientCapabilities().getDeferralAllowed()).isFalse();
  }

  @Test
  void asksForTheSchemaAndIdentitiesOnceAndNeverAgain() throws Exception {
    things.plan(Optional.empty(), things.thing("name", "a"));
    assertThat(Set.copyOf(things.calls()))
        .doesNotContain("GetProviderSchema", "GetResourceIdentitySchemas");
  }

  @Test
  void refusesASchemaThatIsLargerThanAnyShouldBe() throws Exception {
    int mebibyte = 1 << 20;
    try (TrialServer large = TrialServer.withExcess(ProtocolVersion.SIX, 70 * mebibyte);
        AttachedPlugin plugin =
            AttachedPlugin.find(large.reattach("a/b/c"), "a/b/c").orElseThrow()) {
      assertThat(refused(PluginSession.open(plugin))).singleElement().asString().contains("64 MiB");
    }
    try (TrialServer large = TrialServer.withExcess(ProtocolVersion.FIVE, 20 * mebibyte);
        AttachedPlugin plugin =
            AttachedPlugin.find(large.reattach("a/b/c"), "a/b/c").orElseThrow()) {
      assertThat(done(PluginSession.open(plugin)).catalog().resources()).contains("trial_large");
    }
  }
}
