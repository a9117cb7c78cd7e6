package io.sluice.cli.fleet;

import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which directories' workspaces a local deployment holds, as far as runs of several have walked
 * them: a note beside its state, for commands that are typed in one of these directories. Nothing
 * depends on it.
 */
public final class WalkedMembers {
  private static final String SEPARATOR = "\t";

  private WalkedMembers() {}

  /** Adds those that are walked now. */
  public static void remember(Invocation keeper, Collection<Member> members) {
    Path home = keeper.directory();
    Path file = new LocalDirectory(home).walked();
    Map<String, Path> known = new TreeMap<>(read(home));
    members.forEach(member -> known.put(member.workspace(), member.inside().directory()));
    List<String> lines = new ArrayList<>();
    known.forEach(
        (workspace, directory) -> lines.add(workspace + SEPARATOR + home.relativize(directory)));
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      keeper.note(
          "%s can't be written (%s): commands in these directories will not say that they are"
                  .formatted(file, e.getMessage())
              + " walked together.");
    }
  }

  /** The directories, by workspace; none where nothing was walked. */
  static Map<String, Path> read(Path home) {
    Map<String, Path> members = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(new LocalDirectory(home).walked())) {
        int end = line.indexOf(SEPARATOR);
        if (end > 0) {
          Path directory = home.resolve(line.substring(end + SEPARATOR.length())).normalize();
          members.put(line.substring(0, end), directory);
        }
      }
    } catch (IOException e) {
      return Map.of();
    }
    return members;
  }
}
