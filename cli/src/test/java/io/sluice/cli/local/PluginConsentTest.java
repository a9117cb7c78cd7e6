package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever looks at a directory runs nothing that came with it. */
class PluginConsentTest {
  @TempDir private Path directory;
  @TempDir private Path home;
  @TempDir private Path scratch;

  @BeforeEach
  void aDirectoryWithAPlugin() throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        "resource \"strange_thing\" \"a\" {}\noutput \"o\" {\n value = 1\n}\n");
  }

  @Test
  void whatOnlyReadsADirectoryRunsNothingOfIt() throws Exception {
    StrangePlugin plugin = StrangePlugin.in(directory, scratch);
    for (List<String> command :
        List.of(
            List.of("validate"),
            List.of("plan"),
            List.of("console"),
            List.of("graph"),
            List.of("init"),
            List.of("doctor", "."),
            List.of("state", "list"),
            List.of("plugins", "list"))) {
      Captured ended = Captured.run(directory, environment(), command.toArray(String[]::new));
      assertThat(plugin.ran()).as(command + "\n" + ended.out() + ended.err()).isFalse();
    }
    Captured validate = Captured.run(directory, environment(), "validate");
    assertThat(validate.code()).isEqualTo(1);
    assertThat(validate.err())
        .containsOnlyOnce("Plug-in plugins/strange.jar was not loaded: it came with the directory")
        .contains("strange_thing", "If you trust it: sluice plugins allow " + plugin.jar());
    Captured json = Captured.run(directory, environment(), "plugins", "list", "--json");
    assertThat(json.out()).contains("\"standing\":\"not_allowed\"", "\"loaded\":false");
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void aBrokenJarIsNamedWhateverTheCommand() throws Exception {
    Files.writeString(directory.resolve("main.tf"), "output \"o\" {\n value = 1\n}\n");
    Path own = Files.createDirectories(home.resolve(".sluice/plugins"));
    Files.writeString(own.resolve("broken.jar"), "no jar");
    Captured validate = Captured.run(directory, environment(), "validate");
    assertThat(validate.code()).isZero();
    assertThat(validate.err())
        .contains("Plug-in broken.jar was not loaded: it is not a readable jar");
  }

  @Test
  void whatIsAllowedIsAppliedUntilItChanges() throws Exception {
    StrangePlugin plugin = StrangePlugin.in(directory, scratch);
    Files.move(directory.resolve("main.tf"), scratch.resolve("main.tf"));
    Files.writeString(
        directory.resolve("plain.tf"), "resource \"random_id\" \"a\" {\n byte_length = 2\n}\n");
    Command.Ended plain = Command.run(directory, environment(), "apply", "--auto-approve");
    assertThat(plain.code()).as(plain.err()).isZero();
    assertThat(plugin.ran()).as("the services of the stack").isFalse();

    Files.move(scratch.resolve("main.tf"), directory.resolve("main.tf"));
    Captured allowed =
        Captured.run(directory, environment(), "plugins", "allow", "plugins/strange.jar");
    assertThat(allowed.code()).as(allowed.err()).isZero();
    assertThat(plugin.ran()).isFalse();
    Command.Ended applied = Command.run(directory, environment(), "apply", "--auto-approve");
    assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
    assertThat(plugin.ran()).isTrue();

    Files.delete(plugin.trace());
    plugin.write(scratch.resolve("classes"), "second");
    Captured changed = Captured.run(directory, environment(), "validate");
    assertThat(changed.code()).isEqualTo(1);
    assertThat(changed.err()).contains("it differs from the jar that was allowed under this name");
    assertThat(plugin.ran()).isFalse();
  }

  private Map<String, String> environment() {
    return Map.of("HOME", home.toString());
  }
}
