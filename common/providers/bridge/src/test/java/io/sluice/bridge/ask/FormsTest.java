package io.sluice.bridge.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.rules.Fault;
import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.source.Severity;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing is lost on the way, and the same question has the same key. */
class FormsTest {
  private static final SchemaCatalog CATALOG = TrialSchema.catalog(ProtocolVersion.SIX);
  private final Forms forms = new Forms(CATALOG);

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  private static Type type(String name) throws DecodeFailed {
    return CATALOG.resource(name).orElseThrow().block().type();
  }

  private static JsonNode travelled(JsonNode form) throws Exception {
    return Json.tree(Json.encode(form));
  }

  private static ProviderUse use(RandomValues random) throws DecodeFailed {
    return new ProviderUse(
        "registry.terraform.io/sluice/trial",
        "1.0.0",
        List.of("h1:a", "zh:b"),
        random.known(CATALOG.provider().type()));
  }

  private static List<ValuePath> paths(RandomValues random) {
    return List.of(
        ValuePath.ROOT,
        ValuePath.of("zone").key("a/b").name("cidr"),
        ValuePath.of("disk").element(random.known(type())).name("label"),
        ValuePath.of("rule").index(3));
  }

  private static Type type() {
    return Type.object(Map.of("label", Types.STRING));
  }

  private static RecordedObject recorded(RandomValues random) throws Exception {
    return new RecordedObject(
        2,
        Json.tree("{\"a\":1.50,\"b\":[12345678901234567890123]}".getBytes(StandardCharsets.UTF_8)),
        travelled(
            new OwnData(random.bytes(), Optional.of(Json.object().put("name", "x")), 3).recorded()),
        random.truth(),
        77);
  }

  private static List<ProviderDiagnostic> said(RandomValues random) {
    return List.of(
        new ProviderDiagnostic(Severity.WARNING, "Be careful", "", ValuePath.ROOT),
        new ProviderDiagnostic(Severity.ERROR, "No", "Because.", paths(random).get(2)));
  }

  private static PlannedChange change(RandomValues random) throws DecodeFailed {
    Type type = type("trial_named");
    Type identity = CATALOG.identity("trial_named").orElseThrow().type();
    return new PlannedChange(
        "trial_named",
        random.one(List.of(PlannedChange.Action.values())),
        random.truth()
            ? Optional.empty()
            : Optional.of(
                new ObjectState(
                    random.known(type),
                    random.bytes(),
                    Optional.of(random.known(identity)),
                    random.truth())),
        random.of(type),
        random.bytes(),
        random.truth() ? Optional.empty() : Optional.of(random.known(identity)),
        paths(random),
        random.truth(),
        List.of(new Fault(ValuePath.of("a"), "is odd")));
  }

  private static void areSame(PlannedChange one, PlannedChange other) {
    assertThat(one).usingRecursiveComparison().usingOverriddenEquals().isEqualTo(other);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void changesTravel(long seed) throws Exception {
    RandomValues random = new RandomValues(seed);
    Asked asked =
        new Asked(
            use(random),
            new Question.Change(
                "trial_thing",
                random.truth() ? Optional.of(recorded(random)) : Optional.empty(),
                random.of(type("trial_thing")),
                random.one(
                    List.of(
                        IgnoredChanges.NONE,
                        IgnoredChanges.ALL,
                        new IgnoredChanges(false, paths(random)))),
                random.truth(),
                random.truth(),
                random.one(
                    List.of(
                        new Question.Origin.Recorded(),
                        new Question.Origin.Moved("example.com/a/b", "b_thing"),
                        new Question.Origin.Imported(new ImportTarget.Id("an id")),
                        new Question.Origin.Imported(
                            new ImportTarget.Identity(random.known(type("trial_thing"))))))));
    Asked back = forms.asked(travelled(forms.question(asked)));
    assertThat(back.provider()).isEqualTo(asked.provider());
    assertThat(back.question())
        .usingRecursiveComparison()
        .usingOverriddenEquals()
        .isEqualTo(asked.question());
    assertThat(forms.key(back)).isEqualTo(forms.key(asked));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void otherQuestionsAndAllAnswersTravel(long seed) throws Exception {
    RandomValues random = new RandomValues(seed);
    Type lookup = CATALOG.data("trial_lookup").orElseThrow().block().type();
    for (Question question :
        List.of(
            new Question.Data("trial_lookup", random.known(lookup)),
            new Question.Call("repeat", List.of(random.of(Types.ANY), random.of(lookup))))) {
      Asked asked = new Asked(use(random), question);
      assertThat(forms.asked(travelled(forms.question(asked)))).isEqualTo(asked);
    }
    for (Answer answer :
        List.of(
            new Answer.Given(random.of(lookup), said(random)), new Answer.Refused(said(random)))) {
      assertThat(forms.answer(travelled(forms.answer(answer)))).isEqualTo(answer);
    }
    PlannedChange change = change(random);
    List<ProviderDiagnostic> said = said(random);
    Answer back = forms.answer(travelled(forms.answer(new Answer.Planned(change, said))));
    areSame(((Answer.Planned) back).change(), change);
    assertThat(((Answer.Planned) back).said()).isEqualTo(said);
    PlannedWork work = new PlannedWork(change, new IgnoredChanges(false, paths(random)), true);
    PlannedWork same = forms.planned(travelled(forms.planned(work)));
    areSame(same.change(), change);
    assertThat(same.ignored()).isEqualTo(work.ignored());
    assertThat(same.forced()).isTrue();
  }

  @Test
  void aKeyIsOfTheQuestionAndNotOfTheOrderOfFields() throws Exception {
    RandomValues random = new RandomValues(1);
    ProviderUse use = use(random);
    Question question =
        new Question.Change(
            "trial_thing",
            Optional.of(recorded(random)),
            random.known(type("trial_thing")),
            IgnoredChanges.NONE,
            false,
            true);
    Question.Change change = (Question.Change) question;
    RecordedObject before = change.prior().orElseThrow();
    ObjectNode turned = Json.object();
    turned.set("b", before.attributes().get("b"));
    turned.set("a", before.attributes().get("a"));
    assertThat(forms.key(new Asked(use, with(change, turned, 77))))
        .isEqualTo(forms.key(new Asked(use, question)))
        .hasSize(64);
    assertThat(forms.key(new Asked(use, with(change, turned, 78))))
        .isNotEqualTo(forms.key(new Asked(use, question)));
  }

  private static Question with(Question.Change change, JsonNode attributes, long version) {
    RecordedObject before = change.prior().orElseThrow();
    return new Question.Change(
        change.type(),
        Optional.of(
            new RecordedObject(
                before.schemaVersion(), attributes, before.own(), before.tainted(), version)),
        change.config(),
        change.ignored(),
        change.forced(),
        change.refresh());
  }

  @Test
  void whatIsNoFormIsRefusedWithAWord() {
    assertThatThrownBy(() -> forms.asked(Json.object())).isInstanceOf(DecodeFailed.class);
    assertThatThrownBy(() -> forms.answer(Json.object())).isInstanceOf(DecodeFailed.class);
    assertThatThrownBy(() -> forms.planned(Json.object())).isInstanceOf(DecodeFailed.class);
  }

  @Test
  void ownDataIsReadAsItWasWritten() {
    OwnData own = new OwnData(new byte[] {1, 2, -3}, Optional.empty(), 0);
    assertThat(OwnData.of(own.recorded()).privateBytes()).containsExactly(1, 2, -3);
    assertThat(OwnData.of(null).recorded()).isNull();
  }

  @Test
  void aValueOfAnyTypeKeepsItsType() throws Exception {
    Value value = Value.unknown(Type.list(Types.NUMBER));
    assertThat(ValueForms.value(ValueForms.of(value, Types.ANY), Types.ANY)).isEqualTo(value);
  }
}
