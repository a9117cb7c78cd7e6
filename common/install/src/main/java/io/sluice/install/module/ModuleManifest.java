package io.sluice.install.module;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.install.archive.Placing;
import io.sluice.install.fault.InstallFault;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@code .terraform/modules/modules.json}: where each call's module lies, written as Terraform
 * writes it, to the byte.
 */
final class ModuleManifest {
  private final SortedMap<String, Entry> entries = new TreeMap<>();

  /**
   * @param key the names of the calls, with dots between them; empty for the root
   * @param source in normal form
   * @param version or empty
   * @param directory relative to the root
   */
  record Entry(String key, String source, String version, String directory) {}

  static Path file(Path root) {
    return directory(root).resolve("modules.json");
  }

  static Path directory(Path root) {
    return root.resolve(".terraform").resolve("modules");
  }

  /** What can't be read is as if nothing were installed: all of it is fetched again. */
  static ModuleManifest read(Path root) {
    ModuleManifest manifest = new ModuleManifest();
    Path file = file(root);
    if (Files.notExists(file)) {
      return manifest;
    }
    try {
      for (JsonNode module : Json.mapper().readTree(Files.readAllBytes(file)).path("Modules")) {
        String key = module.path("Key").asText();
        String directory = module.path("Dir").asText();
        manifest.put(
            new Entry(
                key, module.path("Source").asText(), module.path("Version").asText(""), directory));
      }
      return manifest;
    } catch (JsonProcessingException e) {
      return new ModuleManifest();
    } catch (IOException e) {
      throw new InstallFault(
              "The manifest of modules can't be read",
              "Reading " + file + " failed: " + e.getMessage() + ".",
              "Check its permissions.")
          .because(e);
    }
  }

  java.util.Optional<Entry> of(String key) {
    return java.util.Optional.ofNullable(entries.get(key));
  }

  void put(Entry entry) {
    entries.put(entry.key(), entry);
  }

  /** With all that it calls. */
  void forget(String key) {
    entries.keySet().removeIf(other -> other.equals(key) || other.startsWith(key + "."));
  }

  void write(Path root) {
    Path file = file(root);
    try {
      byte[] text = text().getBytes(StandardCharsets.UTF_8);
      if (Files.notExists(file) || !java.util.Arrays.equals(Files.readAllBytes(file), text)) {
        Placing.write(file, text);
      }
    } catch (IOException e) {
      throw new InstallFault(
              "The manifest of modules can't be written",
              "Writing " + file + " failed: " + e.getMessage() + ".",
              "Check the permissions of the directory.")
          .because(e);
    }
  }

  String text() {
    return entries.values().stream()
        .map(ModuleManifest::text)
        .collect(Collectors.joining(",", "{\"Modules\":[", "]}"));
  }

  private static String text(Entry entry) {
    return "{\"Key\":%s,\"Source\":%s%s,\"Dir\":%s}"
        .formatted(
            quoted(entry.key()),
            quoted(entry.source()),
            entry.version().isEmpty() ? "" : ",\"Version\":" + quoted(entry.version()),
            quoted(entry.directory()));
  }

  /** Go writes these characters escaped, in case the text ends up in a page. */
  private static String quoted(String text) {
    return Json.text(text)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }
}
