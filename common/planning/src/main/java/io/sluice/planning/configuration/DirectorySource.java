package io.sluice.planning.configuration;

import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.function.FileAccess;
import io.sluice.model.file.BundledFile;
import io.sluice.model.plan.Node;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.files.BundledFiles;
import io.sluice.planning.configuration.files.FileDigest;
import io.sluice.planning.configuration.files.FileLimits;
import io.sluice.planning.configuration.files.NamedFiles;
import io.sluice.planning.configuration.files.Withheld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory on disk. It remembers what was read, so that a bundle can hold exactly that. */
public final class DirectorySource implements SourceFiles {
  /** Bytes above which a file's content is not kept in memory unless it is asked for. */
  private static final long LARGE = 1 << 20;

  private final Path root;
  private final DirectoryFiles files;
  private final SortedMap<String, byte[]> read = new TreeMap<>();
  private final SortedMap<String, List<String>> listed = new TreeMap<>();
  private final SortedMap<String, List<String>> searched = new TreeMap<>();
  private final SortedMap<String, SortedMap<String, String>> large = new TreeMap<>();
  private final String id = UUID.randomUUID().toString();
  private NamedFiles.Found named = NamedFiles.Found.NONE;
  private SortedMap<String, Path> toKeep = new TreeMap<>();

  private final SortedMap<String, byte[]> beside;

  public DirectorySource(Path root) {
    this(root, new TreeMap<>());
  }

  /**
   * @param beside files of the root module that are not on disk, by their names
   */
  public DirectorySource(Path root, SortedMap<String, byte[]> beside) {
    this.root = root;
    this.files = new DirectoryFiles(root);
    this.beside = beside;
  }

  /** Every file that was read, and those that arguments name. */
  SortedMap<String, BundledFile> bundled() {
    BundledFiles bundled = BundledFiles.of(root, read, large, named, FileLimits.STANDARD);
    toKeep = bundled.toKeep();
    return bundled.files();
  }

  /** The files that workers need and that did not fit into the last bundle, by digest. */
  public SortedMap<String, Path> toKeep() {
    return toKeep;
  }

  /**
   * An id that all bundles of this directory share; null if no argument looks like a relative path.
   */
  @Nullable String filesOf() {
    return named.relative() ? id : null;
  }

  /**
   * Finds the files that arguments of nodes name; a bundle then holds them, too.
   *
   * @return the named files that stay behind, each with the reason and with what names it
   * @throws io.sluice.planning.configuration.files.FilesTooLarge if they are more than may travel
   */
  public List<String> name(List<Node> nodes) {
    return found(NamedFiles.of(root, listed.keySet(), nodes, FileLimits.STANDARD));
  }

  /** The same of what providers are asked. */
  public List<String> nameAsked(List<Question> questions) {
    return found(NamedFiles.asked(root, listed.keySet(), questions, FileLimits.STANDARD));
  }

  private List<String> found(NamedFiles.Found more) {
    named = named.and(more);
    return more.left();
  }

  /** Names of files by directory, for the directories of modules. */
  SortedMap<String, List<String>> listedDirectories() {
    return listed;
  }

  /** Paths of files below directories that functions searched. */
  SortedMap<String, List<String>> searchedDirectories() {
    return searched;
  }

  @Override
  public Optional<List<String>> names(String directory) {
    Optional<List<String>> names =
        files.names(directory).map(found -> directory.equals(".") ? withBeside(found) : found);
    names.ifPresent(found -> listed.put(directory, found));
    return names;
  }

  private List<String> withBeside(List<String> names) {
    return Stream.concat(names.stream(), beside.keySet().stream()).distinct().sorted().toList();
  }

  @Override
  public Optional<byte[]> read(String path) {
    Optional<byte[]> bytes = Optional.ofNullable(beside.get(path)).or(() -> files.read(path));
    if (!Withheld.isOfVariables(path)) {
      bytes.ifPresent(found -> read.put(path, found));
    }
    return bytes;
  }

  /** Values of variables travel by themselves, sealed where they are secret, and not in files. */
  @Override
  public ConfigurationFiles ofVariables() {
    return new ConfigurationFiles() {
      @Override
      public Optional<List<String>> names(String directory) {
        return DirectorySource.this.names(directory);
      }

      @Override
      public Optional<byte[]> read(String path) {
        return files.read(path);
      }
    };
  }

  @Override
  public String workingDirectory() {
    return root.toAbsolutePath().normalize().toString();
  }

  @Override
  public FileAccess access() {
    return new Access();
  }

  String home() {
    return System.getProperty("user.home", "/");
  }

  private final class Access implements FileAccess {
    private Path at(String path) throws Unreadable {
      try {
        return root.resolve(path);
      } catch (InvalidPathException e) {
        throw new Unreadable("\"" + path + "\" is not a path");
      }
    }

    @Override
    public Kind kind(String path) throws Unreadable {
      Path file = at(path);
      if (Files.isRegularFile(file)) {
        if (isLarge(file)) {
          large.computeIfAbsent(path, any -> new TreeMap<>());
        } else {
          read(path);
        }
        return Kind.FILE;
      }
      if (Files.isDirectory(file)) {
        return Kind.DIRECTORY;
      }
      return Files.exists(file) ? Kind.OTHER : Kind.NONE;
    }

    private boolean isLarge(Path file) throws Unreadable {
      try {
        return Files.isRegularFile(file) && Files.size(file) > LARGE;
      } catch (IOException e) {
        throw new Unreadable("failed to read file: " + e.getMessage());
      }
    }

    /** A large file is read for its digest and not kept. */
    @Override
    public byte[] digest(String path, String algorithm) throws Unreadable {
      Path file = at(path);
      if (!isLarge(file)) {
        return FileAccess.super.digest(path, algorithm);
      }
      SortedMap<String, String> known = large.computeIfAbsent(path, any -> new TreeMap<>());
      String digest = known.get(algorithm);
      if (digest == null) {
        try {
          digest = FileDigest.of(file, algorithm);
        } catch (IOException e) {
          throw new Unreadable("failed to read file: " + e.getMessage());
        }
        known.put(algorithm, digest);
      }
      return HexFormat.of().parseHex(digest);
    }

    @Override
    public byte[] read(String path) throws Unreadable {
      try {
        byte[] bytes = Files.readAllBytes(at(path));
        read.put(path, bytes);
        return bytes;
      } catch (NoSuchFileException e) {
        throw new Unreadable("no file exists at \"" + path + "\"");
      } catch (IOException e) {
        throw new Unreadable("failed to read file: " + e.getMessage());
      }
    }

    @Override
    public List<String> filesBelow(String directory) throws Unreadable {
      Path base = at(directory);
      if (Files.notExists(base)) {
        searched.put(directory, List.of()); // as Terraform has it: there is nothing in it
        return List.of();
      }
      try (Stream<Path> all = Files.walk(base)) {
        List<String> paths =
            all.filter(Files::isRegularFile)
                .map(file -> base.relativize(file).toString().replace('\\', '/'))
                .sorted()
                .toList();
        searched.put(directory, paths);
        return paths;
      } catch (IOException | java.io.UncheckedIOException e) {
        throw new Unreadable("failed to read directory \"" + directory + "\"");
      }
    }

    @Override
    public String absolute(String path) throws Unreadable {
      return at(path).toAbsolutePath().normalize().toString();
    }

    @Override
    public String home() {
      return DirectorySource.this.home();
    }
  }
}
