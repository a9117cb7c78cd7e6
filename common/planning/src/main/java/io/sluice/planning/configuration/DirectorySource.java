package io.sluice.planning.configuration;

import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.function.FileAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A directory on disk. It remembers what was read, so that a bundle can hold exactly that. */
public final class DirectorySource implements SourceFiles {
  private final Path root;
  private final DirectoryFiles files;
  private final SortedMap<String, byte[]> read = new TreeMap<>();
  private final SortedMap<String, List<String>> listed = new TreeMap<>();
  private final SortedMap<String, List<String>> searched = new TreeMap<>();

  public DirectorySource(Path root) {
    this.root = root;
    this.files = new DirectoryFiles(root);
  }

  /** The bytes of files by the paths that the configuration calls them by. */
  SortedMap<String, byte[]> readFiles() {
    return read;
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
    Optional<List<String>> names = files.names(directory);
    names.ifPresent(found -> listed.put(directory, found));
    return names;
  }

  @Override
  public Optional<byte[]> read(String path) {
    Optional<byte[]> bytes = files.read(path);
    boolean values = path.endsWith(".tfvars") || path.endsWith(".tfvars.json");
    if (!values) {
      bytes.ifPresent(found -> read.put(path, found));
    }
    return bytes;
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
        read(path);
        return Kind.FILE;
      }
      if (Files.isDirectory(file)) {
        return Kind.DIRECTORY;
      }
      return Files.exists(file) ? Kind.OTHER : Kind.NONE;
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
