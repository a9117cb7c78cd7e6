package io.sluice.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionTest {
  private static final Map<String, String> PLACE =
      Map.of("SLUICE_KAFKA", "k:1", "SLUICE_ZOOKEEPER", "z:1");

  @TempDir private Path directory;

  @Test
  void secretsStandInFilesOrInTheEnvironment() throws Exception {
    Map<String, String> environment = new HashMap<>(PLACE);
    environment.put("SLUICE_HTTP_TOKEN_FILE", file("new-token-0123456789\nold-token-0123456789\n"));
    environment.put("SLUICE_ZOOKEEPER_AUTH_FILE", file("services:password\n"));
    environment.put("SLUICE_KAFKA_CLIENT_SASL_JAAS_CONFIG_FILE", file("login;\n"));
    environment.put("SLUICE_KAFKA_CLIENT_SECURITY_PROTOCOL", "SASL_SSL");
    environment.put("SLUICE_KAFKA_CLIENT_SASL_OAUTHBEARER_ASSERTION_FILE", "/somewhere");
    Connection connection = Connection.from(environment);
    assertThat(connection.credentials().httpToken()).isEqualTo("new-token-0123456789");
    assertThat(connection.credentials().httpTokens()).hasSize(2);
    assertThat(connection.credentials().zookeeper()).isEqualTo("services:password");
    assertThat(connection.clientSettings())
        .containsEntry("sasl.jaas.config", "login;")
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.oauthbearer.assertion.file", "/somewhere")
        .hasSize(3);
    assertThat(Connection.from(connection.environment())).isEqualTo(connection);
    assertThat(connection.toString()).doesNotContain("login;", "password", "0123456789");
  }

  @Test
  void saysWhatIsMissingOrWrong() {
    assertThatThrownBy(() -> Connection.from(PLACE).credentials().httpToken())
        .hasMessageContaining("SLUICE_HTTP_TOKEN");
    assertThatThrownBy(() -> with("SLUICE_HTTP_TOKEN", "short"))
        .hasMessageContaining("at least 16")
        .hasMessageNotContaining("short");
    assertThatThrownBy(() -> with("SLUICE_ZOOKEEPER_AUTH", "nobody"))
        .hasMessageContaining("user:password");
    assertThatThrownBy(() -> with("SLUICE_HTTP_TOKEN_FILE", directory.resolve("no").toString()))
        .hasMessageContaining("SLUICE_HTTP_TOKEN_FILE")
        .hasMessageContaining("cannot be read");
  }

  private static Connection with(String name, String value) {
    Map<String, String> environment = new HashMap<>(PLACE);
    environment.put(name, value);
    return Connection.from(environment);
  }

  private String file(String content) throws Exception {
    return Files.writeString(Files.createTempFile(directory, "secret", ""), content).toString();
  }
}
