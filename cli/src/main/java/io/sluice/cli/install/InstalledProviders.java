package io.sluice.cli.install;

import io.sluice.bridge.host.Described;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.host.PluginPackages;
import io.sluice.bridge.host.SchemaStore;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.install.address.Platform;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.hash.PackageHashes;
import io.sluice.install.lock.ProviderLock;
import io.sluice.install.plugin.PackageFinder;
import io.sluice.install.provider.InstalledPackages;
import io.sluice.install.provider.ProviderRequirements;
import io.sluice.install.provider.ProviderStore;
import io.sluice.install.settings.SettingsFiles;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.plan.PluginWork;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.stacks.load.StackLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The real providers that are installed in a directory. A provider is started once for its schemas,
 * after its package was compared with the lock file; from then on they are read from {@code
 * .sluice/worker/schemas}.
 */
public final class InstalledProviders {
  /** By what they are the schemas of: a command on many directories reads them once. */
  private static final Map<String, SchemaCatalog> READ = new ConcurrentHashMap<>();

  private final Invocation inside;
  private final InstalledPackages packages;

  private InstalledProviders(Invocation inside) {
    this.inside = inside;
    this.packages = new InstalledPackages(ProviderStore.of(inside.directory(), Platform.current()));
  }

  /** All that there are in a directory, as a command may load them. */
  public static ProviderRegistry all(Invocation inside) {
    return beside(KnownProviders.of(inside), inside);
  }

  /** Finds their packages, and can fetch one. */
  public static PackageFinder finder(Invocation inside) {
    LocalDirectory local = new LocalDirectory(inside.directory());
    return new PackageFinder(local.worker().resolve("providers"), inside.environment());
  }

  /** Whether a directory has any. */
  public static boolean areLocked(Invocation inside) {
    return !Installation.locks(inside.directory()).providers().isEmpty();
  }

  /** Whether this process can start all of a directory without fetching any. */
  public static boolean areHere(Invocation inside) {
    Set<ProviderSource> developed = new InstalledProviders(inside).developed().keySet();
    PackageFinder finder = finder(inside);
    return Installation.locks(inside.directory()).providers().values().stream()
        .filter(lock -> !developed.contains(lock.source()))
        .map(lock -> finder.findHere(wanted(pin(lock), inside.directory())))
        .allMatch(PluginPackages.Found.Program.class::isInstance);
  }

  /**
   * Compares them with the lock file and notes what was read: the commands that follow need not
   * read hundreds of megabytes again as long as no file changes.
   */
  public static void note(Invocation inside) {
    new LocalDirectory(inside.directory()).create();
    PackageFinder finder = finder(inside);
    for (ProviderLock lock : Installation.locks(inside.directory()).providers().values()) {
      var unused = finder.findHere(wanted(pin(lock), inside.directory()));
    }
  }

  private static PluginPackages.Wanted wanted(PluginWork pin, Path directory) {
    return new PluginPackages.Wanted(
        pin.source(), pin.version(), pin.hashes(), Optional.of(directory));
  }

  private static ProviderRegistry beside(ProviderRegistry own, Invocation inside) {
    InstalledProviders installed = new InstalledProviders(inside);
    ProviderRegistry all = own;
    Map<ProviderSource, Path> developed = installed.developed();
    List<Provider> found = new ArrayList<>();
    developed.forEach((source, directory) -> found.add(installed.developed(source, directory)));
    for (ProviderLock lock : Installation.locks(inside.directory()).providers().values()) {
      if (developed.containsKey(lock.source())) {
        continue;
      }
      if (installed.packages.find(lock).isPresent() || installed.described(lock).isPresent()) {
        found.add(installed.provider(lock));
      } else {
        all =
            all.missing(
                lock.source().toString(),
                "It is locked at %s and not installed here.".formatted(lock.version()));
      }
    }
    return found.isEmpty() ? all : all.with(found);
  }

  /** What {@code dev_overrides} names of what the configuration requires. */
  private Map<ProviderSource, Path> developed() {
    Map<ProviderSource, Path> overrides =
        Installation.faultless(() -> SettingsFiles.read(inside.environment())).overrides();
    if (overrides.isEmpty()) {
      return overrides;
    }
    Map<ProviderSource, Path> used = new TreeMap<>(overrides);
    used.keySet()
        .retainAll(
            StackLoader.root(new DirectoryFiles(inside.directory()), new Diagnostics())
                .map(root -> ProviderRequirements.of(root, new Diagnostics()).keySet())
                .orElseGet(TreeSet::new));
    used.forEach(
        (source, directory) ->
            inside.noteOnce(
                "Warning: %s is run from %s, as dev_overrides says. It may behave like no released version."
                    .formatted(source.displayed(), directory)));
    return used;
  }

  private Provider developed(ProviderSource source, Path directory) {
    String displayed = source.displayed();
    try {
      Path program =
          ProviderStore.executable(directory, source)
              .orElseThrow(
                  () ->
                      fault(
                          displayed,
                          "%s has no file terraform-provider-%s."
                              .formatted(directory, source.type()),
                          "Build it, or take it out of dev_overrides."));
      PluginWork pin = new PluginWork(source.toString(), "", List.of(), null, null);
      PackageHash files = PackageHashes.ofDirectory(directory);
      return new BridgedProvider(pin, asked(displayed, program(source, program, files)));
    } catch (IOException e) {
      throw fault(displayed, String.valueOf(e.getMessage()), "").because(e);
    }
  }

  private Provider provider(ProviderLock lock) {
    SchemaCatalog catalog = described(lock).orElseGet(() -> asked(lock));
    files(lock).forEach(files -> READ.putIfAbsent(files, catalog));
    return new BridgedProvider(pin(lock), catalog);
  }

  /** Its schemas, if they are kept: who has workers ask needs nothing more of a package. */
  private Optional<SchemaCatalog> described(ProviderLock lock) {
    Optional<SchemaCatalog> read =
        files(lock).map(READ::get).flatMap(Stream::ofNullable).findFirst();
    if (read.isPresent()) {
      return read;
    }
    SchemaStore kept = new SchemaStore(schemas());
    return files(lock).flatMap(files -> kept.find(files).stream()).findFirst();
  }

  private static Stream<String> files(ProviderLock lock) {
    return lock.hashes().stream().filter(PackageHash::isOfFiles).map(PackageHash::toString);
  }

  private SchemaCatalog asked(ProviderLock lock) {
    String displayed = lock.source().displayed() + " " + lock.version();
    inside.note("Reading the schemas of %s...".formatted(displayed));
    if (finder(inside).findHere(wanted(pin(lock), inside.directory()))
        instanceof PluginPackages.Found.Program known) {
      return asked(displayed, known);
    }
    InstalledPackages.Verified installed = Installation.faultless(() -> packages.require(lock));
    return asked(displayed, program(lock.source(), installed.found().program(), installed.files()));
  }

  /** From then on they are kept, and the process until the command needs it again. */
  private SchemaCatalog asked(String displayed, PluginPackages.Found.Program program) {
    PluginHost plugins = SharedPlugins.taken(inside);
    try {
      return switch (plugins.describe(program, inside.directory())) {
        case Described.Known(SchemaCatalog catalog) -> catalog;
        case Described.Unknown(String reason) -> throw fault(displayed, reason, "");
      };
    } finally {
      SharedPlugins.giveBack(inside, plugins);
    }
  }

  private static PluginPackages.Found.Program program(
      ProviderSource source, Path program, PackageHash files) {
    return new PluginPackages.Found.Program(
        source.displayed(), program.toAbsolutePath(), files.toString());
  }

  private static PluginWork pin(ProviderLock lock) {
    return new PluginWork(
        lock.source().toString(),
        lock.version().toString(),
        lock.hashes().stream().map(PackageHash::toString).toList(),
        null,
        null);
  }

  private Path schemas() {
    return new LocalDirectory(inside.directory()).worker().resolve("schemas");
  }

  private static Fault fault(String displayed, String detail, String hint) {
    return Fault.of("The schemas of %s can't be read".formatted(displayed), detail, hint);
  }
}
