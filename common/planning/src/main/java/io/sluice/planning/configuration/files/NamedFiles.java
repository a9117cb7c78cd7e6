package io.sluice.planning.configuration.files;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.model.file.PathLook;
import io.sluice.model.file.PlacedPath;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.planning.ask.Question;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files that arguments of real providers name. A provider opens them where it is called, so
 * they go along: files below the configuration's directory and those of its modules, and all that
 * is in a directory that is named. Secrets of the directory stay where they are, and so does what
 * is hidden unless it is named itself.
 */
public final class NamedFiles {
  private final Path root;
  private final List<Path> around;
  private final FileLimits limits;
  private final SortedMap<String, Path> files = new TreeMap<>();
  private final SortedSet<String> left = new TreeSet<>();
  private boolean relative;
  private long bytes;

  private NamedFiles(Path root, Collection<String> modules, FileLimits limits) {
    this.root = root;
    this.around =
        Stream.concat(Stream.of("."), modules.stream())
            .map(root::resolve)
            .filter(Files::isDirectory)
            .map(NamedFiles::real)
            .distinct()
            .toList();
    this.limits = limits;
  }

  /**
   * @param files by the paths that arguments call them by, in normal form
   * @param relative whether any argument looks like a relative path, to a file or to a place for
   *     one
   * @param left what was named and stays: why, and by what
   */
  public record Found(SortedMap<String, Path> files, boolean relative, List<String> left) {
    public static final Found NONE = new Found(new TreeMap<>(), false, List.of());

    /** Both together. */
    public Found and(Found more) {
      SortedMap<String, Path> all = new TreeMap<>(files);
      all.putAll(more.files);
      return new Found(all, relative || more.relative, more.left);
    }
  }

  /**
   * @param root the directory of the configuration
   * @param modules the directories of its modules, relative to it
   * @param nodes what is to be done
   * @throws FilesTooLarge if it is more than may travel
   */
  public static Found of(
      Path root, Collection<String> modules, List<Node> nodes, FileLimits limits) {
    NamedFiles named = new NamedFiles(root, modules, limits);
    for (Node node : nodes) {
      if (node.plugin() != null) {
        named.look(node.config(), "", node.id());
        ProviderBlock block = node.providerBlock();
        if (block != null) {
          named.look(block.config(), "", "provider " + node.provider());
        }
      }
    }
    return new Found(named.files, named.relative, List.copyOf(named.left));
  }

  /** The same of what is asked of providers, as far as it is known. */
  public static Found asked(
      Path root, Collection<String> modules, List<Question> questions, FileLimits limits) {
    NamedFiles named = new NamedFiles(root, modules, limits);
    for (Question question : questions) {
      String by = question.subject();
      switch (question) {
        case Question.Change change -> {
          named.look(change.config(), "", by);
          named.look(change.use().config(), "", "the provider of " + by);
        }
        case Question.Data data -> {
          named.look(data.config(), "", by);
          named.look(data.use().config(), "", "the provider of " + by);
        }
        case Question.Open open -> {
          named.look(open.config(), "", by);
          named.look(open.use().config(), "", "the provider of " + by);
        }
        case Question.Validity validity -> {}
        case Question.Comparison comparison -> {}
        case Question.Call call -> {}
      }
    }
    return new Found(named.files, named.relative, List.copyOf(named.left));
  }

  private void look(Value marked, String argument, String by) {
    Value value = marked.unmarked();
    switch (value) {
      case Value.StringValue(String text) -> named(text, argument, by);
      case ObjectValue object -> object.map().forEach((name, each) -> look(each, name, by));
      case MapValue map -> map.map().forEach((name, each) -> look(each, name, by));
      case ListValue list -> list.list().forEach(each -> look(each, argument, by));
      case SetValue set -> set.list().forEach(each -> look(each, argument, by));
      case TupleValue tuple -> tuple.elements().forEach(each -> look(each, argument, by));
      case Value.NumberValue number -> {}
      case Value.BoolValue bool -> {}
      case Value.NullValue none -> {}
      case Value.UnknownValue unknown -> {}
      case Value.MarkedValue nested -> {}
    }
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  private void look(JsonNode value, String argument, String by) {
    if (value.isTextual()) {
      named(value.asText(), argument, by);
    } else if (value.isObject()) {
      value.properties().forEach(each -> look(each.getValue(), each.getKey(), by));
    } else {
      value.forEach(each -> look(each, argument, by));
    }
  }

  private void named(String text, String argument, String by) {
    if (!PathLook.mayBe(text)) {
      return;
    }
    relative |= PathLook.isMeant(text);
    String who = argument + " of " + by;
    Path path = root.resolve(text).normalize();
    if (Files.isRegularFile(path)) {
      relative = true;
      PlacedPath.normal(text).ifPresent(normal -> take(normal, path, who));
    } else if (Files.isDirectory(path) && PathLook.meansDirectory(argument, text)) {
      relative = true;
      below(PlacedPath.normal(text).orElse(""), path, who);
    } else if (path.getParent() != null
        && !path.getParent().equals(root.normalize())
        && text.contains("/")
        && Files.isDirectory(path.getParent())) {
      relative = true;
    }
  }

  private void below(String normal, Path directory, String who) {
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes known) {
              String name = String.valueOf(visited.getFileName());
              boolean skipped = !visited.equals(directory) && Withheld.isHidden(name);
              return skipped || Withheld.isWithheld(place(visited))
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes known) {
              if (Files.isRegularFile(file)) {
                take(place(file), file, who);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              left.add("%s (%s): it can't be read".formatted(place(file), who));
              return FileVisitResult.CONTINUE;
            }

            private String place(Path inside) {
              String below = directory.relativize(inside).toString().replace('\\', '/');
              return normal.isEmpty() ? below : below.isEmpty() ? normal : normal + "/" + below;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(String normal, Path file, String who) {
    if (files.containsKey(normal)) {
      return;
    }
    if (Withheld.isWithheld(normal)) {
      left.add("%s (%s): files of this kind are never sent".formatted(normal, who));
      return;
    }
    Path real = real(file);
    if (around.stream().noneMatch(real::startsWith)) {
      left.add("%s (%s): it is outside of the configuration".formatted(normal, who));
      return;
    }
    if (!Files.isReadable(real)) {
      left.add("%s (%s): it can't be read".formatted(normal, who));
      return;
    }
    try {
      bytes += fitting(Files.size(real), normal, who);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    files.put(normal, real);
    if (files.size() > limits.files() || bytes > limits.all()) {
      throw new FilesTooLarge(
          ("Arguments name more than %d files or %d MiB, the last of them %s (%s). Name a smaller"
                  + " directory.")
              .formatted(limits.files(), limits.all() >> 20, normal, who));
    }
  }

  private long fitting(long size, String normal, String who) {
    if (size > limits.file()) {
      throw new FilesTooLarge(
          "%s (%s) has %d MiB; a file that goes with a configuration may have %d MiB."
              .formatted(normal, who, size >> 20, limits.file() >> 20));
    }
    return size;
  }
}
