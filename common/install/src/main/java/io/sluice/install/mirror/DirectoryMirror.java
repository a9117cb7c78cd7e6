package io.sluice.install.mirror;

import io.sluice.install.address.Platform;
import io.sluice.install.address.Version;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.source.PackageOffer;
import io.sluice.install.source.PackageSource;
import io.sluice.install.source.Proof;
import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.address.ServiceHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Packages in a directory: unpacked in {@code HOST/NAMESPACE/TYPE/VERSION/PLATFORM/}, packed as
 * {@code HOST/NAMESPACE/TYPE/terraform-provider-TYPE_VERSION_PLATFORM.zip}. Names that are neither
 * are passed over.
 *
 * @param mustExist whether it was asked for by name, so that its absence is a fault
 */
public record DirectoryMirror(Path root, boolean mustExist) implements PackageSource {
  private static final Pattern PACKED = Pattern.compile("_([^_]+)_([a-z0-9]+_[a-z0-9]+)\\.zip");

  /** A package that is here. */
  public record Found(Version version, Platform platform, Path path, boolean packed) {}

  @Override
  public String describe(ProviderSource provider) {
    return "the directory " + root;
  }

  @Override
  public Optional<Set<Version>> versions(ProviderSource provider) {
    Set<Version> versions = new TreeSet<>(Comparator.comparing(Version::toString));
    packages(provider).forEach(found -> versions.add(found.version()));
    return versions.isEmpty() ? Optional.empty() : Optional.of(versions);
  }

  @Override
  public Optional<PackageOffer> offer(ProviderSource provider, Version version, Platform platform) {
    return packages(provider).stream()
        .filter(found -> found.version().equals(version) && found.platform().equals(platform))
        .min(Comparator.comparing(Found::packed))
        .map(
            found ->
                new PackageOffer(
                    provider,
                    version,
                    platform,
                    describe(provider),
                    found.packed()
                        ? new PackageOffer.Packed(found.path())
                        : new PackageOffer.Unpacked(found.path()),
                    Proof.NONE));
  }

  /** Every provider of which there is something. */
  public Set<ProviderSource> providers() {
    Set<ProviderSource> found = new TreeSet<>();
    for (Path host : below(root)) {
      for (Path namespace : below(host)) {
        for (Path type : below(namespace)) {
          parsed(
                  () ->
                      new ProviderSource(
                          ServiceHost.normalised(name(host)), name(namespace), name(type)))
              .filter(provider -> !packages(provider).isEmpty())
              .ifPresent(found::add);
        }
      }
    }
    return found;
  }

  public List<Found> packages(ProviderSource provider) {
    if (!Files.isDirectory(root)) {
      if (mustExist) {
        throw new InstallFault(
            "Mirror of providers is missing",
            "The directory " + root + " does not exist.",
            "Correct its path in the CLI configuration, or make it with `sluice providers"
                + " mirror`.");
      }
      return List.of();
    }
    List<Found> found = new ArrayList<>();
    for (Path entry : below(directory(provider))) {
      if (Files.isDirectory(entry)) {
        parsed(() -> Version.parse(name(entry)))
            .ifPresent(version -> below(entry).forEach(path -> unpacked(version, path, found)));
      } else {
        packed(provider, entry).ifPresent(found::add);
      }
    }
    return found;
  }

  /** Where all packages of a provider lie. */
  public Path directory(ProviderSource provider) {
    return root.resolve(provider.toString());
  }

  private static void unpacked(Version version, Path path, List<Found> found) {
    if (Files.isDirectory(path)) {
      parsed(() -> Platform.parse(name(path)))
          .ifPresent(platform -> found.add(new Found(version, platform, path, false)));
    }
  }

  private static Optional<Found> packed(ProviderSource provider, Path file) {
    String prefix = "terraform-provider-" + provider.type();
    String name = name(file).toLowerCase(Locale.ROOT);
    if (!name.startsWith(prefix)) {
      return Optional.empty();
    }
    Matcher matcher = PACKED.matcher(name.substring(prefix.length()));
    return matcher.matches()
        ? parsed(
            () ->
                new Found(
                    Version.parse(matcher.group(1)), Platform.parse(matcher.group(2)), file, true))
        : Optional.empty();
  }

  private static <T> Optional<T> parsed(java.util.function.Supplier<T> reader) {
    try {
      return Optional.of(reader.get());
    } catch (BadText e) {
      return Optional.empty();
    }
  }

  private static List<Path> below(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted(Comparator.comparing(DirectoryMirror::name)).toList();
    } catch (IOException e) {
      throw new InstallFault(
              "Mirror of providers can't be read",
              "Listing " + directory + " failed: " + e.getMessage() + ".",
              "Check its permissions.")
          .because(e);
    }
  }

  private static String name(Path path) {
    return Optional.ofNullable(path.getFileName()).map(Path::toString).orElse("");
  }
}
