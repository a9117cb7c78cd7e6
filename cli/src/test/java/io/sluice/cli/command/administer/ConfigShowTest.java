package io.sluice.cli.command.administer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigShowTest {
  @TempDir private Path directory;

  @Test
  void showsWhereEachValueComesFromAndNoSecret() throws Exception {
    Files.writeString(
        directory.resolve("sluice.yaml"), "kafka: file:1\nzookeeper: file:1\npartitions: 4\n");
    Path token = Files.writeString(directory.resolve("token"), "a-token-of-the-tests");

    Captured shown =
        Captured.run(
            directory,
            Map.of(
                "SLUICE_PARTITIONS",
                "7",
                "SLUICE_KAFKA_CLIENT_SASL_JAAS_CONFIG",
                "hidden",
                "SLUICE_HTTP_TOKEN_FILE",
                token.toString(),
                "SLUICE_ZOOKEEPER_AUTH_FILE",
                "/nowhere/auth",
                "PATH",
                "/bin"),
            "config",
            "show",
            "--zookeeper",
            "flag:1");

    assertThat(shown.code()).as(shown.err()).isZero();
    assertThat(shown.out().lines().map(line -> line.replaceAll(" +", " ").strip()))
        .contains(
            "SLUICE_KAFKA file:1 " + directory.resolve("sluice.yaml"),
            "SLUICE_ZOOKEEPER flag:1 flag",
            "SLUICE_PARTITIONS 7 environment",
            "SLUICE_KAFKA_CLIENT_SASL_JAAS_CONFIG (set) environment",
            "SLUICE_HTTP_TOKEN_FILE " + token + " environment",
            "SLUICE_ZOOKEEPER_AUTH_FILE /nowhere/auth (cannot be read) environment");
    assertThat(shown.out() + shown.err()).doesNotContain("hidden", "a-token", "PATH ");
  }

  @Test
  void showsDefaultsToo() {
    Captured shown = Captured.run(directory, Map.of(), "config", "show", "--all");

    assertThat(shown.out()).containsPattern("SLUICE_STATE_BATCH +2000 +default");
    assertThat(Captured.run(directory, Map.of(), "config", "show").out())
        .contains("No setting is set");
  }

  @Test
  void showsWhatIsWrongAndFails() {
    Captured shown =
        Captured.run(
            directory,
            Map.of("SLUICE_KAKFA", "secret?", "SLUICE_STATE_BATCH", "0"),
            "config",
            "show");

    assertThat(shown.code()).isEqualTo(1);
    assertThat(shown.out()).containsPattern("SLUICE_KAKFA +\\(unknown name\\)");
    assertThat(shown.err())
        .contains("Did you mean SLUICE_KAFKA?", "SLUICE_STATE_BATCH must be from 1 to 10000")
        .doesNotContain("secret?");
  }
}
