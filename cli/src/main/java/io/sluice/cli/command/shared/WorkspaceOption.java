package io.sluice.cli.command.shared;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.WorkspaceName;
import io.sluice.model.message.Snapshot;
import io.sluice.transport.query.QueryClient;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Which workspace is meant: the one that is named, the one that was selected, or the only one that
 * holds anything.
 */
public final class WorkspaceOption {
  @Option(
      names = "--workspace",
      paramLabel = "W",
      description = "The workspace (default: the selected one, or the only one there is).")
  private @Nullable String workspace;

  public Snapshot snapshot(Invocation invocation, Deployment deployment) {
    return deployment.query().snapshot(name(invocation, deployment), QueryClient.ANY_VERSION);
  }

  public @Nullable String named() {
    return workspace;
  }

  public String name(Invocation invocation, Deployment deployment) {
    if (workspace != null) {
      return SelectedWorkspace.valid(workspace);
    }
    return SelectedWorkspace.of(invocation).orElseGet(() -> only(deployment));
  }

  private static String only(Deployment deployment) {
    List<String> names = deployment.query().workspaces();
    if (names.size() > 1 && !names.contains(WorkspaceName.DEFAULT)) {
      throw Fault.of(
          "Which workspace?",
          "There are "
              + names.size()
              + ": "
              + String.join(", ", names.stream().limit(10).toList())
              + (names.size() > 10 ? ", ..." : "")
              + ".",
          "Name one with --workspace, or select one: `sluice workspace select NAME`.");
    }
    return names.size() == 1 ? names.getFirst() : WorkspaceName.DEFAULT;
  }
}
