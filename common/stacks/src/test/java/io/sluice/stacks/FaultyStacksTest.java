package io.sluice.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.config.Module;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.stacks.deployment.Deployments;
import io.sluice.stacks.load.StackLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each file is a faulty stack, and all that is said of it, in order. */
class FaultyStacksTest {
  private static final Path CASES = Path.of("src/test/resources/faulty");
  private static final String EXPECTED = "=== expected ===\n";

  static List<String> cases() {
    try (Stream<Path> files = Files.list(CASES)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void saysEachFaultOnceWithItsPlace(String name) throws IOException {
    String text = Files.readString(CASES.resolve(name));
    int expected = text.indexOf(EXPECTED);
    assertThat(expected).as("the expected diagnostics of %s", name).isPositive();
    List<String> found = found(StackText.of(text.substring(0, expected)));
    assertThat(found)
        .containsExactlyElementsOf(text.substring(expected + EXPECTED.length()).lines().toList());
    assertThat(found).isNotEmpty().doesNotHaveDuplicates();
  }

  @Test
  void hasManyOfThem() {
    assertThat(cases()).hasSizeGreaterThanOrEqualTo(40);
  }

  private static List<String> found(StackText files) {
    Diagnostics diagnostics = new Diagnostics();
    Module stack = StackLoader.load(files, diagnostics);
    Deployments.load(files, stack, "shop", diagnostics);
    return diagnostics.list().stream().map(FaultyStacksTest::line).toList();
  }

  private static String line(Diagnostic fault) {
    String hint = fault.hint().isEmpty() ? "" : " | " + fault.hint();
    return "%s %s %s: %s%s"
        .formatted(
            fault.severity(),
            fault.range() == null ? "-" : fault.range(),
            fault.summary(),
            fault.detail().replace("\n", "\\n"),
            hint);
  }
}
