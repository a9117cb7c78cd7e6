package io.sluice.cli.install;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.process.PluginCommand;
import io.sluice.bridge.process.PluginEnvironment;
import io.sluice.bridge.process.PluginProcess;
import io.sluice.bridge.process.StartFailed;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.exchange.SafeFile;
import io.sluice.install.address.Platform;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.lock.ProviderLock;
import io.sluice.install.provider.InstalledPackages;
import io.sluice.install.provider.ProviderRequirements;
import io.sluice.install.provider.ProviderStore;
import io.sluice.install.settings.SettingsFiles;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.load.ConfigurationLoader;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.plan.PluginWork;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The real providers that are installed in a directory. A provider is started once for its schemas,
 * after its package was compared with the lock file; from then on they are read from {@code
 * .sluice/schemas}.
 */
public final class InstalledProviders {
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
      if (installed.packages.find(lock).isPresent()) {
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
            ConfigurationLoader.load(new DirectoryFiles(inside.directory()), new Diagnostics())
                .map(root -> ProviderRequirements.of(root, new Diagnostics()).keySet())
                .orElseGet(TreeSet::new));
    used.forEach(
        (source, directory) ->
            inside.noteOnce(
                "Warning: %s is run from %s, as dev_overrides says. It may behave like no released version."
                    .formatted(source.displayed(), directory)));
    return used;
  }

  /** It is asked each time: its developer may have built it anew. */
  private Provider developed(ProviderSource source, Path directory) {
    try {
      Path program =
          ProviderStore.executable(directory, source)
              .orElseThrow(
                  () ->
                      fault(
                          source.displayed(),
                          "%s has no file terraform-provider-%s."
                              .formatted(directory, source.type()),
                          "Build it, or take it out of dev_overrides."));
      PluginWork pin = new PluginWork(source.toString(), "", List.of(), null, null);
      return new BridgedProvider(pin, asked(source.displayed(), program));
    } catch (IOException e) {
      throw fault(source.displayed(), String.valueOf(e.getMessage()), "").because(e);
    }
  }

  private Provider provider(ProviderLock lock) {
    try {
      Path kept = kept(lock);
      Optional<SchemaCatalog> known = read(kept);
      if (known.isPresent()) {
        return new BridgedProvider(pin(lock), known.get());
      }
      inside.note("Reading the schemas of %s...".formatted(displayed(lock)));
      Path program = Installation.faultless(() -> packages.require(lock)).program();
      SchemaCatalog catalog = asked(displayed(lock), program);
      new LocalDirectory(inside.directory()).create();
      Files.createDirectories(schemas());
      SafeFile.write(kept, catalog.bytes());
      return new BridgedProvider(pin(lock), catalog);
    } catch (IOException e) {
      throw fault(displayed(lock), String.valueOf(e.getMessage()), "").because(e);
    }
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
    return new LocalDirectory(inside.directory()).data().resolve("schemas");
  }

  /** Another package of the same version has other hashes, and so another file. */
  private Path kept(ProviderLock lock) {
    String hashes =
        lock.hashes().stream().map(PackageHash::toString).collect(Collectors.joining("\n"));
    return schemas()
        .resolve(
            "%s-%s-%s-%08x"
                .formatted(
                    lock.source().toString().replace('/', '-'),
                    lock.version(),
                    packages.store().platform(),
                    hashes.hashCode()));
  }

  private static Optional<SchemaCatalog> read(Path kept) throws IOException {
    try {
      return Optional.of(SchemaCatalog.of(Files.readAllBytes(kept)));
    } catch (NoSuchFileException | DecodeFailed e) {
      return Optional.empty();
    }
  }

  private static String displayed(ProviderLock lock) {
    return lock.source().displayed() + " " + lock.version();
  }

  private SchemaCatalog asked(String displayed, Path program) throws IOException {
    Path runtime = Files.createTempDirectory("sluice-");
    PluginCommand command =
        PluginCommand.of(
            displayed,
            program.toAbsolutePath(),
            inside.directory(),
            PluginEnvironment.of(inside.environment(), Set.of()),
            runtime);
    try (PluginProcess plugin = PluginProcess.start(command, line -> {})) {
      return catalog(displayed, PluginSession.open(plugin));
    } catch (StartFailed e) {
      throw fault(displayed, e.sentence(), "").because(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw fault(displayed, "It was interrupted.", "").because(e);
    } finally {
      Files.deleteIfExists(runtime);
    }
  }

  private static SchemaCatalog catalog(String displayed, Reply<PluginSession> reply) {
    return switch (reply) {
      case Reply.Done<PluginSession> done -> done.result().catalog();
      case Reply.Refused<PluginSession> refused ->
          throw fault(
              displayed,
              refused.diagnostics().stream()
                  .map(ProviderDiagnostic::summary)
                  .collect(Collectors.joining("; ")),
              "");
      case Reply.Lost<PluginSession> lost -> throw fault(displayed, lost.loss().sentence(), "");
    };
  }

  private static Fault fault(String displayed, String detail, String hint) {
    return Fault.of("The schemas of %s can't be read".formatted(displayed), detail, hint);
  }
}
