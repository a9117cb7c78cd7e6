package io.sluice.stacks.load;

import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.data.DataParser;
import io.sluice.language.syntax.hcl.NativeParser;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files of a stack in a directory, by what they say: components, or deployments. */
public enum StackFiles {
  COMPONENTS(".tfcomponent.hcl", ".tfstack.hcl"),
  DEPLOYMENTS(".tfdeploy.hcl");

  private final String endings;

  StackFiles(String... endings) {
    this.endings = String.join(" ", endings);
  }

  /** Whether a directory has any. */
  public boolean areIn(ConfigurationFiles files, String directory) {
    return files.names(directory).stream().flatMap(List::stream).anyMatch(this::has);
  }

  private boolean has(String name) {
    boolean hidden = name.startsWith(".") || name.startsWith("#");
    String asNative = name.endsWith(".json") ? name.substring(0, name.length() - 4) + "hcl" : name;
    return !hidden && Stream.of(endings.split(" ")).anyMatch(asNative::endsWith);
  }

  /** The blocks of all of them, in the order of their names. */
  public List<Block> blocks(
      ConfigurationFiles files, String directory, BodySchema schema, Diagnostics diagnostics) {
    List<Block> blocks = new ArrayList<>();
    for (String name : files.names(directory).orElse(List.of())) {
      if (has(name)) {
        String path = directory.equals(".") ? name : directory + "/" + name;
        files
            .read(path)
            .ifPresentOrElse(
                bytes -> blocks.addAll(read(new SourceFile(path, bytes), schema, diagnostics)),
                () ->
                    diagnostics.error(
                        "Failed to read file",
                        "The file \"%s\" could not be read.".formatted(path),
                        null));
      }
    }
    return blocks;
  }

  private static List<Block> read(SourceFile source, BodySchema schema, Diagnostics diagnostics) {
    Body body =
        source.name().endsWith(".json")
            ? DataParser.json(source, diagnostics)
            : NativeParser.file(source, diagnostics);
    return body.content(schema, diagnostics).blocks();
  }
}
