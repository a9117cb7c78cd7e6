package io.sluice.planning.configuration.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.digest.Sha256;
import io.sluice.model.file.BundledFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundledFilesTest {
  private static final FileLimits LIMITS = new FileLimits(10, 1_000, 1_000, 8);

  @TempDir private Path root;

  private Path file(String name, String content) throws IOException {
    return Files.writeString(root.resolve(name), content);
  }

  private BundledFiles bundled(boolean relative) throws IOException {
    SortedMap<String, Path> named = new TreeMap<>();
    named.put("small", file("small", "12345"));
    named.put("large", file("large", "1234567890"));
    named.put("read", file("read", "read as a whole"));
    SortedMap<String, String> digests = new TreeMap<>(Map.of("MD5", "00"));
    file("hashed", "12345678901234567890");
    return BundledFiles.of(
        root,
        Map.of("./read", Files.readAllBytes(root.resolve("read"))),
        Map.of("hashed", digests),
        new NamedFiles.Found(named, relative, List.of()),
        LIMITS);
  }

  @Test
  void whatDoesNotFitIsKeptElsewhereTheLargestFirst() throws IOException {
    BundledFiles bundled = bundled(true);

    assertThat(bundled.files()).containsOnlyKeys("./read", "small", "large", "hashed");
    assertThat(content(bundled, "./read")).as("it is planned with").isNotNull();
    assertThat(content(bundled, "small")).isNotNull();
    assertThat(content(bundled, "large")).isNull();
    assertThat(content(bundled, "hashed")).isNull();
    assertThat(bundled.toKeep())
        .containsOnlyKeys(Sha256.hex("1234567890"), Sha256.hex("12345678901234567890"));
    BundledFile hashed = BundledFile.read(bundled.files().get("hashed").toJson()).orElseThrow();
    assertThat(hashed.entry().bytes()).isEqualTo(20);
    assertThat(hashed.digests()).containsEntry("MD5", "00");
  }

  @Test
  void nothingIsKeptThatNobodyOpens() throws IOException {
    BundledFiles bundled = bundled(false);

    assertThat(bundled.toKeep()).isEmpty();
    assertThat(bundled.files().get("hashed").digests()).containsEntry("MD5", "00");
  }

  private static byte @Nullable [] content(BundledFiles bundled, String path) {
    return bundled.files().get(path).content();
  }
}
