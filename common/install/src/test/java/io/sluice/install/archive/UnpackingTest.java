package io.sluice.install.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.install.support.Packages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackingTest {
  @TempDir Path directory;

  @Test
  void takesOverWhatMayBeExecuted() throws IOException {
    Path out = unpack("x.zip", Packages.zip(Map.of("bin/run", "#!/bin/sh\n", "text", "plain")));

    assertThat(Files.isExecutable(out.resolve("bin/run"))).isTrue();
    assertThat(Files.isExecutable(out.resolve("text"))).isFalse();
    assertThat(out.resolve("text")).hasContent("plain");
  }

  @Test
  void readsTarredArchives() throws IOException {
    Path out =
        unpack("x.tgz", Packages.tarGzip(Map.of("a/main.tf", "locals {}", "run", "#!/bin/sh")));

    assertThat(out.resolve("a/main.tf")).hasContent("locals {}");
    assertThat(Files.isExecutable(out.resolve("run"))).isTrue();
  }

  @Test
  void letsNoEntryOut() {
    for (String name :
        new String[] {"../out", "a/../../out", "/tmp/sluice-out", "a\\..\\..\\out"}) {
      assertThatThrownBy(() -> unpack("x.zip", Packages.zip(Map.of(name, "x"))))
          .as(name)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("outside of the archive");
    }
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void letsNoLinkOut() {
    assertThatThrownBy(() -> unpack("x.tgz", links("link", "../..")))
        .hasMessageContaining("outside of the archive");
    assertThatThrownBy(() -> unpack("x.tgz", links("link", "/etc/passwd")))
        .hasMessageContaining("outside of the archive");
    assertThatThrownBy(() -> unpack("x.tgz", links("here", ".", "here/up", "..")))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> unpack("x.tgz", links("a/b/deep", "../..", "a/up", "b/deep/..")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void laysLinksThatStayInside() throws IOException {
    Path out = unpack("x.tgz", links("a/link", "../b"));

    assertThat(Files.readSymbolicLink(out.resolve("a/link"))).isEqualTo(Path.of("../b"));
  }

  @Test
  void writesNoFileThroughALink() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
      link(tar, "folder", "elsewhere");
      TarArchiveEntry file = new TarArchiveEntry("folder/file");
      file.setSize(1);
      tar.putArchiveEntry(file);
      tar.write('x');
      tar.closeArchiveEntry();
    }

    assertThatThrownBy(() -> unpack("x.tgz", bytes.toByteArray())).isInstanceOf(IOException.class);
  }

  private static byte[] links(String... namesAndTargets) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
      for (int i = 0; i < namesAndTargets.length; i += 2) {
        link(tar, namesAndTargets[i], namesAndTargets[i + 1]);
      }
    }
    return bytes.toByteArray();
  }

  private static void link(TarArchiveOutputStream tar, String name, String target)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
    entry.setLinkName(target);
    tar.putArchiveEntry(entry);
    tar.closeArchiveEntry();
  }

  private Path unpack(String name, byte[] archive) throws IOException {
    Path file = Files.write(directory.resolve(name), archive);
    Path out = directory.resolve("in/" + System.nanoTime());
    Unpacking.unpack(file, Unpacking.Form.of(name).orElseThrow(), out);
    return out;
  }
}
