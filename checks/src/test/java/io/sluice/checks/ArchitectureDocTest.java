package io.sluice.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guided tour names files that exist, and few enough to read them all. */
class ArchitectureDocTest {
  private static final Path ROOT =
      Path.of(System.getProperty("sluice.root")).toAbsolutePath().normalize();
  private static final Pattern NAMED = Pattern.compile("`([A-Za-z/]+\\.java)`");
  private static final String SOURCES = "src/main/java/io/sluice/";

  @Test
  void eachNameIsThatOfOneFile() throws IOException {
    List<String> sources = sources();
    assertThat(named())
        .allSatisfy(
            name ->
                assertThat(sources)
                    .as("docs/ARCHITECTURE.md names " + name)
                    .filteredOn(path -> path.endsWith(SOURCES + name) || isAlone(path, name))
                    .hasSize(1));
  }

  @Test
  void visitsFewerThanSixtyFiles() throws IOException {
    assertThat(named()).hasSizeBetween(20, 59);
  }

  /** A name without a folder follows one with it. */
  private static boolean isAlone(String path, String name) {
    return !name.contains("/") && path.endsWith("/" + name);
  }

  private static List<String> named() throws IOException {
    String tour = Files.readString(ROOT.resolve("docs/ARCHITECTURE.md"));
    return NAMED.matcher(tour).results().map(match -> match.group(1)).distinct().toList();
  }

  private static List<String> sources() throws IOException {
    try (Stream<Path> files =
        Files.find(ROOT, 12, (path, any) -> path.toString().endsWith(".java"))) {
      return files
          .map(path -> ROOT.relativize(path).toString())
          .filter(path -> path.contains(SOURCES))
          .toList();
    }
  }
}
