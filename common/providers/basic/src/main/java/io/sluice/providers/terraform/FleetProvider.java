package io.sluice.providers.terraform;

import io.sluice.provider.PlainProvider;
import io.sluice.provider.TypedSession;
import java.util.List;

/**
 * Other workspaces of the deployment. Its calls last as long as runs do, so it is a provider of its
 * own: the limits of others do not count them.
 */
public final class FleetProvider extends PlainProvider {
  public FleetProvider() {
    super(
        "sluice",
        TypedSession.of(
            List.of(),
            List.of(new OutputsData()),
            List.of(new WorkspaceRunStep(), new WaveGateStep(), new TurningPointStep()),
            () -> {}));
  }
}
