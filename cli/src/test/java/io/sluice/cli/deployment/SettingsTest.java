package io.sluice.cli.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  @TempDir private Path directory;

  @Test
  void aFileOfTheDirectorySetsNothingThatRunsOrGivesSecretsAway() throws Exception {
    for (String setting :
        List.of(
            "plugins",
            "secrets",
            "secrets_url",
            "key_file",
            "kafka_client_sasl_jaas_config",
            "http-token",
            "http_host",
            "zookeeper_auth_file",
            "env_allow",
            "root",
            "data")) {
      Files.writeString(directory.resolve("sluice.yaml"), setting + ": x\n");
      Captured refused = Captured.run(directory, Map.of(), "runs", "list");
      assertThat(refused.code()).as(setting).isEqualTo(1);
      assertThat(refused.err())
          .contains("The setting " + setting + " is not allowed in sluice.yaml")
          .contains("set SLUICE_" + setting.toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
    }
  }

  @Test
  void aNameThatThereIsNotIsRefusedWithTheNearest() throws Exception {
    Captured typo = Captured.run(directory, Map.of("SLUICE_KAKFA", "host:1"), "runs", "list");
    assertThat(typo.code()).isEqualTo(1);
    assertThat(typo.err())
        .contains("There is no setting SLUICE_KAKFA. Did you mean SLUICE_KAFKA?")
        .doesNotContain("host:1");

    Files.writeString(directory.resolve("sluice.yaml"), "zookeper: host:1\n");
    Captured inFile = Captured.run(directory, Map.of(), "runs", "list");
    assertThat(inFile.err())
        .contains("There is no setting zookeper in sluice.yaml", "Did you mean zookeeper?");
  }

  @Test
  void aValueOutOfItsBoundsIsRefused() {
    Captured refused = Captured.run(directory, Map.of("SLUICE_PARTITIONS", "0"), "runs", "list");
    assertThat(refused.err()).contains("SLUICE_PARTITIONS must be from 1 to 1024, not 0.");
  }

  @Test
  void whereAFileLeadsIsSaidOnce() throws Exception {
    fleet();
    Captured run = Captured.run(directory, Map.of(), "runs", "list");
    assertThat(run.err())
        .containsOnlyOnce(
            "sluice.yaml names the fleet: SLUICE_KAFKA=127.0.0.1:1,"
                + " SLUICE_ZOOKEEPER=127.0.0.1:1\n");
  }

  @Test
  void noCredentialGoesWhereAFileLeads() throws Exception {
    fleet();
    for (String credential :
        List.of(
            "SLUICE_HTTP_TOKEN", "SLUICE_ZOOKEEPER_AUTH", "SLUICE_KAFKA_CLIENT_SASL_JAAS_CONFIG")) {
      Captured refused = Captured.run(directory, Map.of(credential, "secret"), "runs", "list");
      assertThat(refused.err())
          .contains("A file in this directory decides where your credentials go", credential)
          .doesNotContain("secret");
    }
  }

  private void fleet() throws Exception {
    Files.writeString(
        directory.resolve("sluice.yaml"), "kafka: 127.0.0.1:1\nzookeeper: 127.0.0.1:1\n");
  }
}
