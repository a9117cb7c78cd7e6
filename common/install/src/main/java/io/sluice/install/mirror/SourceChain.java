package io.sluice.install.mirror;

import io.sluice.install.address.Platform;
import io.sluice.install.address.Version;
import io.sluice.install.http.HttpFetch;
import io.sluice.install.registry.Discovery;
import io.sluice.install.registry.ProviderRegistry;
import io.sluice.install.settings.InstallMethod;
import io.sluice.install.settings.InstallSettings;
import io.sluice.install.settings.SettingsFiles;
import io.sluice.install.source.PackageOffer;
import io.sluice.install.source.PackageSource;
import io.sluice.language.address.ProviderSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All sources of a provider in the order of the settings: versions are those of all of them, and a
 * package comes from the first that has it.
 */
public final class SourceChain implements PackageSource {
  private final List<Link> links;

  private record Link(PackageSource source, Predicate<ProviderSource> serves) {}

  private SourceChain(List<Link> links) {
    this.links = links;
  }

  /**
   * As {@code provider_installation} says; without it, directories that are usual come before the
   * registries, and what is in them is never asked for elsewhere.
   *
   * @param directory of the configuration
   */
  public static SourceChain of(
      InstallSettings settings, Path directory, Map<String, String> environment, HttpFetch http) {
    PackageSource registry = new ProviderRegistry(http, new Discovery(http, settings));
    List<InstallMethod> methods = settings.methods();
    List<Link> links = new ArrayList<>();
    if (methods == null) {
      Set<ProviderSource> here = new TreeSet<>();
      for (Path usual : usualDirectories(directory, environment)) {
        DirectoryMirror mirror = new DirectoryMirror(usual, false);
        here.addAll(mirror.providers());
        links.add(new Link(mirror, provider -> true));
      }
      links.add(new Link(registry, provider -> !here.contains(provider)));
      return new SourceChain(links);
    }
    for (InstallMethod method : methods) {
      PackageSource source =
          switch (method.place()) {
            case InstallMethod.Direct direct -> registry;
            case InstallMethod.Directory mirror ->
                new DirectoryMirror(directory.resolve(mirror.path()).normalize(), true);
            case InstallMethod.Network mirror ->
                NetworkMirror.at(mirror.url(), http, settings.credentials());
          };
      links.add(new Link(source, method::serves));
    }
    return new SourceChain(links);
  }

  private static List<Path> usualDirectories(Path directory, Map<String, String> environment) {
    List<Path> found = new ArrayList<>();
    found.add(directory.resolve("terraform.d").resolve("plugins"));
    Optional<Path> home = SettingsFiles.home(environment);
    home.ifPresent(of -> found.add(of.resolve(".terraform.d").resolve("plugins")));
    Path data = Path.of("terraform", "plugins");
    Optional.ofNullable(environment.get("XDG_DATA_HOME"))
        .filter(set -> !set.isEmpty())
        .map(Path::of)
        .or(() -> home.map(of -> of.resolve(".local").resolve("share")))
        .ifPresent(of -> found.add(of.resolve(data)));
    String shared = environment.getOrDefault("XDG_DATA_DIRS", "");
    for (String each : (shared.isEmpty() ? "/usr/local/share:/usr/share" : shared).split(":")) {
      found.add(Path.of(each).resolve(data));
    }
    return found;
  }

  @Override
  public String describe(ProviderSource provider) {
    String all =
        serving(provider)
            .map(source -> source.describe(provider))
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "anywhere: no part of provider_installation includes it" : all;
  }

  @Override
  public Optional<Set<Version>> versions(ProviderSource provider) {
    Set<Version> all = new TreeSet<>(Comparator.comparing(Version::toString));
    List<Optional<Set<Version>>> answers =
        serving(provider).map(source -> source.versions(provider)).toList();
    answers.forEach(answer -> answer.ifPresent(all::addAll));
    return answers.stream().anyMatch(Optional::isPresent) ? Optional.of(all) : Optional.empty();
  }

  @Override
  public Optional<PackageOffer> offer(ProviderSource provider, Version version, Platform platform) {
    return serving(provider)
        .map(source -> source.offer(provider, version, platform))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private java.util.stream.Stream<PackageSource> serving(ProviderSource provider) {
    return links.stream().filter(link -> link.serves().test(provider)).map(Link::source);
  }
}
