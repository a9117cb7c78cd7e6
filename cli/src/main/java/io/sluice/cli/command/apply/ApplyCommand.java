package io.sluice.cli.command.apply;

import io.sluice.cli.command.local.UpCommand;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.VariableOptions;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.follow.Follow;
import io.sluice.cli.plan.ApprovalQuestion;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.Findings;
import io.sluice.cli.plan.HeldNodes;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.plan.SavedPlans;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.OutputsText;
import io.sluice.cli.render.plan.PlanLines;
import io.sluice.cli.render.plan.PlanText;
import io.sluice.cli.render.plan.PlanTotals;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.cli.render.plan.ShownHeld;
import io.sluice.cli.render.plan.ShownOutput;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.cli.terminal.Unsent;
import io.sluice.client.EventReader;
import io.sluice.client.RunIds;
import io.sluice.client.Submission;
import io.sluice.model.Action;
import io.sluice.model.json.Json;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.configuration.SavedPlan;
import io.sluice.planning.configuration.desired.Outputs;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Plans, asks, submits, follows. What was agreed to is what is applied, or nothing is. */
public abstract sealed class ApplyCommand implements Callable<Integer> {
  private final Invocation invocation;
  private final boolean destroys;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private PlanOptions options = new PlanOptions();
  @Mixin private VariableOptions variables = new VariableOptions();

  @Parameters(
      paramLabel = "DIR|PLANFILE",
      arity = "0..1",
      defaultValue = ".",
      description = "Directory of the root module, or a saved plan.")
  private String what = ".";

  @Option(names = "--auto-approve", description = "Skip the approval prompt.")
  private boolean autoApprove;

  @Option(names = "--detach", description = "Print the run's id and leave it running.")
  private boolean detach;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  private @Nullable Unsent unsent;

  private ApplyCommand(Invocation invocation, boolean destroys) {
    this.invocation = invocation;
    this.destroys = destroys;
  }

  @Command(name = "apply", description = "Applies a configuration or a saved plan.")
  public static final class Apply extends ApplyCommand {
    public Apply(Invocation invocation) {
      super(invocation, false);
    }
  }

  @Command(name = "destroy", description = "Destroys everything in a configuration's workspace.")
  public static final class Destroy extends ApplyCommand {
    public Destroy(Invocation invocation) {
      super(invocation, true);
    }
  }

  /** All that is to be sent, and what is shown of it. */
  private record Intent(
      String workspace,
      RunKind kind,
      RunOptions options,
      byte[] bundle,
      String hash,
      List<ShownChange> changes,
      List<ShownOutput> outputs,
      List<ShownHeld> held,
      boolean steps,
      boolean isNothing) {}

  @Override
  public Integer call() {
    boolean saved = Files.isRegularFile(invocation.resolve(what));
    if (!saved) {
      requireConfiguration();
    }
    if (!saved && !autoApprove && (json || !invocation.terminal().interactive())) {
      throw Fault.of(
          "Cannot ask for approval: input is not a terminal",
          "The plan needs approval before anything changes.",
          "Give --auto-approve, or save a plan with `sluice plan --out FILE` and apply that.");
    }
    return saved ? ofFile() : ofDirectory();
  }

  /** What does not exist is said before anybody is asked to approve it. */
  private void requireConfiguration() {
    Invocation inside = Roots.orFile(invocation, what);
    if (!destroys && options.kind() != RunKind.DESTROY) {
      Roots.absence(inside)
          .ifPresent(
              absence -> {
                throw new Fault(absence);
              });
    }
  }

  private int ofDirectory() {
    Invocation inside = Roots.in(invocation, what);
    Settings settings = fleet.settings(inside);
    RunKind kind = destroys ? RunKind.DESTROY : options.kind();
    ConfigurationPlanning planning =
        ConfigurationPlanning.load(
                inside,
                settings,
                Roots.workspace(inside, options.workspace()),
                variables.sources(inside))
            .presentFor(kind);
    if (kind == RunKind.REFRESH) {
      return hosted(inside, settings, deployment -> refreshed(deployment, planning));
    }
    return hosted(
        inside,
        settings,
        deployment -> {
          if (planning.mustRead(planning.state(deployment), kind, options.run())) {
            planning.read(deployment, options.run()).tell(invocation, json);
          }
          ConfigurationPlanning.Drawn drawn =
              planning.draw(Optional.of(deployment), kind, options.run());
          boolean steps =
              drawn.plan().plan().nodes().stream().anyMatch(node -> node.action() == Action.STEP);
          Intent intent =
              new Intent(
                  planning.workspace(),
                  kind,
                  drawn.options(),
                  Json.encode(planning.bundle().approving(drawn.plan().plan()).toJson()),
                  drawn.plan().plan().hash(),
                  drawn.changes(),
                  drawn.outputs(),
                  drawn.held(),
                  steps,
                  !drawn.plan().changesSomething() && !steps);
          return applied(inside, settings, deployment, intent);
        });
  }

  private int ofFile() {
    Settings settings = fleet.settings(invocation);
    SavedPlan plan = SavedPlans.read(invocation, what, () -> Keys.of(invocation, settings));
    return hosted(
        invocation,
        settings,
        deployment -> {
          SavedPlans.requireFresh(
              plan,
              ConfigurationPlanning.state(invocation, settings, deployment, plan.workspace()));
          Intent intent =
              new Intent(
                  plan.workspace(),
                  plan.kind(),
                  plan.options(),
                  Json.encode(plan.bundle()),
                  plan.hash(),
                  SavedPlans.changes(plan),
                  SavedPlans.outputs(plan),
                  HeldNodes.of(
                      plan.shown().path("held"), Optional.of(deployment), plan.workspace()),
                  true,
                  false);
          return applied(invocation, settings, deployment, intent);
        });
  }

  private int hosted(Invocation inside, Settings settings, Function<Deployment, ExitCode> work) {
    if (detach && settings.fleet().isEmpty()) {
      UpCommand.ensureUp(inside, settings);
    }
    String name = destroys ? "sluice destroy" : "sluice apply";
    Opening opening = new Opening(inside, fleet, name);
    String nothing = destroys ? "Nothing was destroyed." : "Nothing was applied.";
    try (Unsent guard = new Unsent(invocation, nothing);
        Deployment deployment = (destroys ? opening.ofRecorded() : opening).toFollow()) {
      unsent = guard;
      return work.apply(deployment).number();
    }
  }

  /** Records what changed outside, once the person has approved it. */
  private ExitCode refreshed(Deployment deployment, ConfigurationPlanning planning) {
    Findings findings = planning.look(deployment, options.run());
    findings.tell(invocation, json);
    if (!findings.changes().isEmpty() && !agreed(planning.workspace(), List.of())) {
      return ExitCode.FAILED;
    }
    if (!findings.changes().isEmpty()) {
      planning.read(deployment, options.run());
    }
    if (!json) {
      invocation
          .terminal()
          .out()
          .println(
              findings.changes().isEmpty()
                  ? "No changes. The objects match state."
                  : "Refresh complete! Recorded in state: "
                      + findings.changes().size()
                      + " of "
                      + findings.read()
                      + " objects.");
    }
    return ExitCode.DONE;
  }

  private ExitCode applied(
      Invocation inside, Settings settings, Deployment deployment, Intent intent) {
    show(inside, intent);
    if (intent.isNothing()) {
      return done(inside, settings, deployment, intent);
    }
    HeldNodes.requireSomethingElse(intent.held(), intent.changes(), intent.steps());
    if (!agreed(intent.workspace(), intent.changes())) {
      return ExitCode.FAILED;
    }
    Submission submission =
        new Submission(
                RunIds.next(),
                false,
                intent.workspace(),
                intent.bundle(),
                intent.options(),
                Operator.name())
            .approved(intent.hash());
    if (detach) {
      return left(deployment, submission, intent);
    }
    ExitCode code = followed(inside, deployment, submission, intent);
    if (code == ExitCode.DONE) {
      outputs(inside, settings, deployment, intent);
    }
    return code;
  }

  private void show(Invocation inside, Intent intent) {
    if (json) {
      PlanLines.of(
              intent.changes(), intent.outputs(), destroys ? "destroy" : "apply", Instant.now())
          .forEach(line -> invocation.terminal().out().println(line));
      HeldNodes.tell(invocation, intent.held());
    } else {
      String text =
          PlanText.of(
              intent.changes(),
              intent.outputs(),
              intent.held(),
              invocation.terminal().style(),
              inside::command);
      invocation.terminal().out().println(text);
    }
  }

  private ExitCode done(
      Invocation inside, Settings settings, Deployment deployment, Intent intent) {
    if (!json) {
      String complete =
          (destroys ? "Destroy" : "Apply")
              + " complete! Resources: 0 added, 0 changed, 0 destroyed.";
      invocation.terminal().out().println(invocation.terminal().style().green(complete));
    }
    outputs(inside, settings, deployment, intent);
    return ExitCode.DONE;
  }

  private boolean agreed(String workspace, List<ShownChange> changes) {
    boolean saved = Files.isRegularFile(invocation.resolve(what));
    if (autoApprove || saved) {
      return true;
    }
    ApprovalQuestion question =
        destroys ? ApprovalQuestion.toDestroy(workspace) : ApprovalQuestion.toPerform(workspace);
    if (question.noting(PlanTotals.of(changes).stays()).ask(invocation.terminal())) {
      invocation.terminal().out().println();
      return true;
    }
    invocation.note("\nNothing was changed.");
    return false;
  }

  private void submit(Deployment deployment, Submission submission, Intent intent) {
    if (unsent != null) {
      unsent.close();
    }
    deployment.client().submit(submission, intent.kind());
  }

  private ExitCode left(Deployment deployment, Submission submission, Intent intent) {
    submit(deployment, submission, intent);
    if (json) {
      submitted(submission);
    } else {
      invocation.terminal().out().println(submission.run());
      invocation.note(
          "The run continues without this command:\n  "
              + invocation.command("runs", "watch", submission.run()));
    }
    return ExitCode.DONE;
  }

  private void submitted(Submission submission) {
    invocation
        .terminal()
        .out()
        .println(
            JsonLine.of("submitted", Instant.now())
                .put("run", submission.run())
                .put("workspace", submission.workspace()));
  }

  private ExitCode followed(
      Invocation inside, Deployment deployment, Submission submission, Intent intent) {
    try (EventReader events = deployment.client().events(submission.run(), Optional.empty())) {
      submit(deployment, submission, intent);
      if (json) {
        submitted(submission);
      }
      Follow.Subject subject =
          new Follow.Subject(
              submission.run(), submission.workspace(), intent.kind(), again(inside), json);
      return new Follow(inside.on(invocation.terminal()), deployment, subject).toTheEnd(events);
    }
  }

  /** A saved plan is stale once some of it is done. */
  private String again(Invocation inside) {
    boolean saved = Files.isRegularFile(invocation.resolve(what));
    return saved
        ? "plan again, and apply that (" + inside.command("plan", "--out", what) + ")"
        : invocation.again();
  }

  private void outputs(Invocation inside, Settings settings, Deployment deployment, Intent intent) {
    Map<String, Outputs.Output> outputs =
        new TreeMap<>(
            Outputs.of(
                ConfigurationPlanning.state(inside, settings, deployment, intent.workspace())));
    if (destroys || outputs.isEmpty()) {
      return;
    }
    if (json) {
      invocation.terminal().out().println(OutputsText.line(outputs, Instant.now()));
    } else {
      invocation
          .terminal()
          .out()
          .print(
              "\n"
                  + invocation.terminal().style().bold("Outputs:")
                  + "\n\n"
                  + OutputsText.all(outputs));
      invocation.terminal().out().flush();
    }
  }
}
