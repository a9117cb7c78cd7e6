package io.sluice.cli.command.apply;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.VariableOptions;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.fleet.OwnDeployment;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.read.Findings;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.VariableSources;
import io.sluice.model.plan.RunKind;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What an apply would do; nothing is changed by it. */
@Command(
    name = "plan",
    description = "Shows what an apply of a configuration would change.",
    footer = {
      "",
      "Examples:",
      "  sluice plan examples/quickstart",
      "  sluice plan --var 'title=Mine' --out change.plan examples/quickstart"
    })
public final class PlanCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private PlanOptions options = new PlanOptions();
  @Mixin private VariableOptions variables = new VariableOptions();

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = ".",
      description = "Directory of the root module; paths are relative to it.")
  private String directory = ".";

  @Option(names = "--out", paramLabel = "FILE", description = "Save the plan, to apply it later.")
  private @Nullable String out;

  @Option(
      names = "--generate-config-out",
      paramLabel = "FILE",
      description =
          "Write a block for each object that an `import` block names and no block describes into"
              + " FILE, a new .tf file of DIR.")
  private @Nullable String generated;

  @Option(
      names = "--detailed-exitcode",
      description = "Exit with 0 if there are no changes, 1 on failure, 2 if there are changes.")
  private boolean detailedExitCode;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  public PlanCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    options.tellIgnored(invocation, false);
    Invocation inside = Roots.in(invocation, directory);
    if (out != null) {
      PlanShowing.requireSavable(invocation, out);
    }
    Settings settings = fleet.settings(inside);
    String workspace = Roots.workspace(inside, options.workspace());
    ConfigurationPlanning planning = planning(inside, settings, workspace);
    OwnDeployment.note(inside, settings, planning.workspace()).ifPresent(invocation::note);
    PlanReads reads = new PlanReads(inside, fleet, planning, json);
    if (options.kind() == RunKind.REFRESH) {
      return refreshOnly(reads.look(options.run()));
    }
    ConfigurationPlanning.Drawn drawn = reads.draw(options.kind(), options.run());
    reads.tell(drawn.outside());
    PlanShowing showing = new PlanShowing(invocation, inside, json);
    showing.show(drawn);
    if (out != null) {
      showing.save(planning, drawn, out);
    }
    boolean changes = drawn.plan().changesSomething();
    return (detailedExitCode && changes ? ExitCode.CHANGES : ExitCode.DONE).number();
  }

  private ConfigurationPlanning planning(Invocation inside, Settings settings, String workspace) {
    VariableSources values = variables.sources(inside);
    if (generated == null) {
      return ConfigurationPlanning.load(inside, settings, workspace, values)
          .presentFor(options.kind());
    }
    if (options.kind() != RunKind.APPLY) {
      throw Fault.of(
          "--generate-config-out cannot be combined with --destroy or --refresh-only",
          "Configuration is generated for what is to be imported.",
          "");
    }
    GeneratedConfiguration configuration =
        new GeneratedConfiguration(inside, fleet, workspace, values, generated);
    configuration.requireWritable();
    ConfigurationPlanning planning =
        ConfigurationPlanning.load(inside, settings, workspace, values).presentFor(options.kind());
    return configuration.write(planning)
        ? ConfigurationPlanning.load(inside, settings, workspace, values)
        : planning;
  }

  private int refreshOnly(Findings findings) {
    if (out != null) {
      throw Fault.of(
          "--refresh-only cannot be combined with --out",
          "A refresh has no plan: it records what it finds.",
          "`sluice apply --refresh-only` asks, and then records it.");
    }
    findings.tell(invocation, json);
    boolean found = !findings.changes().isEmpty();
    if (!json) {
      invocation
          .terminal()
          .out()
          .println(
              found
                  ? "\nState did not change. To record this: sluice apply --refresh-only"
                  : "No changes. The objects match state.");
    }
    return (detailedExitCode && found ? ExitCode.CHANGES : ExitCode.DONE).number();
  }
}
