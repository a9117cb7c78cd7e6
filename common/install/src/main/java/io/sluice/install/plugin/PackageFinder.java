package io.sluice.install.plugin;

import io.sluice.bridge.host.PluginPackages;
import io.sluice.install.address.Platform;
import io.sluice.install.address.Version;
import io.sluice.install.archive.Placing;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.http.HttpFetch;
import io.sluice.install.http.HttpSettings;
import io.sluice.install.mirror.SourceChain;
import io.sluice.install.provider.PackageInstall;
import io.sluice.install.provider.ProviderStore;
import io.sluice.install.settings.InstallSettings;
import io.sluice.install.settings.SettingsFiles;
import io.sluice.install.source.PackageOffer;
import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Finds the program of a locked provider: in the directory of the configuration, in this process's
 * own store, in the user's cache, and else where the user's settings say that packages come from.
 * Only a package with one of the locked hashes is taken. A provider under development has none and
 * is run from where {@code dev_overrides} says.
 */
public final class PackageFinder implements PluginPackages {
  private final HashedStore store;
  private final Map<String, String> environment;
  private final Platform platform = Platform.current();
  private final VerifiedDirectories verified;

  /** One at a time fetches a package; who waited finds it. */
  private final Map<Wanted, Object> fetching = new ConcurrentHashMap<>();

  /**
   * @param store a directory of this process's own, which others like it may share
   * @param environment names the user's settings
   */
  public PackageFinder(Path store, Map<String, String> environment) {
    this.store = new HashedStore(store.toAbsolutePath());
    this.verified = new VerifiedDirectories(store.toAbsolutePath().resolve("verified"));
    this.environment = Map.copyOf(environment);
  }

  /** What is looked for, once it is read. */
  private record Sought(
      Wanted wanted, ProviderSource source, Version version, SortedSet<PackageHash> hashes) {
    String displayed() {
      return source.displayed() + " " + version;
    }
  }

  @Override
  public Found find(Wanted wanted) {
    return found(wanted, this::locked);
  }

  /** The same among what is on this machine already: for what is not worth fetching a package. */
  public Found findHere(Wanted wanted) {
    return found(wanted, this::lockedHere);
  }

  private interface Search {
    Found of(Sought sought) throws IOException;
  }

  private Found found(Wanted wanted, Search search) {
    try {
      ProviderSource source = ProviderSource.parse(wanted.source());
      if (wanted.hashes().isEmpty()) {
        return developed(wanted, source);
      }
      SortedSet<PackageHash> hashes =
          wanted.hashes().stream()
              .map(PackageHash::parse)
              .filter(PackageHash::isKnown)
              .collect(Collectors.toCollection(TreeSet::new));
      return search.of(new Sought(wanted, source, Version.parse(wanted.version()), hashes));
    } catch (InstallFault e) {
      return new Found.Missing(
          e.summary() + ": " + e.detail() + (e.hint().isEmpty() ? "" : " " + e.hint()));
    } catch (BadText e) {
      return new Found.Missing(
          "%s %s can't be looked for: %s."
              .formatted(wanted.source(), wanted.version(), e.reason()));
    } catch (IOException e) {
      return new Found.Missing(
          "The package of %s %s can't be read: %s."
              .formatted(wanted.source(), wanted.version(), e.getMessage()));
    }
  }

  private Found developed(Wanted wanted, ProviderSource source) throws IOException {
    Path directory = settings().overrides().get(source);
    if (directory == null) {
      return new Found.Missing(
          source.displayed()
              + " was planned with a build of its developer's, and this machine's settings name"
              + " none in dev_overrides.");
    }
    Optional<Path> program = ProviderStore.executable(directory, source);
    return program.isPresent()
        ? program(wanted, program.get(), verified.hash(directory))
        : new Found.Missing(
            "dev_overrides says that %s is in %s, which has no file terraform-provider-%s."
                .formatted(source.displayed(), directory, source.type()));
  }

  private Found locked(Sought sought) throws IOException {
    if (sought.hashes().isEmpty()) {
      return new Found.Missing(
          "None of the hashes of %s can be compared with a package.".formatted(sought.displayed()));
    }
    List<String> unfit = new ArrayList<>();
    Optional<Found> here = here(sought, unfit);
    if (here.isPresent()) {
      return here.get();
    }
    synchronized (fetching.computeIfAbsent(sought.wanted(), any -> new Object())) {
      Optional<Found> meanwhile = kept(sought);
      return meanwhile.isPresent() ? meanwhile.get() : instead(sought, unfit);
    }
  }

  private Found lockedHere(Sought sought) throws IOException {
    List<String> unfit = new ArrayList<>();
    return here(sought, unfit)
        .orElseGet(
            () ->
                new Found.Missing(
                    unfit.isEmpty()
                        ? sought.displayed() + " is not installed here."
                        : "The package of %s is not the locked one: %s."
                            .formatted(sought.displayed(), String.join(", and ", unfit))));
  }

  private Optional<Found> here(Sought sought, List<String> unfit) throws IOException {
    Optional<Path> configuration = sought.wanted().directory();
    Optional<Found> found =
        configuration.isPresent()
            ? verified(sought, ProviderStore.of(configuration.get(), platform), unfit)
            : Optional.empty();
    if (found.isPresent()) {
      return found;
    }
    Optional<Found> own = kept(sought);
    Path cache = own.isPresent() ? null : settings().cache();
    return cache == null ? own : verified(sought, new ProviderStore(cache, platform), unfit);
  }

  private Optional<Found> verified(Sought sought, ProviderStore from, List<String> unfit)
      throws IOException {
    Path directory = from.directory(sought.source(), sought.version());
    return Files.isDirectory(directory) ? verified(sought, directory, unfit) : Optional.empty();
  }

  private Optional<Found> verified(Sought sought, Path directory, List<String> unfit)
      throws IOException {
    PackageHash files = verified.hash(directory);
    if (!sought.hashes().contains(files)) {
      unfit.add(directory + " has another (" + files + ")");
      return Optional.empty();
    }
    return ProviderStore.executable(directory, sought.source())
        .map(program -> program(sought.wanted(), program, files));
  }

  private Optional<Found> kept(Sought sought) throws IOException {
    Optional<HashedStore.Kept> kept = store.find(sought.hashes());
    return kept.isEmpty()
        ? Optional.empty()
        : ProviderStore.executable(kept.get().directory(), sought.source())
            .map(program -> program(sought.wanted(), program, kept.get().hash()));
  }

  /** What is here and is another package goes before why there is no other one to be had. */
  private Found instead(Sought sought, List<String> unfit) throws IOException {
    try {
      return fetched(sought, unfit);
    } catch (InstallFault e) {
      if (unfit.isEmpty()) {
        throw e;
      }
      return new Found.Missing(
          ("The package of %s is not the locked one: %s. No other one could be fetched: %s: %s"
                  + " Install it again with sluice init, or, if the change is wanted, lock it.")
              .formatted(
                  sought.displayed(), String.join(", and ", unfit), e.summary(), e.detail()));
    }
  }

  private Found fetched(Sought sought, List<String> unfit) throws IOException {
    InstallSettings settings = settings();
    HttpFetch http = new HttpFetch(HttpSettings.of(environment));
    Path start = sought.wanted().directory().filter(Files::isDirectory).orElse(store.root());
    SourceChain sources = SourceChain.of(settings, start, environment, http);
    PackageOffer offer = sources.offer(sought.source(), sought.version(), platform).orElse(null);
    if (offer == null) {
      unfit.add("there is none in " + sources.describe(sought.source()));
      return missing(sought, unfit);
    }
    if (offer.location() instanceof PackageOffer.Unpacked(Path directory)) {
      return verified(sought, directory, unfit).orElseGet(() -> missing(sought, unfit));
    }
    Path aside = store.aside();
    try {
      ProviderStore fresh = new ProviderStore(aside, platform);
      PackageInstall.Placed placed =
          new PackageInstall(http).install(offer, fresh, sought.hashes());
      Optional<PackageHash> archive =
          sought.hashes().contains(placed.files())
              ? Optional.empty()
              : placed.archive().filter(sought.hashes()::contains);
      store.keep(fresh.directory(sought.source(), sought.version()), placed.files(), archive);
    } finally {
      Placing.delete(aside);
    }
    return kept(sought)
        .orElseThrow(() -> new IOException("it was fetched to " + store.root() + " and is gone"));
  }

  private Found missing(Sought sought, List<String> unfit) {
    return new Found.Missing(
        "%s for %s can't be had: its package is not in %s, and %s."
            .formatted(sought.displayed(), platform, store.root(), String.join(", and ", unfit)));
  }

  private InstallSettings settings() {
    return SettingsFiles.read(environment);
  }

  private static Found program(Wanted wanted, Path program, PackageHash files) {
    return new Found.Program(wanted.source(), program.toAbsolutePath(), files.toString());
  }
}
