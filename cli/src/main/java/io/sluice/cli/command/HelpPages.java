package io.sluice.cli.command;

import io.sluice.cli.terminal.FileTrouble;
import io.sluice.cli.terminal.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;

/** The help of all commands as a page, and as pages for {@code man}. */
final class HelpPages {
  private static final String HEAD =
      """
      # Reference of the commands

      Generated from the help of each command by `sluice help --markdown`; [the commands](commands.md) says what they are for and how they work together. `sluice help --man DIR` writes the same as pages for `man`. Every command also takes `--help`, `--no-color` and `-chdir=DIR`, and exits with 0 when it is done, 1 when it failed, 2 when something differs (only with `--detailed-exitcode`) and 130 when it was interrupted.
      """;

  private HelpPages() {}

  /** Where the terminal ends must not show in a page. */
  static List<CommandReference> all(Invocation invocation) {
    CommandLine tree =
        Commands.tree(invocation.on(invocation.terminal().withoutColour().notLive()));
    return CommandReference.of(tree).below();
  }

  static String markdown(Invocation invocation) {
    StringBuilder out = new StringBuilder(HEAD);
    all(invocation).forEach(command -> out.append(command.markdown(2)));
    return out.toString();
  }

  /** Returns how many pages there are. */
  static int manuals(Invocation invocation, String name) {
    Path directory = invocation.resolve(name);
    try {
      Files.createDirectories(directory);
      List<CommandReference> pages =
          all(invocation).stream().flatMap(CommandReference::all).toList();
      for (CommandReference page : pages) {
        Files.writeString(directory.resolve(page.page() + ".1"), page.manual());
      }
      return pages.size();
    } catch (IOException e) {
      throw FileTrouble.writing(directory, e)
          .fault("The pages can't be written to " + name)
          .because(e);
    }
  }
}
