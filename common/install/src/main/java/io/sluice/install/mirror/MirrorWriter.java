package io.sluice.install.mirror;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.install.address.Platform;
import io.sluice.install.archive.Placing;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.hash.PackageHashes;
import io.sluice.install.provider.PackageInstall;
import io.sluice.install.source.PackageOffer;
import io.sluice.language.address.ProviderSource;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Fills a directory with archives that can be used as a mirror at once, and as one on a server when
 * they are copied there: the indexes for that are written too.
 */
public final class MirrorWriter {
  private final DirectoryMirror mirror;
  private final PackageInstall packages;

  public MirrorWriter(Path directory, PackageInstall packages) {
    this.mirror = new DirectoryMirror(directory, false);
    this.packages = packages;
  }

  /**
   * @return how the package was proved to be the right one, for people
   */
  public String add(PackageOffer offer) {
    Path target = mirror.directory(offer.provider()).resolve(offer.archiveName());
    PackageInstall.Fetched fetched = packages.fetch(offer, target);
    try {
      if (fetched.temporary()) {
        Files.move(fetched.archive(), target, StandardCopyOption.REPLACE_EXISTING);
      } else if (!fetched.archive().equals(target)) {
        Files.createDirectories(mirror.directory(offer.provider()));
        Files.copy(fetched.archive(), target, StandardCopyOption.REPLACE_EXISTING);
      }
      return fetched.verified().how();
    } catch (IOException e) {
      throw unwritable(target, e);
    }
  }

  /** Of all archives that are there, also those that were there before. */
  public void writeIndexes() {
    mirror.providers().forEach(this::writeIndexes);
  }

  private void writeIndexes(ProviderSource provider) {
    Path directory = mirror.directory(provider);
    SortedMap<String, SortedMap<Platform, Path>> archives = new TreeMap<>();
    for (DirectoryMirror.Found found : mirror.packages(provider)) {
      if (found.packed()) {
        archives
            .computeIfAbsent(found.version().toString(), version -> new TreeMap<>())
            .put(found.platform(), found.path());
      }
    }
    try {
      ObjectNode index = Json.object();
      ObjectNode versions = index.putObject("versions");
      for (var entry : archives.entrySet()) {
        versions.putObject(entry.getKey());
        ObjectNode version = Json.object();
        ObjectNode platforms = version.putObject("archives");
        for (var archive : entry.getValue().entrySet()) {
          ObjectNode one = platforms.putObject(archive.getKey().toString());
          one.putArray("hashes").add(PackageHashes.ofArchivedFiles(archive.getValue()).toString());
          one.put("url", String.valueOf(archive.getValue().getFileName()));
        }
        write(directory.resolve(entry.getKey() + ".json"), version);
      }
      write(directory.resolve("index.json"), index);
    } catch (IOException e) {
      throw unwritable(directory, e);
    }
  }

  private static void write(Path file, ObjectNode content) throws IOException {
    Placing.write(file, text(content).getBytes(StandardCharsets.UTF_8));
  }

  /** As Terraform indents it. */
  static String text(ObjectNode content) throws JsonProcessingException {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator(""));
    printer.indentObjectsWith(lines);
    printer.indentArraysWith(lines);
    return Json.mapper().writer(printer).writeValueAsString(content);
  }

  private static InstallFault unwritable(Path path, IOException e) {
    return new InstallFault(
            "Mirror can't be written",
            "Writing " + path + " failed: " + e.getMessage() + ".",
            "Check the permissions of the directory and the space on the disk.")
        .because(e);
  }
}
