package io.sluice.language.config.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Module;
import io.sluice.language.config.check.StaticChecks;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Block;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Loads the module of a directory and all modules that it calls. Reports a module that calls
 * itself, directly or through others, with the whole path.
 */
public final class ConfigurationLoader {
  /** Deeper than any real configuration; modules this deep call themselves under changing names. */
  private static final int MAX_DEPTH = 50;

  private final ConfigurationFiles files;
  private final Diagnostics diagnostics;
  private final Map<String, String> installed;

  /**
   * Faults of the texts alone. If there are any, blocks may be missing to which references are
   * correct.
   */
  private final Diagnostics texts;

  private ConfigurationLoader(
      ConfigurationFiles files, Diagnostics diagnostics, Diagnostics texts) {
    this.files = files;
    this.diagnostics = diagnostics;
    this.texts = texts;
    this.installed = installedModules();
  }

  /**
   * For modules that something other than a module calls; faults of their texts are collected
   * apart.
   */
  public static ConfigurationLoader within(
      ConfigurationFiles files, Diagnostics diagnostics, Diagnostics texts) {
    return new ConfigurationLoader(files, diagnostics, texts);
  }

  /** The root module with its children, checked as far as names go. */
  public static Optional<Module> load(ConfigurationFiles files, Diagnostics diagnostics) {
    ConfigurationLoader loader = new ConfigurationLoader(files, diagnostics, new Diagnostics());
    Optional<List<Block>> blocks = new ModuleSource(files, ".", loader.texts).blocks();
    if (blocks.isEmpty()) {
      diagnostics.error(
          "Failed to read module directory",
          "The configuration directory does not exist or cannot be read.",
          null);
      return Optional.empty();
    }
    Module root = loader.module(blocks.get(), List.of(), ".", List.of("."));
    diagnostics.addAll(loader.texts);
    if (!loader.texts.hasErrors()) {
      StaticChecks.check(root, diagnostics);
    }
    return Optional.of(root);
  }

  /**
   * The module of one directory without those that it calls; nothing if there is no such directory.
   *
   * @param path the names of the calls that lead to it
   */
  public static Optional<Module> alone(
      ConfigurationFiles files, List<String> path, String directory, Diagnostics diagnostics) {
    return new ModuleSource(files, directory, diagnostics)
        .blocks()
        .map(blocks -> new ModuleReader(diagnostics).read(blocks, path, directory));
  }

  /** Whether the directory holds any configuration; one without is usually a mistake. */
  public static boolean hasFiles(ConfigurationFiles files) {
    return files.names(".").stream()
        .flatMap(List::stream)
        .anyMatch(ModuleSource::isOfConfiguration);
  }

  private Module module(
      List<Block> blocks, List<String> path, String directory, List<String> directories) {
    Module module = new ModuleReader(diagnostics).read(blocks, path, directory);
    for (ModuleCall call : module.calls().values()) {
      child(module, call, directories)
          .ifPresent(child -> module.children().put(call.reference(), child));
    }
    return module;
  }

  /**
   * The module that a call names, with all below it.
   *
   * @param directories those of the callers, from the root
   */
  public Optional<Module> child(Module parent, ModuleCall call, List<String> directories) {
    String directory = directory(parent, call, directories).orElse(null);
    if (directory == null) {
      return Optional.empty();
    }
    List<String> path = path(parent, call);
    Optional<List<Block>> blocks = new ModuleSource(files, directory, texts).blocks();
    if (blocks.isEmpty()) {
      diagnostics.error(
          "Unreadable module directory",
          ("The directory \"%s\" could not be read for %s \"%s\" at %s. Paths are relative to"
                  + " the directory of the calling module.")
              .formatted(directory, call.kind().word(), call.name(), call.sourceRange()),
          call.sourceRange());
      return Optional.empty();
    }
    List<String> deeper = new ArrayList<>(directories);
    deeper.add(directory);
    return Optional.of(module(blocks.get(), path, directory, deeper));
  }

  private void circle(ModuleCall call, List<String> directories, String directory) {
    List<String> path = new ArrayList<>(directories);
    path.add(directory);
    int start = Math.max(0, directories.indexOf(directory));
    diagnostics.error(
        "Circular module calls",
        "A module cannot call itself, directly or through other modules: %s."
            .formatted(String.join(" -> ", path.subList(start, path.size()))),
        call.sourceRange());
  }

  /** The calls from the root to the module that a call names. */
  public static List<String> path(Module parent, ModuleCall call) {
    List<String> path = new ArrayList<>(parent.path());
    path.add(call.reference());
    return path;
  }

  /**
   * The directory of the module that a call names; reports a call whose directory can't be found.
   */
  public Optional<String> directory(Module parent, ModuleCall call, List<String> directories) {
    if (call.source().isEmpty()) {
      return Optional.empty(); // reported when the block was read
    }
    List<String> path = path(parent, call);
    String directory = found(parent, call, path);
    if (directory != null && (directories.contains(directory) || path.size() > MAX_DEPTH)) {
      circle(call, directories, directory);
      return Optional.empty();
    }
    return Optional.ofNullable(directory);
  }

  private @Nullable String found(Module parent, ModuleCall call, List<String> path) {
    String source = call.source();
    if (ModulePaths.isLocal(source)) {
      return ModulePaths.resolve(parent.directory(), source);
    }
    String directory = installed.get(Module.key(path));
    if (directory != null) {
      return ModulePaths.resolve(".", directory);
    }
    diagnostics.add(
        Diagnostic.error(
                "Module not installed",
                "The %s \"%s\" comes from \"%s\", which is not installed."
                    .formatted(call.kind().word(), call.name(), source),
                call.sourceRange())
            .withHint(
                "Run `sluice init` to install it under .terraform/modules, or copy it and use a"
                    + " path that begins with \"./\"."));
    return null;
  }

  private Map<String, String> installedModules() {
    Map<String, String> found = new HashMap<>();
    Optional<byte[]> manifest = files.read(".terraform/modules/modules.json");
    if (manifest.isEmpty()) {
      return found;
    }
    try {
      JsonNode root = Json.mapper().readTree(manifest.get());
      for (JsonNode module : root.path("Modules")) {
        found.put(module.path("Key").asText(), module.path("Dir").asText());
      }
    } catch (JsonProcessingException e) {
      diagnostics.warning(
          "Unreadable module manifest",
          "The file .terraform/modules/modules.json is not JSON: " + e.getOriginalMessage() + ".",
          null);
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory", e);
    }
    return found;
  }
}
