package io.sluice.stacks;

import io.sluice.language.config.ConfigurationFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A directory tree in one text: {@code --- path ---} and what the file holds. */
public record StackText(SortedMap<String, String> contents) implements ConfigurationFiles {
  public static StackText of(String text) {
    SortedMap<String, String> files = new TreeMap<>();
    for (String part : text.split("(?m)^--- ")) {
      int end = part.indexOf(" ---\n");
      if (end > 0) {
        files.put(part.substring(0, end), part.substring(end + " ---\n".length()));
      }
    }
    return new StackText(files);
  }

  @Override
  public Optional<List<String>> names(String directory) {
    String prefix = directory.equals(".") ? "" : directory + "/";
    List<String> names =
        contents.keySet().stream()
            .filter(path -> path.startsWith(prefix))
            .map(path -> path.substring(prefix.length()))
            .filter(name -> !name.contains("/"))
            .toList();
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }

  @Override
  public Optional<byte[]> read(String path) {
    return Optional.ofNullable(contents.get(path))
        .map(text -> text.getBytes(StandardCharsets.UTF_8));
  }
}
