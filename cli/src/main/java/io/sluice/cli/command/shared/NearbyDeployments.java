package io.sluice.cli.command.shared;

import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.Arguments;
import io.sluice.cli.terminal.Invocation;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.configuration.Neighbour;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Folders near a directory that have a deployment of their own. State belongs to the directory of
 * its configuration and is never looked for elsewhere: this is only for saying where it may be.
 */
public final class NearbyDeployments {
  private static final Set<String> OF_FLEETS = Set.of("plan", "apply", "destroy");
  private static final int SHOWN = 3;
  private static final int ABOVE = 3;
  private static final int BELOW = 3;
  private static final int MOST_FOLDERS = 1000;

  private NearbyDeployments() {}

  /** What to say where nothing was ever recorded, and a folder nearby has a deployment. */
  public static Optional<String> hint(Invocation invocation) {
    List<Path> found = near(invocation.directory());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder text =
        new StringBuilder("Nothing is recorded in " + invocation.directory() + ".");
    found.forEach(
        other ->
            text.append("\n  ")
                .append(name(invocation.start(), other))
                .append(" has a deployment: ")
                .append(there(invocation, other))
                .append(
                    asMember(invocation, other)
                        .map(command -> "\n    or, for what `sluice fleet` made there: " + command)
                        .orElse("")));
    return Optional.of(text.toString());
  }

  private static String name(Path start, Path other) {
    return (other.startsWith(start) && !other.equals(start) ? start.relativize(other) : other)
        .toString();
  }

  /** This very command, typed there. */
  private static String there(Invocation invocation, Path other) {
    List<String> words =
        new ArrayList<>(Arguments.normalised(invocation.typed().toArray(String[]::new)));
    Arguments.value(words, "--chdir");
    return invocation.in(other).command(words);
  }

  /** The same for this directory's part of what several workspaces are together, above it. */
  private static Optional<String> asMember(Invocation invocation, Path other) {
    Path directory = invocation.directory();
    DirectorySource source = new DirectorySource(directory);
    if (!directory.startsWith(other) || source.absence().isPresent()) {
      return Optional.empty();
    }
    String below = other.relativize(directory).toString().replace('\\', '/');
    List<String> words =
        new ArrayList<>(Arguments.normalised(invocation.typed().toArray(String[]::new)));
    Arguments.value(words, "--chdir");
    String first = words.isEmpty() ? "" : words.getFirst();
    Invocation there = invocation.in(other);
    if (OF_FLEETS.contains(first)) {
      return Optional.of(there.command("fleet", first, below));
    }
    if (Arguments.value(words, "--workspace").isPresent()) {
      return Optional.empty();
    }
    String said = Neighbour.membership(source).workspace();
    words.addAll(List.of("--workspace", said == null ? below.replace('/', '.') : said));
    return Optional.of(there.command(words));
  }

  private static List<Path> near(Path directory) {
    List<Path> found = new ArrayList<>();
    Path above = directory.getParent();
    for (int i = 0; i < ABOVE && above != null; i++, above = above.getParent()) {
      if (hasDeployment(above)) {
        found.add(above);
      }
    }
    Deque<Path> open = new ArrayDeque<>(List.of(directory));
    int seen = 0;
    while (!open.isEmpty() && found.size() < SHOWN && seen++ < MOST_FOLDERS) {
      Path folder = open.poll();
      if (!folder.equals(directory) && hasDeployment(folder)) {
        found.add(folder);
      }
      if (folder.getNameCount() - directory.getNameCount() < BELOW) {
        open.addAll(folders(folder));
      }
    }
    return found.stream().limit(SHOWN).toList();
  }

  private static boolean hasDeployment(Path folder) {
    return Files.isDirectory(new LocalDirectory(folder).kafka(), LinkOption.NOFOLLOW_LINKS);
  }

  private static List<Path> folders(Path folder) {
    List<Path> folders = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            folder,
            entry ->
                !entry.getFileName().toString().startsWith(".")
                    && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))) {
      for (Path entry : entries) {
        if (folders.size() == MOST_FOLDERS) {
          break;
        }
        folders.add(entry);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // What can't be read is not looked into.
    }
    folders.sort(null);
    return folders;
  }
}
