package io.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.local.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Whatever stands in a directory, the answer is a diagnostic, soon, and nothing is written. */
class WrongDirectoryTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int HUGE = 50 << 20;

  @TempDir private Path directory = Path.of("unset");

  /** Something that can be wrong with a directory. */
  private record Wrong(String name, Writing writing, String summary) {}

  private interface Writing {
    void into(Path directory) throws IOException;
  }

  private static Writing file(String text) {
    return directory -> Files.writeString(directory.resolve("main.tf"), text);
  }

  private static byte[] repeated(String piece, int bytes) {
    byte[] one = piece.getBytes(UTF_8);
    byte[] all = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      all[i] = one[i % one.length];
    }
    return all;
  }

  private static List<Wrong> wrongs() {
    return List.of(
        new Wrong("cut off in a block", file("resource \"terraform_data\" \"a\" {\n  inp"), ""),
        new Wrong("cut off in a string", file("locals { a = \"x${upper(\"y"), ""),
        new Wrong("cut off in a heredoc", file("locals {\n  a = <<EOT\n  text"), ""),
        new Wrong("NUL bytes", file("locals { a = \u0000 }\n\u0000\u0000"), ""),
        new Wrong(
            "not UTF-8",
            directory ->
                Files.write(directory.resolve("main.tf"), new byte[] {'a', (byte) 0xff, '='}),
            ""),
        new Wrong("deep brackets", file("locals { a = " + "[".repeat(100_000)), ""),
        new Wrong(
            "deep parentheses",
            file("locals { a = " + "(".repeat(50_000) + "1" + ")".repeat(50_000) + " }\n"),
            ""),
        new Wrong("deep operators", file("locals { a = " + "!".repeat(100_000) + "true }\n"), ""),
        new Wrong("deep templates", file("locals { a = " + "\"${".repeat(50_000)), ""),
        new Wrong("deep blocks", file("a {\n".repeat(50_000)), ""),
        new Wrong(
            "JSON cut off",
            directory -> Files.writeString(directory.resolve("a.tf.json"), "{\"locals\": {\"a\""),
            ""),
        new Wrong(
            "deep JSON",
            directory -> Files.writeString(directory.resolve("a.tf.json"), "[".repeat(200_000)),
            ""),
        new Wrong(
            "YAML that isn't",
            directory ->
                Files.writeString(directory.resolve("a.sluice.yaml"), "a: [b\nc: }\n\t- x"),
            ""),
        new Wrong(
            "YAML that grows",
            directory ->
                Files.writeString(
                    directory.resolve("a.sluice.yaml"),
                    "a: &a [x,x,x,x,x,x,x,x,x]\n"
                        + "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
                        + "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
                        + "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
                        + "e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\n"
                        + "f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"
                        + "g: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]\n"
                        + "h: &h [*g,*g,*g,*g,*g,*g,*g,*g,*g]\n"),
            ""),
        new Wrong("a module that calls itself", file("module \"a\" { source = \"./.\" }\n"), ""),
        new Wrong(
            "modules in a circle",
            directory -> {
              Files.createDirectories(directory.resolve("a"));
              Files.createDirectories(directory.resolve("b"));
              Files.writeString(
                  directory.resolve("main.tf"), "module \"a\" { source = \"./a\" }\n");
              Files.writeString(
                  directory.resolve("a/main.tf"), "module \"b\" { source = \"../b\" }\n");
              Files.writeString(
                  directory.resolve("b/main.tf"), "module \"a\" { source = \"../a\" }\n");
            },
            ""),
        new Wrong(
            "a file that is a directory",
            directory -> Files.createDirectories(directory.resolve("main.tf")),
            "No configuration files"),
        new Wrong("nothing", directory -> {}, "No configuration files"));
  }

  @TestFactory
  Stream<DynamicTest> endsWithDiagnosticsAndWritesNothing() {
    return wrongs().stream()
        .flatMap(
            wrong ->
                Stream.of("validate", "plan")
                    .map(
                        command ->
                            DynamicTest.dynamicTest(
                                wrong.name() + ": " + command, () -> check(wrong, command))));
  }

  private void check(Wrong wrong, String command) throws IOException {
    Path root = Files.createTempDirectory(directory, "wrong");
    wrong.writing().into(root);
    long began = System.nanoTime();
    Captured captured = Captured.run(root, command);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
    if (wrong.summary().isEmpty()) {
      assertThat(captured.code()).as(captured.out() + captured.err()).isOne();
      assertThat(captured.err()).contains("Error:");
      assertThat(captured.err().length()).isLessThan(200_000);
    } else {
      assertThat(captured.code()).as(captured.out() + captured.err()).isOne();
      assertThat(captured.err()).contains("Error: " + wrong.summary());
    }
    assertThat(captured.err())
        .doesNotContain("StackOverflow", "OutOfMemory", "Exception", "\tat io.sluice");
    assertThat(root.resolve(".sluice")).doesNotExist();
  }

  @Test
  void fiftyMegabytesOfBracesFitIntoASmallProcess() throws Exception {
    for (String piece : List.of("{", "a{", "}", "[{(")) {
      Path root = Files.createTempDirectory(directory, "huge");
      Files.write(root.resolve("main.tf"), repeated(piece, HUGE));
      Command.Ended ended = Command.run(root, Map.of("JAVA_TOOL_OPTIONS", "-Xmx700m"), "validate");
      assertThat(ended.code()).as(piece + ended.err().lines().limit(20).toList()).isOne();
      assertThat(ended.err()).contains("Error:").doesNotContain("OutOfMemory", "StackOverflow");
      assertThat(ended.err().length()).isLessThan(500_000);
      Files.delete(root.resolve("main.tf"));
    }
  }

  @Test
  void aPathThatIsNoDirectoryIsSaidToBeNone() throws IOException {
    Files.writeString(directory.resolve("file.txt"), "x");
    for (String path : Arrays.asList("nowhere", "file.txt")) {
      for (String command : List.of("validate", "plan", "fmt", "graph", "console")) {
        Captured captured = Captured.fed(directory, "1\n", command, path);
        assertThat(captured.code()).as(command + " " + path).isOne();
        assertThat(captured.err()).contains("Error").contains(path).doesNotContain("Exception");
      }
    }
  }
}
