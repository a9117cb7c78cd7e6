package io.sluice.sdk.junit;

import io.sluice.language.function.FileAccess;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.configuration.SourceFiles;
import io.sluice.sdk.Stack;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A stack as the only file of its root module. Modules and the files that functions read are in the
 * directory that it would be written to.
 */
final class StackFiles implements SourceFiles {
  private final String name;
  private final byte[] text;
  private final DirectorySource beside;

  StackFiles(Stack stack, Path directory) {
    this.name = stack.name() + ".tf";
    this.text = stack.toHcl().getBytes(StandardCharsets.UTF_8);
    this.beside = new DirectorySource(directory);
  }

  @Override
  public Optional<List<String>> names(String directory) {
    return directory.equals(".") ? Optional.of(List.of(name)) : beside.names(directory);
  }

  @Override
  public Optional<byte[]> read(String path) {
    return path.equals(name) || path.equals("./" + name)
        ? Optional.of(text.clone())
        : beside.read(path);
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
