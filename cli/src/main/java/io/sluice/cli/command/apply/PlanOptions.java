package io.sluice.cli.command.apply;

import io.sluice.cli.command.shared.LengthOfTime;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
      arity = "0..1",
      fallbackValue = "true",
      description = "With false, nothing is asked: as without a terminal.")
  private boolean input = true;

  @Option(
      names = "--lock",
      hidden = true,
      arity = "0..1",
      fallbackValue = "true",
      description = "Accepted as in Terraform; has no effect.")
  private @Nullable Boolean lock;

  @Option(
      names = "--lock-timeout",
      paramLabel = "TIME",
      description =
          "How long an apply waits for runs that hold what it changes: 30s, 5m (default: until they"
              + " end).")
  private @Nullable String lockTimeout;

  @Option(
      names = "--compact-warnings",
      hidden = true,
      description = "Accepted as in Terraform; has no effect.")
  private boolean compactWarnings;

  public @Nullable String workspace() {
    return workspace;
  }

  /** Whether a person may be asked. */
  public boolean input() {
    return input;
  }

  /** How long to wait for other runs; empty for as long as they last. */
  public Optional<Duration> lockTimeout() {
    return Optional.ofNullable(lockTimeout).map(LengthOfTime::of);
  }

  /**
   * Says which flags do nothing.
   *
   * @param holds whether the command waits for other runs at all
   */
  public void tellIgnored(Invocation invocation, boolean holds) {
    if (lock != null) {
      invocation.note(
          "Ignored: --lock. A run always holds what it changes, and a plan holds nothing.");
    }
    if (lockTimeout != null && !holds) {
      invocation.note("Ignored: --lock-timeout. A plan holds nothing and waits for nobody.");
    }
    if (compactWarnings) {
      invocation.note("Ignored: --compact-warnings. Warnings are always shown in full.");
    }
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
