package io.sluice.cli.install;

import io.sluice.bridge.host.HostSettings;
import io.sluice.bridge.host.PluginHost;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.Invocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plugin processes that a command starts itself. One that was started for its schemas is kept
 * until the command knows who asks providers: if it does so itself, it goes on with that process.
 */
public final class SharedPlugins {
  /** Whose they may be: a process has its directory and its environment. */
  private record Owner(Path directory, Map<String, String> environment) {
    private static Owner of(Invocation inside) {
      return new Owner(inside.directory(), inside.environment());
    }
  }

  /** Those that nobody has at the moment. */
  private static final LinkedHashMap<Owner, PluginHost> KEPT = new LinkedHashMap<>();

  /** A command may load many directories before it plans one. */
  private static final int MOST = 2;

  private SharedPlugins() {}

  /** The caller's alone until it gives them back or ends them. */
  public static PluginHost taken(Invocation inside) {
    return kept(Owner.of(inside)).orElseGet(() -> fresh(inside));
  }

  private static PluginHost fresh(Invocation inside) {
    LocalDirectory local = new LocalDirectory(inside.directory());
    local.create();
    return new PluginHost(
        HostSettings.usual(local.worker().resolve("schemas")),
        InstalledProviders.finder(inside),
        inside.environment());
  }

  private static Optional<PluginHost> kept(Owner owner) {
    synchronized (KEPT) {
      return Optional.ofNullable(KEPT.remove(owner));
    }
  }

  /** Keeps them for whoever takes them next. */
  static void giveBack(Invocation inside, PluginHost plugins) {
    List<PluginHost> left = new ArrayList<>();
    synchronized (KEPT) {
      Optional.ofNullable(KEPT.put(Owner.of(inside), plugins)).ifPresent(left::add);
      if (KEPT.size() > MOST) {
        left.add(KEPT.pollFirstEntry().getValue());
      }
    }
    left.forEach(PluginHost::close);
  }

  /** Ends those that a command has left in a directory, since it asks no provider itself. */
  public static void end(Invocation inside) {
    kept(Owner.of(inside)).ifPresent(PluginHost::close);
  }

  /** Ends what a command has left in any directory. */
  public static void endAll(Map<String, String> environment) {
    List<PluginHost> left = new ArrayList<>();
    synchronized (KEPT) {
      KEPT.entrySet()
          .removeIf(
              kept -> kept.getKey().environment().equals(environment) && left.add(kept.getValue()));
    }
    left.forEach(PluginHost::close);
  }
}
