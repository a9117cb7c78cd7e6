package io.sluice.install.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;

/** Makes packages as authors of providers and modules do. */
public final class Packages {
  private static final int EXECUTABLE = 0755;
  private static final int PLAIN = 0644;

  private Packages() {}

  /** The files of a provider; its program does nothing. */
  public static Map<String, String> provider(String type, String version) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("LICENSE.txt", "as you like\n");
    files.put("terraform-provider-" + type + "_v" + version, "#!/bin/sh\n# " + version + "\n");
    return files;
  }

  public static byte[] zip(Map<String, String> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        ZipArchiveEntry entry = new ZipArchiveEntry(file.getKey());
        entry.setUnixMode(0100000 | (file.getValue().startsWith("#!") ? EXECUTABLE : PLAIN));
        zip.putArchiveEntry(entry);
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public static byte[] tarGzip(Map<String, String> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
        entry.setSize(content.length);
        entry.setMode(file.getValue().startsWith("#!") ? EXECUTABLE : PLAIN);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public static void write(Path directory, Map<String, String> files) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
      path.toFile().setExecutable(file.getValue().startsWith("#!"));
    }
  }
}
