package io.sluice.cli.command;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every command that edits state takes. */
final class SurgeryOptions {
  @Mixin FleetOptions fleet = new FleetOptions();
  @Mixin WorkspaceOption workspace = new WorkspaceOption();

  @Option(
      names = "--lock-timeout",
      paramLabel = "TIME",
      description = "How long to wait for a run that holds what is to be changed: 30s, 5m.")
  String lockTimeout = "0s";

  @Option(names = "--dry-run", description = "Say what would change, and change nothing.")
  boolean dryRun;

  @Option(names = "--json", description = "One JSON object a line.")
  boolean json;
}
