package io.sluice.language.config.load;

import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.config.OverriddenBody;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.data.DataParser;
import io.sluice.language.syntax.hcl.NativeParser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The files of one directory as a list of blocks, with the override files laid over the others. */
final class ModuleSource {
  private static final List<String> SUFFIXES =
      List.of(".tf", ".tf.json", ".sluice.hcl", ".sluice.json", ".sluice.yaml");

  private final ConfigurationFiles files;
  private final String directory;
  private final Diagnostics diagnostics;

  ModuleSource(ConfigurationFiles files, String directory, Diagnostics diagnostics) {
    this.files = files;
    this.directory = directory;
    this.diagnostics = diagnostics;
  }

  /** The blocks, or nothing if the directory is none. */
  Optional<List<Block>> blocks() {
    return files.names(directory).map(this::read);
  }

  /** Whether a file belongs to the configuration; other files in a directory are ignored. */
  static boolean isOfConfiguration(String name) {
    return !suffix(name).isEmpty() && !isHidden(name);
  }

  private List<Block> read(List<String> names) {
    List<Block> blocks = new ArrayList<>();
    List<Block> overrides = new ArrayList<>();
    for (String name : names) {
      if (!isOfConfiguration(name)) {
        continue;
      }
      (isOverride(name) ? overrides : blocks).addAll(file(name, suffix(name)));
    }
    return overrides.isEmpty() ? blocks : laidOver(blocks, overrides);
  }

  /** Whether what a file says is laid over what others say. */
  static boolean isOverride(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    String stem = name.substring(0, name.length() - suffix(name).length());
    return stem.equals("override") || stem.endsWith("_override");
  }

  /** The suffix that makes a file one of the configuration, or nothing. */
  private static String suffix(String name) {
    return SUFFIXES.stream()
        .filter(name::endsWith)
        .max(java.util.Comparator.comparingInt(String::length))
        .orElse("");
  }

  /** Hidden files, and what editors leave behind. */
  private static boolean isHidden(String name) {
    return name.startsWith(".")
        || name.endsWith("~")
        || (name.startsWith("#") && name.endsWith("#"));
  }

  private List<Block> file(String name, String suffix) {
    String path = directory.equals(".") ? name : directory + "/" + name;
    Optional<byte[]> bytes = files.read(path);
    if (bytes.isEmpty()) {
      diagnostics.error(
          "Failed to read file", "The file \"%s\" could not be read.".formatted(path), null);
      return List.of();
    }
    SourceFile source = new SourceFile(path, bytes.get());
    Body body =
        switch (suffix) {
          case ".tf", ".sluice.hcl" -> NativeParser.file(source, diagnostics);
          case ".sluice.yaml" -> DataParser.yaml(source, diagnostics);
          default -> DataParser.json(source, diagnostics);
        };
    BodyContent content = body.content(Schemas.ROOT, diagnostics);
    return content.blocks();
  }

  private List<Block> laidOver(List<Block> blocks, List<Block> overrides) {
    List<Block> merged = new ArrayList<>(blocks);
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < merged.size(); i++) {
      places.putIfAbsent(key(merged.get(i)), i);
    }
    for (Block override : overrides) {
      Integer place = places.get(key(override));
      switch (override.type()) {
        case "locals" -> locals(merged, override);
        case "moved", "removed", "import", "check" ->
            diagnostics.error(
                "Cannot override '%s' blocks".formatted(override.type()),
                "%s blocks can appear only in normal files, not in override files."
                    .formatted(override.type()),
                override.headerRange());
        case "terraform", "sluice", "provider" -> {
          if (place == null) {
            merged.add(override);
          } else {
            merged.set(place, OverriddenBody.overriding(merged.get(place), override));
          }
        }
        default -> {
          if (place == null) {
            missingBase(override);
          } else {
            merged.set(place, OverriddenBody.overriding(merged.get(place), override));
          }
        }
      }
    }
    return merged;
  }

  /** A local value has no block of its own: each takes the place of the one of its name. */
  private void locals(List<Block> merged, Block override) {
    Map<String, Attribute> said = override.body().justAttributes(diagnostics);
    Set<String> based = new HashSet<>();
    for (int i = 0; i < merged.size(); i++) {
      Block block = merged.get(i);
      if (block.type().equals("locals")) {
        Set<String> names = new HashSet<>(block.body().justAttributes(new Diagnostics()).keySet());
        names.retainAll(said.keySet());
        if (!names.isEmpty()) {
          Set<String> others = new HashSet<>(said.keySet());
          others.removeAll(names);
          merged.set(i, OverriddenBody.overriding(block, without(override, others)));
          based.addAll(names);
        }
      }
    }
    for (Attribute attribute : said.values()) {
      if (!based.contains(attribute.name())) {
        diagnostics.error(
            "Missing base local value definition to override",
            ("There is no local value named \"%s\". An override file can only override a local"
                    + " value that was already defined in a primary configuration file.")
                .formatted(attribute.name()),
            attribute.range());
      }
    }
  }

  /** The block without some of its attributes. */
  private static Block without(Block block, Set<String> others) {
    BodySchema.Builder schema = BodySchema.builder();
    others.forEach(schema::optional);
    return new Block(
        block.type(),
        block.labels(),
        block.body().partialContent(schema.build(), new Diagnostics()).rest(),
        block.typeRange(),
        block.labelRanges(),
        block.headerRange());
  }

  private static String key(Block block) {
    return block.type() + " " + String.join(" ", block.labels());
  }

  private void missingBase(Block override) {
    String what = override.type().equals("module") ? "module call" : override.type();
    diagnostics.error(
        "Missing base %s to override".formatted(what),
        ("There is no %s named \"%s\". An override file can only override a %s that was already"
                + " defined in a primary configuration file.")
            .formatted(what, String.join(".", override.labels()), what),
        override.headerRange());
  }
}
