package io.sluice.cli.plan;

import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.Suggestion;
import io.sluice.model.WorkspaceName;
import io.sluice.planning.configuration.DirectorySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a command's DIR means: that everything is done as if it were typed there. */
public final class Roots {
  private static final int MOST_NAMES = 1000;

  private Roots() {}

  public static Invocation in(Invocation invocation, String directory) {
    return in(invocation, directory, "There is no directory ");
  }

  /** The same for a command that also takes a file, which is none either. */
  public static Invocation orFile(Invocation invocation, String what) {
    return in(invocation, what, "There is no directory or file ");
  }

  private static Invocation in(Invocation invocation, String directory, String missing) {
    Path root = invocation.resolve(directory);
    if (PlanFile.is(root)) {
      throw PlanFile.unsuited(invocation, directory);
    }
    if (Files.isRegularFile(root)) {
      throw Fault.of(
          directory + " is a file",
          "This command takes the directory of a configuration.",
          "Name the directory that it is in.");
    }
    if (!Files.isDirectory(root)) {
      throw Fault.of(
          missing + directory,
          "Looked in " + invocation.directory() + ".",
          beside(directory, root)
              .map(near -> "Did you mean " + near + "?")
              .orElse("Name the directory of a configuration."));
    }
    return invocation.in(root);
  }

  private static Optional<String> beside(String typed, Path missing) {
    Path parent = missing.getParent();
    Path name = missing.getFileName();
    if (parent == null || name == null) {
      return Optional.empty();
    }
    try (Stream<Path> entries = Files.list(parent)) {
      List<String> names =
          entries.map(entry -> String.valueOf(entry.getFileName())).limit(MOST_NAMES).toList();
      return Suggestion.ofTyped(name.toString(), names)
          .filter(near -> !near.equals(name.toString()))
          .map(near -> String.valueOf(Path.of(typed).resolveSibling(near)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What there is to say of a directory without configuration. */
  public static Optional<Diagnostic> absence(Invocation inside) {
    return new DirectorySource(inside.directory())
        .absence()
        .map(absence -> hinted(inside, absence));
  }

  /** What is to be done where a plan document stands in place of a configuration. */
  static Diagnostic hinted(Invocation inside, Diagnostic absence) {
    return PlanFile.in(inside.directory())
        .map(
            name ->
                absence.withHint(
                    "There is a plan document, "
                        + name
                        + ": `"
                        + inside.command("submit", name)
                        + "` checks and applies it."))
        .orElse(absence);
  }

  /** The module's directory in its repository, so that a clone elsewhere is the same root. */
  public static String name(Path directory) {
    for (Path above = directory; above != null; above = above.getParent()) {
      if (Files.exists(above.resolve(".git"))) {
        String below = above.relativize(directory).toString().replace('\\', '/');
        return below.isEmpty() ? "." : below;
      }
    }
    return directory.getFileName() == null ? "." : directory.getFileName().toString();
  }

  public static String workspace(Invocation invocation, @Nullable String named) {
    return named == null
        ? SelectedWorkspace.of(invocation).orElse(WorkspaceName.DEFAULT)
        : SelectedWorkspace.valid(named);
  }
}
