package io.sluice.install.registry;

import io.sluice.install.fault.InstallFault;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.hash.PackageHashes;
import io.sluice.install.source.PackageOffer;
import io.sluice.install.source.Proof;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A list of checksums that the author of a provider has signed. A package passes if its own
 * checksum is the one that was announced, the list has it under the name of the package, and one of
 * the keys has signed the list.
 *
 * @param sha256 as the registry announced it
 */
record SignedChecksums(
    String fileName, String sha256, byte[] document, byte[] signature, List<String> keys)
    implements Proof {
  private static final String HEX = "[0-9a-f]{64}";

  SignedChecksums {
    keys = List.copyOf(keys);
  }

  @Override
  public Verified verify(PackageOffer offer, Path archive) throws IOException {
    String listed =
        lines().stream()
            .filter(line -> line.name().equals(fileName))
            .map(Line::sha256)
            .findFirst()
            .orElseThrow(
                () -> wrong(offer, "the list of checksums does not name \"" + fileName + "\""));
    if (!listed.equals(sha256)) {
      throw wrong(
          offer,
          "the registry announces the checksum "
              + sha256
              + ", the list of checksums has "
              + listed);
    }
    String actual = PackageHashes.sha256(archive);
    if (!actual.equals(sha256)) {
      throw wrong(offer, "its checksum is " + actual + " and should be " + sha256);
    }
    String key =
        signer()
            .orElseThrow(
                () ->
                    new InstallFault(
                        "Package isn't signed by its author",
                        "%s from %s is refused: %s."
                            .formatted(
                                offer.describe(),
                                offer.from(),
                                keys.isEmpty()
                                    ? "the registry names no key"
                                    : "the signature of its checksums is by none of the "
                                        + "registry's keys for it"),
                        "Nothing of it was installed. Ask the author of the provider, or those who"
                            + " run the registry."));
    return new Verified("signed, key ID " + key, signedHashes());
  }

  private Optional<String> signer() {
    return Signatures.signer(document, signature, keys);
  }

  private Set<PackageHash> signedHashes() {
    Set<PackageHash> hashes = new TreeSet<>();
    lines().forEach(line -> hashes.add(PackageHash.ofArchive(line.sha256())));
    return hashes;
  }

  private record Line(String sha256, String name) {}

  /** None at all if one of them is not a checksum and a name. */
  private List<Line> lines() {
    List<String[]> fields =
        new String(document, StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank())
            .map(line -> line.strip().split("\\s+", 2))
            .toList();
    boolean sound =
        fields.stream()
            .allMatch(field -> field.length == 2 && field[0].toLowerCase(Locale.ROOT).matches(HEX));
    return sound
        ? fields.stream()
            .map(
                field ->
                    new Line(field[0].toLowerCase(Locale.ROOT), field[1].replaceFirst("^\\*", "")))
            .toList()
        : List.of();
  }

  private static InstallFault wrong(PackageOffer offer, String reason) {
    return new InstallFault(
        "Package isn't what it should be",
        "%s from %s is refused: %s.".formatted(offer.describe(), offer.from(), reason),
        "Nothing of it was installed. Try again; if it stays so, ask those who run the registry.");
  }
}
