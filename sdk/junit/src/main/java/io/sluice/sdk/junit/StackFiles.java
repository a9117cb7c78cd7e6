package io.sluice.sdk.junit;

import io.sluice.language.function.FileAccess;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.configuration.SourceFiles;
import io.sluice.sdk.Stack;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A stack as the only file of its root module, and the stacks that it calls as modules. Other
 * modules and the files that functions read are in the directory that it would be written to.
 */
final class StackFiles implements SourceFiles {
  private final Map<Path, byte[]> written = new TreeMap<>();
  private final DirectorySource beside;

  StackFiles(Stack stack, Path directory) {
    stack
        .files()
        .forEach((file, text) -> written.put(Path.of(file), text.getBytes(StandardCharsets.UTF_8)));
    this.beside = new DirectorySource(directory);
  }

  @Override
  public Optional<List<String>> names(String directory) {
    Path wanted = Path.of(directory).normalize();
    List<String> names =
        written.keySet().stream()
            .filter(file -> folder(file).equals(wanted))
            .map(file -> String.valueOf(file.getFileName()))
            .toList();
    return names.isEmpty() ? beside.names(directory) : Optional.of(names);
  }

  private static Path folder(Path file) {
    Path folder = file.getParent();
    return folder == null ? Path.of("") : folder;
  }

  @Override
  public Optional<byte[]> read(String path) {
    byte[] text = written.get(Path.of(path).normalize());
    return text == null ? beside.read(path) : Optional.of(text.clone());
  }

  @Override
  public FileAccess access() {
    return beside.access();
  }

  @Override
  public String workingDirectory() {
    return beside.workingDirectory();
  }
}
