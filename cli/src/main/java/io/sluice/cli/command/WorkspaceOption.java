package io.sluice.cli.command;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.terminal.Fault;
import io.sluice.model.message.Snapshot;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which workspace is meant: the one that is named, or the only one that holds anything. */
final class WorkspaceOption {
  @Option(
      names = "--workspace",
      paramLabel = "W",
      description = "The workspace; may be left out when there is only one.")
  private @Nullable String workspace;

  /** Empty when nothing holds anything. */
  Optional<Snapshot> snapshot(Deployment deployment) {
    return name(deployment).map(name -> deployment.query().snapshot(name, 0));
  }

  private Optional<String> name(Deployment deployment) {
    if (workspace != null) {
      return Optional.of(workspace);
    }
    List<String> names = deployment.query().workspaces();
    if (names.size() > 1) {
      throw Fault.of(
          "Which workspace?",
          "There are "
              + names.size()
              + ": "
              + String.join(", ", names.stream().limit(10).toList())
              + (names.size() > 10 ? ", ..." : "")
              + ".",
          "Name one with --workspace.");
    }
    return names.stream().findFirst();
  }
}
