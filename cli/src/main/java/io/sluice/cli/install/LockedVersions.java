package io.sluice.cli.install;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.install.lock.ProviderLock;
import io.sluice.install.provider.ProviderRequirement;
import io.sluice.install.provider.ProviderRequirements;
import io.sluice.install.settings.SettingsFiles;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Module;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether the lock file still has versions that the configuration asks for. */
public final class LockedVersions {
  private LockedVersions() {}

  /** Ends a command that would go on with another version than is asked for. */
  public static void require(Module root, Invocation inside) {
    List<Diagnostic> misfits = misfits(root, inside);
    if (!misfits.isEmpty()) {
      throw new Fault(misfits);
    }
  }

  /** What was locked before its constraint was changed. A developed provider has no version. */
  static List<Diagnostic> misfits(Module root, Invocation inside) {
    Map<ProviderSource, ProviderLock> locks = Installation.locks(inside.directory()).providers();
    if (locks.isEmpty()) {
      return List.of();
    }
    Set<ProviderSource> developed =
        Installation.faultless(() -> SettingsFiles.read(inside.environment())).overrides().keySet();
    List<Diagnostic> misfits = new ArrayList<>();
    for (ProviderRequirement each : ProviderRequirements.of(root, new Diagnostics()).values()) {
      ProviderLock lock = locks.get(each.source());
      if (lock != null
          && !developed.contains(each.source())
          && !each.constraints().accept(lock.version())) {
        misfits.add(
            Diagnostic.error(
                    "Locked version doesn't fit",
                    "%s is locked at %s, and the configuration asks for %s."
                        .formatted(lock.source().displayed(), lock.version(), each.constraints()),
                    each.places().getFirst())
                .withHint("`sluice init -upgrade` chooses a version anew."));
      }
    }
    return misfits;
  }
}
