package io.sluice.cli.command.stack;

import io.sluice.cli.command.apply.PlanShowing;
import io.sluice.cli.command.fleet.Walking;
import io.sluice.cli.command.shared.Faults;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.fleet.FleetPlan;
import io.sluice.cli.fleet.FleetPlanning;
import io.sluice.cli.fleet.Member;
import io.sluice.cli.fleet.Place;
import io.sluice.cli.fleet.Rollout;
import io.sluice.cli.fleet.WalkDocument;
import io.sluice.cli.plan.ApprovalQuestion;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.stack.PlannedCounts;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.stack.UpstreamValues;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Unsent;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import io.sluice.model.plan.RunKind;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import io.sluice.stacks.deployment.DeploymentRollout;
import io.sluice.stacks.deployment.Deployments;
import io.sluice.stacks.deployment.RulesOnPlan;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Applies, or destroys, the deployments of a rollout: one run walks their workspaces, in waves. */
final class RolloutApplying {
  private final Invocation invocation;
  private final StackDirectory stack;
  private final DeploymentPlans plans;
  private final Settings settings;
  private final io.sluice.cli.deployment.Deployment serving;
  private final Words words;

  /**
   * What was typed.
   *
   * @param kind whether the deployments are applied or destroyed
   * @param before the stack as it was applied before; null where it was not named
   */
  record Words(
      RunKind kind,
      boolean autoApprove,
      boolean detach,
      boolean json,
      @Nullable StackDirectory before) {
    boolean destroys() {
      return kind == RunKind.DESTROY;
    }
  }

  RolloutApplying(
      Invocation invocation,
      StackDirectory stack,
      DeploymentPlans plans,
      Settings settings,
      io.sluice.cli.deployment.Deployment serving,
      Words words) {
    this.invocation = invocation;
    this.stack = stack;
    this.plans = plans;
    this.settings = settings;
    this.serving = serving;
    this.words = words;
  }

  ExitCode apply(DeploymentRollout rollout, List<Deployment> deployments) {
    String nothing =
        "Nothing of the rollout %s was %s."
            .formatted(rollout.name(), words.destroys() ? "destroyed" : "applied");
    Map<String, Deployment> byWorkspace = new TreeMap<>();
    deployments.forEach(each -> byWorkspace.put(stack.workspace(each), each));
    try (Unsent unsent = new Unsent(invocation, nothing)) {
      FleetPlan plan =
          FleetPlanning.of(
              members(byWorkspace),
              Optional.of(serving),
              true,
              words.kind(),
              plans.run(),
              Faults::of);
      show(plan, byWorkspace);
      if (!plan.isWhole()) {
        invocation.note(nothing + " Not every deployment has a plan.");
        return ExitCode.FAILED;
      }
      List<FleetPlan.Planned> work =
          plan.planned().stream().filter(FleetPlan.Planned::isWork).toList();
      if (work.isEmpty()) {
        return ExitCode.DONE;
      }
      WalkDocument.Choices chosen =
          new WalkDocument.Choices(
              Deployments.rolloutWorkspace(stack.name(), rollout.name()),
              words.autoApprove(),
              waves(rollout, deployments),
              plans.run(),
              invocation.directory().toString(),
              Instant.now().toString(),
              goesBack(rollout) ? before(work, byWorkspace) : Map.of());
      tell(rollout, WalkDocument.waves(plan, chosen));
      if (!agreed(rollout, work, byWorkspace)) {
        invocation.note("\n" + nothing);
        return ExitCode.FAILED;
      }
      return new Walking(invocation, serving, words.json(), unsent)
          .walk(plan, chosen, words.detach());
    }
  }

  /** What was destroyed has nothing to go back to. */
  private boolean goesBack(DeploymentRollout rollout) {
    return rollout.goesBack() && !words.destroys();
  }

  private Map<String, Member> members(Map<String, Deployment> byWorkspace) {
    Map<String, Value> upstream = UpstreamValues.of(invocation, stack, settings, serving);
    Map<String, Member> members = new TreeMap<>();
    byWorkspace.forEach(
        (workspace, deployment) ->
            members.put(
                workspace,
                new Member(
                    new Place(workspace, stack.inside().directory()),
                    stack.inside(),
                    plans.load(settings, deployment, upstream))));
    return members;
  }

  private void show(FleetPlan plan, Map<String, Deployment> byWorkspace) {
    PlanShowing showing = new PlanShowing(invocation, invocation, words.json());
    plan.parts()
        .forEach(
            (workspace, part) -> {
              showing.title(stack.title(of(byWorkspace, workspace)));
              switch (part) {
                case FleetPlan.Planned planned -> {
                  showing.show(planned.drawn());
                  if (planned.open() && !words.json()) {
                    invocation.note(
                        "This rests on outputs that are known after the apply: it may become"
                            + " another plan.");
                  }
                }
                case FleetPlan.Faulty faulty -> invocation.tell(new Fault(faulty.faults()));
                case FleetPlan.Skipped skipped ->
                    invocation.note(
                        "It was not planned: it comes after "
                            + skipped.because()
                            + ", which could not be.");
              }
            });
  }

  /** How many go together, in the order of the waves. */
  private void tell(DeploymentRollout rollout, List<List<String>> waves) {
    List<String> sizes = waves.stream().map(wave -> String.valueOf(wave.size())).toList();
    PrintStream out = invocation.terminal().out();
    if (words.json()) {
      out.println(
          JsonLine.of("rollout", Instant.now())
              .put("rollout", rollout.name())
              .put("waves", String.join(",", sizes)));
    } else {
      out.println(
          "\nRollout %s: %s"
              .formatted(
                  rollout.name(),
                  sizes.size() == 1
                      ? "one wave of %s deployments.".formatted(sizes.getFirst())
                      : "%d waves of %s deployments."
                          .formatted(sizes.size(), String.join(", ", sizes))));
    }
    out.flush();
  }

  private static Deployment of(Map<String, Deployment> byWorkspace, String workspace) {
    return Objects.requireNonNull(byWorkspace.get(workspace));
  }

  /** Of the deployments that are meant. */
  private Rollout waves(DeploymentRollout rollout, List<Deployment> deployments) {
    List<String> canaries =
        deployments.stream()
            .filter(each -> rollout.canaryNames().contains(each.name()))
            .map(stack::workspace)
            .toList();
    boolean divided = !canaries.isEmpty() || !rollout.waves().isEmpty();
    // Nothing that was destroyed answers.
    DeploymentRollout.HoldingCheck check = divided && !words.destroys() ? rollout.check() : null;
    return new Rollout(
            canaries,
            rollout.waves(),
            rollout.maxFailures(),
            divided && rollout.pause(),
            check == null ? List.of() : check.urls(),
            check == null ? "" : check.output(),
            check == null ? Duration.ZERO : check.hold())
        .checked();
  }

  /** Rules are asked about each plan, and a person about those that no rule approves. */
  private boolean agreed(
      DeploymentRollout rollout,
      List<FleetPlan.Planned> work,
      Map<String, Deployment> byWorkspace) {
    if (words.autoApprove()) {
      return true;
    }
    List<String> open = new ArrayList<>();
    for (FleetPlan.Planned part : work) {
      Deployment deployment = of(byWorkspace, part.member().workspace());
      if (part.open() || !rulesApprove(deployment, part)) {
        open.add(stack.title(deployment));
      }
    }
    if (open.isEmpty()) {
      return true;
    }
    if (words.json() || !invocation.terminal().interactive()) {
      throw Fault.unasked(
          "The plan of %s needs approval before anything changes."
              .formatted(String.join(", ", open)),
          "Give --auto-approve.");
    }
    String names = String.join(", ", open);
    return (words.destroys()
            ? ApprovalQuestion.toDestroy(names)
            : ApprovalQuestion.toPerform(names))
        .noting(
            goesBack(rollout)
                ? "  Where a wave does not pass, what was begun is applied as it was before,"
                    + " without another question.\n"
                : "")
        .ask(invocation.terminal());
  }

  private boolean rulesApprove(Deployment deployment, FleetPlan.Planned part) {
    RulesOnPlan rules =
        stack.rules(
            deployment,
            PlannedCounts.of(deployment.name(), words.destroys(), part.drawn().changes()));
    String title = stack.title(deployment);
    if (rules.approves()) {
      invocation.note(title + ": approved by " + String.join(", ", rules.rules()) + ".");
    }
    rules.against().forEach(reason -> invocation.note(title + ": not approved by " + reason));
    return rules.approves();
  }

  /**
   * The configurations to go back to, by workspace. A deployment that has nothing yet has none, and
   * neither has one that the version before did not have.
   */
  private Map<String, byte[]> before(
      List<FleetPlan.Planned> work, Map<String, Deployment> byWorkspace) {
    Map<String, byte[]> documents = new TreeMap<>();
    for (FleetPlan.Planned part : work) {
      String workspace = part.member().workspace();
      if (!part.member().planning().state(serving).resources().isEmpty()) {
        String name = of(byWorkspace, workspace).name();
        document(workspace, name).ifPresent(bytes -> documents.put(workspace, bytes));
      }
    }
    return documents;
  }

  private Optional<byte[]> document(String workspace, String name) {
    StackDirectory before = words.before();
    if (before == null) {
      throw Fault.of(
          "There is no version to go back to",
          "The rollout of %s/%s goes back where a wave does not pass (on_failure = \"roll_back\")."
              .formatted(stack.name(), name),
          "Name the stack as it was applied before: --before DIR. Else write on_failure ="
              + " \"stop\".");
    }
    Deployment deployment = before.configuration().deployments().get(name);
    if (deployment == null || deployment.destroy()) {
      invocation.note(
          "%s/%s is not in the version before: where the rollout goes back, it stays as it is."
              .formatted(stack.name(), name));
      return Optional.empty();
    }
    ConfigurationPlanning planning =
        ConfigurationPlanning.load(
            before.inside(),
            invocation,
            settings,
            workspace,
            before.variables(deployment, UpstreamValues.of(invocation, before, settings, serving)),
            Collections.emptySortedMap());
    planning.state(serving);
    // The workspace belongs to the root module that it was first applied from.
    return Optional.of(
        Json.encode(
            planning.bundle().toJson().put("name", Roots.name(stack.inside().directory()))));
  }
}
