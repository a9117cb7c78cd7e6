package io.sluice.cli.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Operator;
import io.sluice.model.Action;
import io.sluice.model.file.BundledFile;
import io.sluice.model.json.Json;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.configuration.Bundle;
import io.sluice.provider.workspace.CarriedDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The configuration of the run that walks workspaces: a step for the run of each, and one between
 * any two waves.
 */
public final class WalkDocument {
  private static final String FILE = "fleet.sluice.json";

  /** How the steps that are runs of workspaces begin. */
  public static final String RUN = "step.sluice_run.";

  private static final String WAVE = "step.sluice_wave.";
  private static final String TURN = "turn";
  private static final int MOST_AT_ONCE = 500;
  private static final int READABLE = 0644;

  private final FleetPlan plan;
  private final Choices choices;
  private final List<String> names;
  private final Map<String, String> steps = new HashMap<>();
  private final Set<String> taken = new HashSet<>();
  private final ObjectNode gates = Json.object();
  private final ObjectNode begun = Json.object();

  /**
   * What a person chose.
   *
   * @param workspace of the walk itself
   * @param approved whether nobody is to be asked, late parts included
   * @param before by workspace, the configuration to go back to where the rollout does not pass;
   *     empty where it only stops
   */
  public record Choices(
      String workspace,
      boolean approved,
      Rollout rollout,
      RunOptions options,
      String directory,
      String now,
      Map<String, byte[]> before) {}

  private WalkDocument(FleetPlan plan, Choices choices) {
    this.plan = plan;
    this.choices = choices;
    this.names =
        plan.planned().stream()
            .filter(FleetPlan.Planned::isWork)
            .map(part -> part.member().workspace())
            .toList();
    names.forEach(name -> steps.put(name, step(name)));
  }

  /** A name that no other step has. */
  private String step(String name) {
    String step = (Character.isDigit(name.charAt(0)) ? "_" : "") + name.replace('.', '_');
    while (!taken.add(step)) {
      step += "_";
    }
    return step;
  }

  /** The document that is submitted. */
  public static ObjectNode of(FleetPlan plan, Choices choices) {
    byte[] text = Json.encode(new WalkDocument(plan, choices).blocks());
    return Bundle.of(
            draft -> {
              draft.workspace = choices.workspace();
              draft.root = choices.workspace();
              draft.files = new TreeMap<>(Map.of(FILE, BundledFile.of(text, READABLE)));
              draft.listed = new TreeMap<>(Map.of(".", List.of(FILE)));
              draft.workingDirectory = choices.directory();
              draft.home = choices.directory();
              draft.planTimestamp = choices.now();
            })
        .toJson();
  }

  /** Who goes with whom, of those that have something to do. */
  public static List<List<String>> waves(FleetPlan plan, Choices choices) {
    WalkDocument document = new WalkDocument(plan, choices);
    return Waves.of(document.names, document.first(), choices.rollout().waves());
  }

  /**
   * How much the walk may do at once. Its steps only wait, so by default all workspaces may be
   * under way, as far as the workers keep places for their runs; and a gate between waves waits
   * beside them, one at a time, as does what says whether the rollout goes back.
   */
  public static int places(int wanted, Choices choices) {
    int beside = (choices.rollout().isDivided() ? 1 : 0) + (choices.before().isEmpty() ? 0 : 1);
    return (wanted > 0 ? wanted : MOST_AT_ONCE) + beside;
  }

  private ObjectNode blocks() {
    ObjectNode document = Json.object();
    ObjectNode step = document.putObject("step");
    ObjectNode runs = step.putObject("sluice_run");
    Rollout rollout = choices.rollout();
    List<String> first = first();
    List<List<String>> waves = Waves.of(names, first, rollout.waves());
    // A canary that has nothing to do was left as it is by a walk before: it is checked at once.
    boolean ahead = first.isEmpty() && !rollout.canaries().isEmpty() && rollout.isChecked();
    int gates = ahead ? 0 : 1;
    ObjectNode before = Json.object();
    for (int wave = 0; wave < waves.size(); wave++) {
      if (wave >= gates) {
        gate(step, wave, before.deepCopy(), wave > gates);
      }
      if (wave == gates && rollout.isChecked()) {
        check(step, wave, ahead ? List.of() : waves.getFirst());
      }
      for (String name : waves.get(wave)) {
        ArrayNode needs = run(runs.putObject(steps.get(name)), name);
        before.set(RUN + steps.get(name), needs.deepCopy());
        if (wave >= gates) {
          needs.add(WAVE + gateName(wave));
        }
        begun.set(RUN + steps.get(name), needs.deepCopy());
      }
    }
    if (!choices.before().isEmpty()) {
      back(step);
    }
    return document;
  }

  /**
   * What applies workspaces as they were before, where the rollout does not pass: the turning point
   * never fails, and says whether they are to go back.
   */
  private void back(ObjectNode step) {
    ObjectNode turn = step.withObject("/sluice_turn").putObject(TURN).putObject("arguments");
    turn.set("gates", gates);
    turn.set("runs", begun);
    turn.put("max_failures", choices.rollout().maxFailures());
    Map<String, String> backs = new HashMap<>();
    for (String name : names) {
      byte[] document = choices.before().get(name);
      if (document == null) {
        continue;
      }
      String own = step(name + "_before");
      backs.put(name, own);
      ObjectNode block = step.withObject("/sluice_run").putObject(own);
      ArrayNode needs = block.putArray("depends_on");
      needs(name).stream()
          .filter(backs::containsKey)
          .forEach(need -> needs.add(RUN + backs.get(need)));
      ObjectNode arguments = block.putObject("arguments");
      arguments.put("workspace", name);
      arguments.put("document", packed(name, document));
      arguments.put("options", Json.text(goingBack()));
      arguments.put("by", escaped(Operator.name()));
      arguments.put("only_if", "${step.sluice_turn." + TURN + ".output.back}");
      arguments.put("follows", RUN + steps.get(name));
    }
  }

  /** Nobody saw a plan of it: that it may happen is what was agreed to. */
  private RunOptions goingBack() {
    RunOptions given = choices.options();
    return new RunOptions(
        given.parallelism(),
        given.onFailure(),
        List.of(),
        true,
        RunOptions.Approval.GIVEN,
        null,
        given.adoptWorkspace(),
        true);
  }

  private static String gateName(int wave) {
    return "after_" + wave;
  }

  /** Those that go first, with what they need, in the order of the walk. */
  private List<String> first() {
    Set<String> chosen = new HashSet<>();
    for (String canary : choices.rollout().canaries()) {
      if (!plan.parts().containsKey(canary)) {
        throw Fault.of(
            "There is no workspace " + canary + " to go first",
            "There are " + String.join(", ", plan.order().names()) + ".",
            "Name one of these with --canary.");
      }
      List<String> open = new ArrayList<>(List.of(canary));
      while (!open.isEmpty()) {
        String next = open.removeLast();
        if (chosen.add(next)) {
          open.addAll(plan.order().before(next));
        }
      }
    }
    return names.stream().filter(chosen::contains).toList();
  }

  private void gate(ObjectNode step, int wave, ObjectNode before, boolean follows) {
    ObjectNode gate = step.withObject("/sluice_wave").putObject(gateName(wave));
    ArrayNode after = gates.putArray(WAVE + gateName(wave));
    if (follows) {
      after.add(WAVE + gateName(wave - 1));
      gate.set("depends_on", after.deepCopy());
    }
    ObjectNode arguments = gate.putObject("arguments");
    arguments.set("before", before);
    Rollout rollout = choices.rollout();
    arguments.put("max_failures", rollout.maxFailures());
    if (rollout.pause() && wave > 0) {
      arguments.put("pause", true);
    }
  }

  /** Of all that went first, and of the canaries, whether anything was to be done there or not. */
  private void check(ObjectNode step, int wave, List<String> first) {
    Rollout rollout = choices.rollout();
    ObjectNode check =
        step.withObject("/sluice_wave/" + gateName(wave) + "/arguments").putObject("check");
    ArrayNode urls = check.putArray("urls");
    rollout.urls().forEach(url -> urls.add(escaped(url)));
    check.put("output", escaped(rollout.output())).put("seconds", rollout.hold().toSeconds());
    Set<String> checked = new LinkedHashSet<>(first);
    checked.addAll(rollout.canaries());
    ArrayNode workspaces = check.putArray("workspaces");
    checked.forEach(workspaces::add);
  }

  private ArrayNode run(ObjectNode block, String name) {
    FleetPlan.Planned part = (FleetPlan.Planned) Objects.requireNonNull(plan.parts().get(name));
    ArrayNode needs = block.putArray("depends_on");
    needs(name).forEach(need -> needs.add(RUN + steps.get(need)));
    ObjectNode arguments = block.putObject("arguments");
    arguments.put("workspace", name);
    arguments.put("document", document(part));
    arguments.put("options", Json.text(options(part)));
    arguments.put("by", escaped(Operator.name()));
    if (plan.kind() != RunKind.APPLY) {
      arguments.put("kind", plan.kind().word());
    }
    if (!part.open() && !choices.approved()) {
      arguments.put("or_nothing", true);
    } else if (!choices.approved()) {
      ArrayNode mayDelete = arguments.putArray("may_delete");
      part.drawn().plan().plan().nodes().stream()
          .filter(node -> node.action() == Action.DELETE)
          .forEach(node -> mayDelete.add(escaped(node.address().text())));
    }
    return needs;
  }

  /** What it needs among those that have something to do; the others are passed through. */
  private SortedSet<String> needs(String name) {
    SortedSet<String> needs = new TreeSet<>();
    List<String> open = new ArrayList<>(plan.order().before(name));
    Set<String> passed = new HashSet<>();
    while (!open.isEmpty()) {
      String next = open.removeLast();
      if (!passed.add(next)) {
        continue;
      }
      if (steps.containsKey(next)) {
        needs.add(next);
      } else {
        open.addAll(plan.order().before(next));
      }
    }
    return needs;
  }

  private static String document(FleetPlan.Planned part) {
    return packed(
        part.member().workspace(),
        Json.encode(part.member().planning().forLater(part.drawn().plan())));
  }

  private static String packed(String workspace, byte[] document) {
    String packed = CarriedDocument.packed(document);
    if (packed.length() > CarriedDocument.LONGEST) {
      throw Fault.of(
          "The configuration of workspace " + workspace + " is too large",
          "Packed it takes %d KiB, of which %d travel with a run of several workspaces."
              .formatted(packed.length() >> 10, CarriedDocument.LONGEST >> 10),
          "Take it by itself: `sluice apply --workspace " + workspace + "`.");
    }
    return packed;
  }

  /**
   * What was shown whole is applied as it was shown, or not at all. What rests on values of the run
   * is approved by the step, if it deletes nothing that was not shown.
   */
  private RunOptions options(FleetPlan.Planned part) {
    String hash = choices.approved() || part.open() ? null : part.drawn().plan().plan().hash();
    return choices
        .options()
        .approved(
            choices.approved() ? RunOptions.Approval.GIVEN : RunOptions.Approval.REQUIRED, hash);
  }

  /** Texts in JSON are templates. */
  private static String escaped(String text) {
    return text.replace("${", "$${").replace("%{", "%%{");
  }
}
