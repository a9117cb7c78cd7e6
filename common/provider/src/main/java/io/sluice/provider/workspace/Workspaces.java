package io.sluice.provider.workspace;

import io.sluice.provider.ProviderFailure;
import java.util.Optional;
import java.util.SortedMap;

/** The other workspaces of the deployment that a task belongs to. */
public interface Workspaces {
  /** For calls outside of any deployment: checks of credentials, tests. */
  Workspaces NONE =
      workspace -> {
        throw ProviderFailure.permanent(
            "NO_DEPLOYMENT",
            "there is no deployment here that could have a workspace " + workspace);
      };

  /** The outputs of a workspace; empty if there is no such workspace. */
  Optional<SortedMap<String, WorkspaceOutput>> outputs(String workspace) throws ProviderFailure;
}
