package io.sluice.cli.command;

import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a command's DIR means: that everything is done as if it were typed there. */
final class Roots {
  private Roots() {}

  static Invocation in(Invocation invocation, String directory) {
    Path root = invocation.resolve(directory);
    if (!Files.isDirectory(root)) {
      throw Fault.of(
          "There is no directory " + directory,
          "Looked in " + invocation.directory() + ".",
          "Name the directory of a configuration.");
    }
    return invocation.in(root);
  }

  static String workspace(Invocation invocation, @Nullable String named) {
    return named == null
        ? SelectedWorkspace.of(invocation).orElse(SelectedWorkspace.DEFAULT)
        : SelectedWorkspace.valid(named);
  }
}
