package io.sluice.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A text of one or several files, laid out in a directory. */
final class Laid {
  /** Where a text begins that does not say otherwise. */
  static final String MAIN = "main.tf";

  private static final String MARK = "#@ ";

  private Laid() {}

  /** What follows is in that file. */
  static String mark(String file) {
    return MARK + file + "\n";
  }

  /** Instead of all configuration that is there. */
  static void out(String text, Path directory) throws IOException {
    for (Path old : configured(directory)) {
      Files.delete(old);
    }
    Map<String, StringBuilder> files = new LinkedHashMap<>();
    StringBuilder file = files.computeIfAbsent(MAIN, any -> new StringBuilder());
    for (String line : text.lines().toList()) {
      if (line.startsWith(MARK)) {
        file = files.computeIfAbsent(line.substring(MARK.length()), any -> new StringBuilder());
      } else {
        file.append(line).append('\n');
      }
    }
    for (Map.Entry<String, StringBuilder> each : files.entrySet()) {
      Path path = directory.resolve(each.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, each.getValue());
    }
  }

  private static List<Path> configured(Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    try (var all = Files.walk(directory, 2)) {
      all.filter(each -> each.getFileName().toString().equals(MAIN)).forEach(found::add);
    }
    return found;
  }
}
