package io.sluice.install.source;

import io.sluice.install.address.Platform;
import io.sluice.install.address.Version;
import io.sluice.language.address.ProviderSource;
import java.net.URI;
import java.nio.file.Path;

/**
 * One package that can be had.
 *
 * @param from for messages: {@code the registry registry.terraform.io}
 */
public record PackageOffer(
    ProviderSource provider,
    Version version,
    Platform platform,
    String from,
    Location location,
    Proof proof) {

  /** Where the bytes are. */
  public sealed interface Location {}

  /** Unpacked already: it is linked to, not copied. */
  public record Unpacked(Path directory) implements Location {}

  public record Packed(Path archive) implements Location {}

  public record Download(URI uri) implements Location {}

  /** {@code hashicorp/aws 5.100.0 for linux_amd64}. */
  public String describe() {
    return provider.displayed() + " " + version + " for " + platform;
  }

  /** The name that archives have in mirrors. */
  public String archiveName() {
    return archiveName(provider, version, platform);
  }

  public static String archiveName(ProviderSource provider, Version version, Platform platform) {
    return "terraform-provider-" + provider.type() + "_" + version + "_" + platform + ".zip";
  }
}
