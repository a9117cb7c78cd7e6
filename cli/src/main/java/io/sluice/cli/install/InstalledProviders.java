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
import io.sluice.install.provider.ProviderStore;
import io.sluice.language.address.ProviderSource;
import io.sluice.model.plan.PluginWork;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

  /** Those of the lock file, beside Sluice's own. */
  private static ProviderRegistry beside(ProviderRegistry own, Invocation inside) {
    InstalledProviders installed = new InstalledProviders(inside);
    ProviderRegistry all = own;
    List<Provider> found = new ArrayList<>();
    for (ProviderLock lock : Installation.locks(inside.directory()).providers().values()) {
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

  private Provider provider(ProviderLock lock) {
    try {
      Path kept = kept(lock);
      Optional<SchemaCatalog> known = read(kept);
      if (known.isPresent()) {
        return new BridgedProvider(pin(lock), known.get());
      }
      SchemaCatalog catalog = asked(lock);
      new LocalDirectory(inside.directory()).create();
      Files.createDirectories(schemas());
      SafeFile.write(kept, catalog.bytes());
      return new BridgedProvider(pin(lock), catalog);
    } catch (IOException e) {
      throw fault(lock, String.valueOf(e.getMessage()), "").because(e);
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

  private SchemaCatalog asked(ProviderLock lock) throws IOException {
    ProviderSource source = lock.source();
    inside.note("Reading the schemas of %s %s...".formatted(source.displayed(), lock.version()));
    Path program = Installation.faultless(() -> packages.require(lock)).program();
    Path runtime = Files.createTempDirectory("sluice-");
    PluginCommand command =
        PluginCommand.of(
            source.displayed(),
            program.toAbsolutePath(),
            inside.directory(),
            PluginEnvironment.of(inside.environment(), Set.of()),
            runtime);
    try (PluginProcess plugin = PluginProcess.start(command, line -> {})) {
      return catalog(lock, PluginSession.open(plugin));
    } catch (StartFailed e) {
      throw fault(lock, e.sentence(), "").because(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw fault(lock, "It was interrupted.", "").because(e);
    } finally {
      Files.deleteIfExists(runtime);
    }
  }

  private static SchemaCatalog catalog(ProviderLock lock, Reply<PluginSession> reply) {
    return switch (reply) {
      case Reply.Done<PluginSession> done -> done.result().catalog();
      case Reply.Refused<PluginSession> refused ->
          throw fault(
              lock,
              refused.diagnostics().stream()
                  .map(ProviderDiagnostic::summary)
                  .collect(Collectors.joining("; ")),
              "");
      case Reply.Lost<PluginSession> lost -> throw fault(lock, lost.loss().sentence(), "");
    };
  }

  private static Fault fault(ProviderLock lock, String detail, String hint) {
    return Fault.of(
        "The schemas of %s %s can't be read".formatted(lock.source().displayed(), lock.version()),
        detail,
        hint);
  }
}
