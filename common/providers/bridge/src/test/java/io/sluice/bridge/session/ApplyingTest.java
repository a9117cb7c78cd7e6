package io.sluice.bridge.session;

import static io.sluice.bridge.session.Things.done;
import static io.sluice.bridge.session.Things.lost;
import static io.sluice.bridge.session.Things.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.session.PlannedChange.Action;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ApplyingTest {
  private Things things;

  @BeforeEach
  void start() throws Exception {
    things = new Things(ProtocolVersion.SIX);
  }

  @AfterEach
  void end() {
    things.close();
  }

  private Applied create(String fault) throws Exception {
    return things.apply(Optional.empty(), things.thing("name", "a", "fault", fault));
  }

  @Test
  void plansOnceMoreWithWhatIsKnownAndAppliesThat() throws Exception {
    PlannedChange first =
        things.plan(
            Optional.empty(), things.thing("name", "a", "note", Value.unknown(Types.STRING)));
    things.calls();
    PlanAsk known =
        PlanAsk.of("trial_thing", Optional.empty(), things.thing("name", "a", "note", "now"));
    ObjectState made = done(things.session.apply(first, known)).object().orElseThrow();
    assertThat(made.value().entries().get("note")).isEqualTo(Value.of("now"));
    assertThat(made.tainted()).isFalse();
    assertThat(things.calls())
        .containsExactly("ValidateResourceConfig", "PlanResourceChange", "ApplyResourceChange");
  }

  @Test
  void refusesToApplyWhatIsNotKnownOrWasPlannedOtherwise() throws Exception {
    PlannedChange first = things.plan(Optional.empty(), things.thing("name", "a", "note", "x"));
    Value unknown = things.thing("name", "a", "note", Value.unknown(Types.STRING));
    assertThat(
            refused(
                things.session.apply(first, PlanAsk.of("trial_thing", Optional.empty(), unknown))))
        .singleElement()
        .asString()
        .contains("note");
    Value other = things.thing("name", "a", "note", "y");
    assertThat(
            refused(
                things.session.apply(first, PlanAsk.of("trial_thing", Optional.empty(), other))))
        .singleElement()
        .asString()
        .contains("inconsistent final plan");
    assertThat(things.server.objects()).isZero();
  }

  @Test
  void doesNothingWhereAnUpdateTurnsOutToBeNone() throws Exception {
    ObjectState made = things.made("name", "a", "note", "x");
    PlannedChange first =
        things.plan(
            Optional.of(made), things.thing("name", "a", "note", Value.unknown(Types.STRING)));
    assertThat(first.action()).isEqualTo(Action.UPDATE);
    things.calls();
    PlanAsk same =
        PlanAsk.of("trial_thing", Optional.of(made), things.thing("name", "a", "note", "x"));
    assertThat(done(things.session.apply(first, same)).object()).contains(made);
    assertThat(things.calls()).doesNotContain("ApplyResourceChange");
  }

  @Test
  void makesTheNewHalfOfAReplacement() throws Exception {
    ObjectState made = things.made("name", "a");
    Value config = things.thing("name", "b");
    PlannedChange first = things.plan(Optional.of(made), config);
    assertThat(
            done(things.session.destroy(
                    done(things.session.planDestroy("trial_thing", made)), made))
                .object())
        .isEmpty();
    assertThat(things.server.objects()).isZero();
    Applied applied =
        done(things.session.apply(first, PlanAsk.of("trial_thing", Optional.empty(), config)));
    assertThat(applied.object().orElseThrow().value().entries().get("id"))
        .isEqualTo(Value.of("made-for-b"));
  }

  @Test
  void keepsNothingOfACreateThatFailedWithoutAnObject() throws Exception {
    Applied applied = create("apply-error");
    assertThat(applied.succeeded()).isFalse();
    assertThat(applied.object()).isEmpty();
  }

  @Test
  void keepsAndTaintsWhatAFailedCreateLeft() throws Exception {
    Applied applied = create("apply-partial");
    assertThat(applied.succeeded()).isFalse();
    ObjectState left = applied.object().orElseThrow();
    assertThat(left.tainted()).isTrue();
    assertThat(new String(left.privateData(), StandardCharsets.UTF_8)).startsWith("applied");
  }

  @Test
  void keepsButDoesNotTaintWhatAFailedUpdateLeft() throws Exception {
    ObjectState made = things.made("name", "a");
    Applied partial =
        things.apply(Optional.of(made), things.thing("name", "a", "fault", "apply-partial"));
    assertThat(partial.succeeded()).isFalse();
    assertThat(partial.object().orElseThrow().tainted()).isFalse();
    assertThat(partial.object().orElseThrow().value()).isNotEqualTo(made.value());
    Applied nothing =
        things.apply(Optional.of(made), things.thing("name", "a", "fault", "apply-error"));
    assertThat(nothing.object()).contains(made);
  }

  @Test
  void savesWhatIsWrongAllTheSame() throws Exception {
    Applied unknown = create("apply-unknown");
    assertThat(unknown.succeeded()).isFalse();
    assertThat(unknown.object().orElseThrow().value().entries().get("size").isNull()).isTrue();
    Applied differs = create("apply-differs");
    assertThat(differs.succeeded()).isFalse();
    assertThat(differs.object().orElseThrow().value().entries().get("note"))
        .isEqualTo(Value.of("other"));
  }

  @Test
  void hasNothingToSaveWhereTheAnswerIsNoObject() throws Exception {
    assertThat(create("apply-null").object()).isEmpty();
    assertThat(create("apply-null").succeeded()).isFalse();
    Applied type = create("apply-type");
    assertThat(type.succeeded()).isFalse();
    assertThat(type.object()).isEmpty();
    assertThat(type.unreadable()).isTrue();
    assertThat(create("apply-null").unreadable()).isFalse();
  }

  @Test
  void keepsWhatAProviderFailedToDelete() throws Exception {
    ObjectState made = things.made("name", "a", "fault", "delete-error");
    PlannedChange destroy = done(things.session.planDestroy("trial_thing", made));
    Applied applied = done(things.session.destroy(destroy, made));
    assertThat(applied.succeeded()).isFalse();
    assertThat(applied.object().orElseThrow().value()).isEqualTo(made.value());
  }

  @Test
  void waitsForAnAnswerEvenWhenItIsInterrupted() throws Exception {
    PlanAsk ask =
        PlanAsk.of("trial_thing", Optional.empty(), things.thing("name", "a", "fault", "slow"));
    PlannedChange first = done(things.session.plan(ask));
    CompletableFuture<Applied> applied = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform().start(() -> applied.complete(done(things.session.apply(first, ask))));
    Thread.sleep(300);
    thread.interrupt();
    assertThat(applied.get(20, TimeUnit.SECONDS).succeeded()).isTrue();
  }

  @Test
  void isInDoubtWhereAProviderWasStoppedInTheMiddle() throws Exception {
    PlanAsk ask =
        PlanAsk.of(
            "trial_thing", Optional.empty(), things.thing("name", "a", "fault", "until-stopped"));
    PlannedChange first = done(things.session.plan(ask));
    CompletableFuture<Reply<Applied>> reply =
        CompletableFuture.supplyAsync(() -> things.session.apply(first, ask));
    while (things.server.log().entries().stream()
        .noneMatch(entry -> entry.rpc().equals("ApplyResourceChange"))) {
      Thread.sleep(10);
    }
    Thread.sleep(100);
    done(things.session.stop());
    Loss loss = lost(reply.get(20, TimeUnit.SECONDS));
    assertThat(loss.phase()).isEqualTo(Loss.Phase.DURING_CALL);
    assertThat(loss.call()).isEqualTo("ApplyResourceChange");
  }

  @Test
  void saysThatNothingWasSentToAProviderThatIsNotThere() throws Exception {
    PlanAsk ask = PlanAsk.of("trial_thing", Optional.empty(), things.thing("name", "a"));
    things.server.close();
    Thread.sleep(200);
    Loss loss = lost(things.session.plan(ask));
    assertThat(loss.phase()).isEqualTo(Loss.Phase.BEFORE_CALL);
    assertThat(things.session.isHealthy(Duration.ofSeconds(5))).isFalse();
  }

  @Test
  void isHealthyWhileItAnswers() {
    assertThat(things.session.isHealthy(Duration.ofSeconds(10))).isTrue();
    assertThat(List.of(things.session.catalog().plansDestroy())).containsExactly(true);
  }
}
