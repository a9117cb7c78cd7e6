package io.sluice.bridge.host;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.MessagePackWriter;
import io.sluice.bridge.host.HostedPlugin.Start;
import io.sluice.bridge.host.PluginPackages.Found;
import io.sluice.bridge.process.PluginEnvironment;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.language.value.Value;
import io.sluice.model.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugin processes of this JVM: one for each package, configuration and directory, started for
 * the first who asks and shared by all. Unused ones end after a while, and sooner where all
 * together would take more memory than they may: a further one is started once there is room. None
 * outlives this JVM.
 */
public final class PluginHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PluginHost.class);
  private static final String NOT_CONFIGURED = "";
  private static final int LOOKS_WHILE_IDLE = 4;
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

  private final PluginPackages packages;
  private final SchemaStore schemas;
  private final Launch launch;
  private final Map<HostedPlugin.Key, HostedPlugin> plugins = new HashMap<>();
  private final Room room;
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(
          work -> Thread.ofPlatform().daemon().name("plugin-sweeper").unstarted(work));

  /**
   * @param environment of the process; plugins get it without what is Sluice's own
   */
  public PluginHost(
      HostSettings settings, PluginPackages packages, Map<String, String> environment) {
    this.packages = packages;
    this.room = new Room(plugins, settings);
    this.schemas = new SchemaStore(settings.schemas());
    this.launch =
        new Launch(settings.runtime(), schemas, PluginEnvironment.of(environment, Set.of()));
    long pause = Math.max(1_000, settings.idle().toMillis() / LOOKS_WHILE_IDLE);
    var unused = sweeper.scheduleWithFixedDelay(this::sweep, pause, pause, TimeUnit.MILLISECONDS);
  }

  /** The program of a package. */
  public Found find(PluginPackages.Wanted wanted) {
    return packages.find(wanted);
  }

  /** What a package says of itself; a process is asked once, and the next who need it find it. */
  public Described describe(Found.Program program, Path directory) {
    Optional<SchemaCatalog> kept = schemas.find(program.content());
    if (kept.isPresent()) {
      return new Described.Known(kept.get());
    }
    Held held;
    synchronized (plugins) {
      // Since then somebody may have been told, and have taken the process that said it.
      kept = schemas.find(program.content());
      if (kept.isPresent()) {
        return new Described.Known(kept.get());
      }
      held = hold(unconfigured(program, directory), true);
    }
    return switch (use(program, held, List.of(), Optional.empty())) {
      case Opened.Ready(PluginUse use) -> {
        described(use);
        yield new Described.Known(use.catalog());
      }
      case Opened.Refused(List<ProviderDiagnostic> said) -> new Described.Unknown(text(said));
      case Opened.Unavailable(String reason) -> new Described.Unknown(reason);
    };
  }

  /** A provider without a configuration: for its schemas and functions. */
  public Opened openUnconfigured(Found.Program program, Path directory) {
    return use(program, hold(unconfigured(program, directory), false), List.of(), Optional.empty());
  }

  private static HostedPlugin.Key unconfigured(Found.Program program, Path directory) {
    return new HostedPlugin.Key(program.content(), NOT_CONFIGURED, directory);
  }

  /**
   * A provider in a configuration, to be called.
   *
   * @param directory relative to which it opens the files that a configuration names
   * @param config of the type of the provider's own block; parts of it may be unknown
   * @param secrets what else than the secrets of the configuration must not be seen in what it
   *     prints
   */
  public Opened open(
      Found.Program program, Path directory, Value config, Collection<String> secrets) {
    return switch (describe(program, directory)) {
      case Described.Unknown(String reason) -> new Opened.Unavailable(reason);
      case Described.Known(SchemaCatalog catalog) -> {
        try {
          HostedPlugin.Key key =
              new HostedPlugin.Key(program.content(), key(program, catalog, config), directory);
          Set<String> hidden = new LinkedHashSet<>(secrets);
          hidden.addAll(HiddenTexts.in(catalog.provider(), config));
          yield use(program, hold(key, false), hidden, Optional.of(config));
        } catch (DecodeFailed e) {
          yield new Opened.Unavailable(e.sentence());
        }
      }
    };
  }

  /** The same for the same package in the same configuration, which can't be read out of it. */
  public static String key(Found.Program program, SchemaCatalog catalog, Value config)
      throws DecodeFailed {
    MessageDigest digest = Sha256.begun();
    digest.update(program.content().getBytes(StandardCharsets.UTF_8));
    digest.update(MessagePackWriter.encode(config, catalog.provider().type()));
    return Sha256.hex(digest);
  }

  /**
   * A plugin that counts the caller among its users.
   *
   * @param isNew whether the caller is to start it
   * @param describes whether the caller only wants to know what it says of itself
   */
  private record Held(HostedPlugin plugin, boolean isNew, boolean describes) {}

  private Held hold(HostedPlugin.Key key, boolean describes) {
    HostedPlugin plugin;
    Optional<HostedPlugin> over = Optional.empty();
    boolean isNew = false;
    synchronized (plugins) {
      plugin = plugins.get(key);
      if (plugin == null || plugin.isOver()) {
        over = Optional.ofNullable(plugin).filter(old -> old.users == 0);
        plugin = new HostedPlugin(key);
        plugins.put(key, plugin);
        isNew = true;
      }
      plugin.users++;
      plugin.describers += describes ? 1 : 0;
    }
    over.ifPresent(PluginHost::end);
    return new Held(plugin, isNew, describes);
  }

  private Opened use(
      Found.Program program, Held held, Collection<String> secrets, Optional<Value> config) {
    HostedPlugin plugin = held.plugin();
    plugin.hidden.add(secrets);
    if (held.isNew()) {
      // Not the caller's thread: others wait for it, whatever becomes of the caller.
      Thread.ofVirtual()
          .name("plugin-start")
          .start(() -> plugin.start.complete(started(program, plugin, config)));
    }
    return awaited(held);
  }

  private Opened awaited(Held held) {
    HostedPlugin plugin = held.plugin();
    Start start;
    try {
      start = plugin.start.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      left(plugin, held.describes());
      return new Opened.Unavailable("The wait for its process was interrupted.");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a start ends in a value", e);
    }
    return switch (start) {
      case Start.Failed(Opened why) -> {
        left(plugin, held.describes());
        yield why;
      }
      case Start.Running running -> {
        PluginUse use = new PluginUse(this, plugin, running.session());
        synchronized (plugins) {
          plugin.uses.add(use);
        }
        yield new Opened.Ready(use);
      }
    };
  }

  private Start started(Found.Program program, HostedPlugin plugin, Optional<Value> config) {
    try {
      Optional<Start.Running> spare =
          config.isPresent() ? spare(plugin) : Optional.<Start.Running>empty();
      if (spare.isEmpty() && !room.await(plugin, PluginHost::end)) {
        return new Start.Failed(new Opened.Unavailable("Its plugins are being ended."));
      }
      return launch.start(program, plugin, config, spare);
    } catch (RuntimeException | Error e) {
      // Whoever waits must hear of it.
      LOG.error("The plugin of {} could not be started", program.source(), e);
      return new Start.Failed(new Opened.Unavailable("Its plugin could not be started: " + e));
    }
  }

  /** A process that was started for its schemas alone and has not been configured. */
  private Optional<Start.Running> spare(HostedPlugin plugin) {
    HostedPlugin.Key key = plugin.key;
    HostedPlugin.Key without = new HostedPlugin.Key(key.content(), NOT_CONFIGURED, key.directory());
    synchronized (plugins) {
      HostedPlugin spare = plugins.get(without);
      if (spare == null
          || spare.users > spare.describers
          || spare.isOver()
          || !(spare.start.getNow(null) instanceof Start.Running running)) {
        return Optional.empty();
      }
      plugins.remove(without);
      plugin.expected = 0;
      // It goes on printing into the log that it was started with.
      plugin.hidden.alsoIn(spare.hidden);
      return Optional.of(running);
    }
  }

  private static String text(List<ProviderDiagnostic> said) {
    return said.stream().map(ProviderDiagnostic::sentence).collect(Collectors.joining("\n"));
  }

  void givenUp(HostedPlugin plugin) {
    boolean stops;
    synchronized (plugins) {
      plugin.retired = true;
      stops = plugin.isToBeStopped();
    }
    if (stops) {
      stop(plugin);
    }
  }

  /** Nobody waits for it: a plugin that hangs does not answer, and is ended after a while. */
  private static void stop(HostedPlugin plugin) {
    Thread.ofVirtual()
        .name("plugin-stop")
        .start(
            () -> {
              if (plugin.start.join() instanceof Start.Running running) {
                LOG.info("Tells the plugin of pid {} to stop", running.process().pid());
                Thread.ofVirtual().name("plugin-kill").start(() -> killLate(running));
                var unused = running.session().stop();
              }
            });
  }

  private static void killLate(Start.Running running) {
    if (!running.process().endsWithin(STOP_PATIENCE)) {
      LOG.warn("The plugin of pid {} did not stop; it is killed", running.process().pid());
      running.process().kill();
    }
  }

  void giveBack(PluginUse use) {
    HostedPlugin plugin = use.plugin();
    boolean stops;
    synchronized (plugins) {
      if (!plugin.uses.remove(use)) {
        return;
      }
      stops = plugin.retired && plugin.isToBeStopped();
    }
    if (stops) {
      stop(plugin);
    }
    left(plugin, false);
  }

  /** In one step, so that nobody finds it in use who could have it. */
  private void described(PluginUse use) {
    synchronized (plugins) {
      use.plugin().describers--;
      use.close();
    }
  }

  private void left(HostedPlugin plugin, boolean described) {
    boolean ends;
    synchronized (plugins) {
      plugin.users--;
      plugin.describers -= described ? 1 : 0;
      plugin.idleSince = System.nanoTime();
      ends = plugin.users == 0 && plugin.isOver();
      if (ends) {
        plugins.remove(plugin.key, plugin);
      }
    }
    if (ends) {
      end(plugin);
    }
    sweep();
  }

  /** Ends what is unused for too long, and the longest unused where all together are too large. */
  private void sweep() {
    room.overdue().forEach(PluginHost::end);
  }

  /** A plugin is given some seconds to end; nobody waits for that. */
  private static void end(HostedPlugin plugin) {
    Thread.ofVirtual().name("plugin-end").start(plugin::close);
  }

  /** How many processes there are. */
  public int size() {
    synchronized (plugins) {
      return plugins.size();
    }
  }

  @Override
  public void close() {
    sweeper.shutdownNow();
    List<HostedPlugin> all;
    synchronized (plugins) {
      all = List.copyOf(plugins.values());
      plugins.clear();
    }
    List<Thread> ends =
        all.stream().map(plugin -> Thread.ofVirtual().start(plugin::close)).toList();
    try {
      for (Thread end : ends) {
        end.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
