package io.sluice.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The machine does not grow unnoticed. The test counts lines of code, without imports, blank lines
 * and Javadoc, so that a shorter comment or a joined file gains nothing.
 */
class MachineSizeTest {
  /** Raised by a commit that says which capability it is for (ADR 106 has the history). */
  private static final int MOST_CODE_LINES = 7_380;

  /** Lower the bar when the machine has become smaller than this, so that it stays a bar. */
  private static final int LEAST_CODE_LINES = MOST_CODE_LINES - 300;

  @Test
  void theMachineGrowsOnlyWithAWord() throws IOException {
    Path sources = Sources.root().resolve("common/machine/src/main/java");
    int code = 0;
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(MachineSizeTest::isCounted).toList()) {
        code += codeLines(Files.readAllLines(file));
      }
    }
    assertThat(code).isBetween(LEAST_CODE_LINES, MOST_CODE_LINES);
  }

  @Test
  void countsCodeAlone() {
    assertThat(
            codeLines(
                List.of(
                    "package a;",
                    "",
                    "import b.C;",
                    "/** One line. */",
                    "/**",
                    " * Two lines.",
                    " */",
                    "final class A {",
                    "  // why",
                    "  int a = 1; // counted",
                    "}")))
        .isEqualTo(3);
  }

  private static boolean isCounted(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java") && !name.equals("package-info.java");
  }

  private static int codeLines(List<String> lines) {
    int code = 0;
    boolean inComment = false;
    for (String line : lines) {
      String text = line.strip();
      boolean comment = inComment || text.startsWith("/*");
      inComment = comment && !text.endsWith("*/");
      boolean counted =
          !comment
              && !text.isEmpty()
              && !text.startsWith("//")
              && !text.startsWith("import ")
              && !text.startsWith("package ");
      code += counted ? 1 : 0;
    }
    return code;
  }
}
