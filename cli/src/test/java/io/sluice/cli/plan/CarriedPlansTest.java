package io.sluice.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.ask.PlannedWork;
import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.cli.render.Style;
import io.sluice.cli.render.plan.PlanText;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The plan of a run that waits, as the person sees it who is to approve it. */
class CarriedPlansTest {
  private static final SchemaCatalog CATALOG = TrialSchema.catalog(ProtocolVersion.SIX);
  private static final PluginWork PIN =
      new PluginWork("registry.terraform.io/sluice/trial", "1.0.0", List.of("h1:x"), null, null);
  private static final ProviderRegistry REGISTRY =
      ProviderRegistry.builtIn().with(List.of(new BridgedProvider(PIN, CATALOG)));
  private static final Address AT = Address.of("trial_thing.a");

  private static Keyring keyring(int seed) {
    byte[] key = new byte[32];
    key[0] = (byte) seed;
    return Keyring.of(key, "a test");
  }

  private static Value thing(Map<String, Value> parts) throws Exception {
    Map<String, Value> all =
        new LinkedHashMap<>(
            CATALOG.resource("trial_thing").orElseThrow().block().empty().entries());
    all.putAll(parts);
    return ObjectValue.of(all);
  }

  private static Node node(Action action, String id, @Nullable PluginWork work) {
    return Node.of(
            draft -> {
              draft.id = id;
              draft.address = AT;
              draft.action = action;
              draft.type = "trial_thing";
              draft.config = Json.object().put("name", "as written");
              draft.prior = action == Action.IMPORT ? new Node.Prior(AT, "queue-1", 0) : null;
              draft.repeat = RepeatClass.NONE;
              draft.weight = 1;
              draft.pairedWith =
                  switch (action) {
                    case CREATE -> "trial_thing.a#delete";
                    case DELETE -> "trial_thing.a";
                    default -> null;
                  };
              draft.schemaVersion = 2;
            })
        .by(work);
  }

  /** As it lies in the run, sealed. */
  private static Node carrying(Action action, String id) throws Exception {
    Value before =
        thing(
            Map.of(
                "name", Value.of("a"),
                "place", Value.of("here"),
                "secret", Value.of("canary"),
                "revision", Value.of(3)));
    Value after =
        thing(
            Map.of(
                "name", Value.of("a"),
                "place", Value.of("there"),
                "secret", Value.of("other canary"),
                "revision", Value.unknown(Types.NUMBER)));
    PlannedChange change =
        new PlannedChange(
            "trial_thing",
            PlannedChange.Action.REPLACE,
            Optional.of(ObjectState.of(before)),
            after,
            new byte[0],
            Optional.empty(),
            List.of(ValuePath.of("place")),
            false,
            List.of());
    PluginWork work =
        PIN.withPlanned(
            new Forms(CATALOG).planned(new PlannedWork(change, IgnoredChanges.NONE, false)));
    Plan plan = new Plan(List.of(node(action, id, work)), new TreeMap<>(), List.of(), 0, "a hash");
    return new Secrets(keyring(1)).sealed("w", plan).getFirst();
  }

  private static String shown(Optional<Secrets> secrets, Node... nodes) {
    return PlanText.of(
        new NodeChanges(Map.of(), REGISTRY, new CarriedPlans("w", secrets, REGISTRY))
            .of(List.of(nodes)),
        List.of(),
        Style.PLAIN);
  }

  @Test
  void showsWhatTheProviderPlansAndNoSecretOfIt() throws Exception {
    String text =
        shown(
            Optional.of(new Secrets(keyring(1))),
            carrying(Action.CREATE, "trial_thing.a"),
            node(Action.DELETE, "trial_thing.a#delete", null));

    assertThat(text.replaceAll(" +", " "))
        .contains(
            "# trial_thing.a must be replaced",
            "place = \"here\" -> \"there\" # forces replacement",
            "revision = 3 -> (known after apply)",
            "secret = (sensitive value)")
        .doesNotContain("canary", "as written");
  }

  @Test
  void showsAnImportWithTheChangeThatComesWithIt() throws Exception {
    String text =
        shown(
            Optional.of(new Secrets(keyring(1))),
            carrying(Action.IMPORT, "trial_thing.a#import"),
            carrying(Action.UPDATE, "trial_thing.a"));

    assertThat(text)
        .contains(
            "(imported from \"queue-1\")",
            "Plan: 1 to import, 0 to add, 1 to change, 0 to destroy.");
  }

  @Test
  void withoutTheKeyShowsWhatTheConfigurationSays() throws Exception {
    Node update = carrying(Action.UPDATE, "trial_thing.a");
    assertThat(shown(Optional.empty(), update)).contains("as written").doesNotContain("canary");
    assertThat(shown(Optional.of(new Secrets(keyring(2))), update))
        .contains("as written")
        .doesNotContain("canary");
  }
}
