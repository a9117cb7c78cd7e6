package io.sluice.checks.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The main sources on disk: which module has which packages and files. */
record Sources(Map<String, Module> modules) {
  private static final String MAIN = "src/main/java";
  private static final String DESCRIPTION = "package-info.java";

  /** A module by its path below the root, such as {@code common/model}. */
  record Module(String name, Map<String, List<SourceFile>> packages) {
    int files() {
      return packages.values().stream().mapToInt(List::size).sum();
    }

    int lines() {
      return packages.values().stream().flatMap(List::stream).mapToInt(SourceFile::lines).sum();
    }

    Map.Entry<String, List<SourceFile>> largestPackage() {
      return packages.entrySet().stream()
          .max(Map.Entry.comparingByValue((a, b) -> Integer.compare(a.size(), b.size())))
          .orElseThrow();
    }

    SourceFile longestFile() {
      return packages.values().stream()
          .flatMap(List::stream)
          .max((a, b) -> Integer.compare(a.lines(), b.lines()))
          .orElseThrow();
    }
  }

  record SourceFile(String name, int lines) {}

  /** The root of the repository, as the build names it. */
  static Path root() {
    return Path.of(System.getProperty("sluice.root")).toAbsolutePath().normalize();
  }

  static Sources read(Path root) {
    Map<String, Module> modules = new TreeMap<>();
    try (Stream<Path> folders = Files.find(root, 7, (path, any) -> path.endsWith(MAIN))) {
      for (Path folder : folders.toList()) {
        String name = root.relativize(folder.getParent().getParent().getParent()).toString();
        if (!name.equals("buildSrc") && !name.startsWith("examples/")) {
          modules.put(name, module(name, folder));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Sources(modules);
  }

  /** The module of a package; a package belongs to one module only. */
  Map<String, String> moduleOfPackage() {
    Map<String, String> owners = new TreeMap<>();
    for (Module module : modules.values()) {
      for (String name : module.packages().keySet()) {
        String other = owners.put(name, module.name());
        if (other != null) {
          throw new IllegalStateException(
              name + " lies in two modules: " + other + " and " + module.name());
        }
      }
    }
    return owners;
  }

  private static Module module(String name, Path folder) throws IOException {
    Map<String, List<SourceFile>> packages = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        String inPackage = folder.relativize(file.getParent()).toString().replace('/', '.');
        String simple = file.getFileName().toString();
        if (!simple.equals(DESCRIPTION)) {
          packages
              .computeIfAbsent(inPackage, any -> new ArrayList<>())
              .add(new SourceFile(simple, Files.readAllLines(file).size()));
        }
      }
    }
    return new Module(name, packages);
  }
}
