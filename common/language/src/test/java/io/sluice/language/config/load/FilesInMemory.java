package io.sluice.language.config.load;

import io.sluice.language.config.ConfigurationFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A directory tree as a map of paths. */
record FilesInMemory(Map<String, String> contents) implements ConfigurationFiles {
  static FilesInMemory of(String... pathsAndTexts) {
    Map<String, String> contents = new TreeMap<>();
    for (int i = 0; i < pathsAndTexts.length; i += 2) {
      contents.put(pathsAndTexts[i], pathsAndTexts[i + 1]);
    }
    return new FilesInMemory(contents);
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
