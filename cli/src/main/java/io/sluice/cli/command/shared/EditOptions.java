package io.sluice.cli.command.shared;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every command that edits state takes. */
public final class EditOptions {
  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Option(
      names = "--lock-timeout",
      paramLabel = "TIME",
      description = "How long to wait for a run that holds the affected addresses: 30s, 5m.")
  private String lockTimeout = "0s";

  @Option(names = "--dry-run", description = "Show what would change, and change nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  public FleetOptions fleet() {
    return fleet;
  }

  public WorkspaceOption workspace() {
    return workspace;
  }

  public String lockTimeout() {
    return lockTimeout;
  }

  public boolean dryRun() {
    return dryRun;
  }

  public boolean json() {
    return json;
  }
}
