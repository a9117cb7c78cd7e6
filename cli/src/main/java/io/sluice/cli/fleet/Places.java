package io.sluice.cli.fleet;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.WorkspaceName;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.configuration.Neighbour;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The workspaces that directories stand for. A directory with a configuration is one workspace, or
 * one for each of its {@code workspaces/NAME.auto.tfvars}; any other stands for those below it.
 */
public final class Places {
  private static final int DEEPEST = 4;
  private static final Pattern VARIABLES =
      Pattern.compile("(.+)\\.auto\\.tfvars(\\.json|\\.yaml)?");

  private final Invocation invocation;
  private final Map<String, Place> found = new TreeMap<>();

  private Places(Invocation invocation) {
    this.invocation = invocation;
  }

  /**
   * @param directories as they were typed; none means the working directory
   * @param patterns of names, with {@code *} and {@code ?}; none means all
   */
  public static List<Place> of(
      Invocation invocation, List<String> directories, List<String> patterns) {
    Places places = new Places(invocation);
    (directories.isEmpty() ? List.of(".") : directories).forEach(places::named);
    List<Pattern> wanted = patterns.stream().map(Places::pattern).toList();
    List<Place> chosen =
        places.found.values().stream()
            .filter(
                place ->
                    wanted.isEmpty()
                        || wanted.stream()
                            .anyMatch(one -> one.matcher(place.workspace()).matches()))
            .toList();
    if (chosen.isEmpty()) {
      throw Fault.of(
          "No workspace is called " + String.join(" or ", patterns),
          "There are " + String.join(", ", places.found.keySet()) + ".",
          "In a pattern, * stands for any text and ? for one character.");
    }
    return chosen;
  }

  private static Pattern pattern(String glob) {
    StringBuilder expression = new StringBuilder();
    glob.chars()
        .forEach(
            each ->
                expression.append(
                    switch (each) {
                      case '*' -> ".*";
                      case '?' -> ".";
                      default -> Pattern.quote(Character.toString(each));
                    }));
    return Pattern.compile(expression.toString());
  }

  private void named(String typed) {
    Path directory = invocation.resolve(typed);
    if (!Files.isDirectory(directory)) {
      throw Fault.of(
          "There is no directory " + typed,
          "Looked in " + invocation.directory() + ".",
          "Name directories of configurations, or folders that hold them.");
    }
    int before = found.size();
    search(directory, 0);
    if (found.size() == before) {
      throw Fault.of(
          "There is no configuration in " + typed,
          "Neither it nor a folder below it has *.tf, *.tf.json or *.sluice.* files.",
          "Name directories of configurations, or folders that hold them.");
    }
  }

  private void search(Path directory, int depth) {
    if (new DirectorySource(directory).absence().isEmpty()) {
      configuration(directory);
      return;
    }
    if (depth < DEEPEST) {
      folders(directory).forEach(below -> search(below, depth + 1));
    }
  }

  private void configuration(Path directory) {
    List<String> names = withVariables(directory);
    if (names.isEmpty()) {
      String said = Neighbour.membership(new DirectorySource(directory)).workspace();
      add(new Place(said == null ? byPath(directory) : said, directory));
    }
    names.forEach(name -> add(new Place(name, directory)));
  }

  private void add(Place place) {
    if (!WorkspaceName.isValid(place.workspace())) {
      throw Fault.of(
          "\"" + place.workspace() + "\" is not a valid workspace name",
          WorkspaceName.RULE + " It is that of " + place.directory() + ".",
          "Give it another with `sluice { workspace = \"NAME\" }` in its configuration.");
    }
    Place other = found.putIfAbsent(place.workspace(), place);
    if (other != null && !other.directory().equals(place.directory())) {
      throw Fault.of(
          "Two directories are the workspace " + place.workspace(),
          other.directory() + " and " + place.directory() + ".",
          "Give one another name with `sluice { workspace = \"NAME\" }` in its configuration.");
    }
  }

  /** A path below the working directory, with dots: a slash can't be part of a name. */
  private String byPath(Path directory) {
    Path home = invocation.directory();
    if (directory.equals(home)) {
      return WorkspaceName.DEFAULT;
    }
    return directory.startsWith(home)
        ? home.relativize(directory).toString().replace('\\', '/').replace('/', '.')
        : String.valueOf(directory.getFileName());
  }

  private static List<String> withVariables(Path directory) {
    return entries(directory.resolve("workspaces")).stream()
        .map(file -> VARIABLES.matcher(String.valueOf(file.getFileName())))
        .flatMap(name -> name.matches() ? Stream.of(name.group(1)) : Stream.empty())
        .distinct()
        .toList();
  }

  private static List<Path> folders(Path directory) {
    return entries(directory).stream()
        .filter(Files::isDirectory)
        .filter(below -> !String.valueOf(below.getFileName()).startsWith("."))
        .toList();
  }

  private static List<Path> entries(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return new ArrayList<>(entries.sorted().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
