package io.sluice.install.hash;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.install.support.Packages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageHashesTest {
  @TempDir Path directory;

  @Test
  void hashPackedAndUnpackedFilesAlike() throws IOException {
    Map<String, String> files =
        Map.of("terraform-provider-x", "#!/bin/sh\n", "docs/ä.md", "text", "docs/a.md", "more");
    Packages.write(directory.resolve("unpacked"), files);
    Path archive = Files.write(directory.resolve("x.zip"), Packages.zip(files));

    PackageHash hash = PackageHashes.ofDirectory(directory.resolve("unpacked"));

    assertThat(hash).isEqualTo(PackageHashes.ofArchivedFiles(archive));
    assertThat(hash.toString()).startsWith("h1:").hasSize(47);
    assertThat(PackageHashes.ofArchive(archive).scheme()).isEqualTo("zh");
  }

  /** By hand: printf 'SHA256 of "one\n" a\n' | sha256sum | base64. */
  @Test
  void followTheFormOfGoModules() throws IOException {
    Files.writeString(directory.resolve("a"), "one\n");

    assertThat(PackageHashes.ofDirectory(directory))
        .hasToString("h1:KLT1Kkwn/u9M9f59adejNWE6Py0HOyz1kKqrbcskudA=");
  }

  @Test
  void followLinksToThePackageAndInIt() throws IOException {
    Path real = Files.createDirectory(directory.resolve("real"));
    Files.writeString(real.resolve("a"), "one\n");
    Path linked = Files.createSymbolicLink(directory.resolve("linked"), real);

    assertThat(PackageHashes.ofDirectory(linked)).isEqualTo(PackageHashes.ofDirectory(real));
  }
}
