package io.sluice.cli;

import io.sluice.cli.command.Commands;
import io.sluice.cli.install.SharedPlugins;
import io.sluice.cli.terminal.Arguments;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The entry of the command line. */
public final class Sluice {
  private Sluice() {}

  public static void main(String[] arguments) {
    System.exit(run(Invocation.ofProcess(), arguments));
  }

  /** Runs one command and returns its exit code; the process's own streams are not assumed. */
  public static int run(Invocation invocation, String... typed) {
    Invocation known = invocation.typing(List.of(typed));
    try {
      List<String> arguments = new ArrayList<>(Arguments.normalised(typed));
      if (Arguments.flag(arguments, "--no-color")) {
        known = known.on(known.terminal().withoutColour());
      }
      Optional<String> directory = Arguments.value(arguments, "--chdir");
      if (directory.isPresent()) {
        known = known.in(existing(known, directory.get()));
      }
      return Commands.execute(known, arguments);
    } catch (Fault fault) {
      known.fail(fault);
      return fault.code().number();
    } catch (InvalidPathException e) {
      return Commands.failed(e, known);
    } finally {
      SharedPlugins.endAll(known.environment());
    }
  }

  private static Path existing(Invocation invocation, String name) {
    Path directory = invocation.resolve(name);
    if (!Files.isDirectory(directory)) {
      throw Fault.of(
          "There is no directory " + name,
          "-chdir names a directory to work in, but " + directory + " is not one.",
          "");
    }
    return directory;
  }
}
