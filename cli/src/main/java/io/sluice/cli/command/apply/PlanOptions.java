package io.sluice.cli.command.apply;

import io.sluice.cli.terminal.Fault;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of plan, which apply and destroy have as well. */
public final class PlanOptions {
  @Option(
      names = "--workspace",
      paramLabel = "W",
      description = "The workspace (default: the selected one, else `default`).")
  private @Nullable String workspace;

  @Option(
      names = "--target",
      paramLabel = "A",
      description = "Only this address and what it depends on; may be repeated.")
  private List<String> targets = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "A",
      description = "Everything but this address and what depends on it; may be repeated.")
  private List<String> excludes = new ArrayList<>();

  @Option(
      names = "--replace",
      paramLabel = "A",
      description = "Replace this address even if nothing changed; may be repeated.")
  private List<String> replaces = new ArrayList<>();

  @Option(names = "--destroy", description = "Plan to destroy everything in the workspace.")
  private boolean destroy;

  @Option(names = "--refresh-only", description = "Only update state to match the real objects.")
  private boolean refreshOnly;

  @Option(
      names = "--refresh",
      arity = "1",
      defaultValue = "true",
      paramLabel = "BOOL",
      description = "Read the real objects first (default: true).")
  private boolean refresh = true;

  @Option(names = "--no-refresh", description = "Same as --refresh=false.")
  private boolean noRefresh;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "How many nodes run at once; 0 means the default.")
  private int parallelism;

  @Option(
      names = "--on-failure",
      paramLabel = "continue|stop",
      description = "Whether independent chains continue after a failure (default: continue).")
  private OnFailure onFailure = OnFailure.CONTINUE;

  @Option(
      names = "--adopt-workspace",
      description = "Take over a workspace that belongs to another directory.")
  private boolean adoptWorkspace;

  @Option(
      names = "--input",
      hidden = true,
      arity = "1",
      description = "Accepted as in Terraform: Sluice asks for nothing but approval.")
  private boolean input;

  @Option(
      names = "--lock",
      hidden = true,
      arity = "1",
      description = "Accepted as in Terraform; has no effect.")
  private boolean lock;

  @Option(
      names = "--lock-timeout",
      hidden = true,
      description = "Accepted as in Terraform; has no effect.")
  private @Nullable String lockTimeout;

  @Option(
      names = "--compact-warnings",
      hidden = true,
      description = "Accepted as in Terraform; has no effect.")
  private boolean compactWarnings;

  public @Nullable String workspace() {
    return workspace;
  }

  public RunKind kind() {
    if (destroy && refreshOnly) {
      throw Fault.of(
          "--destroy and --refresh-only cannot be combined",
          "One plans to destroy everything, the other changes nothing.",
          "");
    }
    return destroy ? RunKind.DESTROY : refreshOnly ? RunKind.REFRESH : RunKind.APPLY;
  }

  public RunOptions run() {
    if (parallelism < 0) {
      throw Fault.of(
          "--parallelism must not be negative",
          "It was " + parallelism + ".",
          "0 means the deployment's default.");
    }
    return new RunOptions(
        parallelism,
        onFailure,
        targets,
        refresh && !noRefresh,
        RunOptions.Approval.GIVEN,
        null,
        adoptWorkspace,
        true,
        excludes,
        replaces);
  }
}
