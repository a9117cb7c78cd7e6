package io.sluice.providers.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.sluice.provider.plugin.Plugins;
import io.sluice.provider.secret.SecretSource;
import io.sluice.provider.secret.Secrets;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {
  private static final String CANARY = "canary-55127";

  @TempDir Path directory;

  @Test
  void theEnvironmentIsAskedUnlessSomethingElseIsNamed() throws Exception {
    Secrets secrets = from(Map.of("A", CANARY));
    assertThat(secrets.read("A")).contains(CANARY);
    assertThat(secrets.read("B")).isEmpty();
  }

  @Test
  void aFolderHasAFileForEachNameAndIsReadAnew() throws Exception {
    Files.writeString(directory.resolve("DB_PASSWORD"), CANARY + "\n");
    Secrets secrets =
        from(
            Map.of(
                "SLUICE_SECRETS", "file, environment",
                "SLUICE_SECRETS_DIR", directory.toString(),
                "DB_PASSWORD", "of the environment",
                "OTHER", "o"));
    assertThat(secrets.read("DB_PASSWORD")).contains(CANARY);
    assertThat(secrets.read("OTHER")).contains("o");
    Files.writeString(directory.resolve("DB_PASSWORD"), "rotated");
    assertThat(secrets.read("DB_PASSWORD")).contains("rotated");
  }

  @Test
  void noNameLeadsOutOfTheFolder() throws Exception {
    Path inside = Files.createDirectory(directory.resolve("inside"));
    Files.writeString(directory.resolve("outside"), CANARY);
    Secrets secrets =
        from(Map.of("SLUICE_SECRETS", "file", "SLUICE_SECRETS_DIR", inside.toString()));
    assertThat(secrets.read("../outside")).isEmpty();
    assertThat(secrets.read("..")).isEmpty();
    assertThat(secrets.read("/etc/passwd")).isEmpty();
  }

  @Test
  void aFileHasALineForEachName() throws Exception {
    Path file = Files.writeString(directory.resolve("all"), "A=1\nPASS=x=" + CANARY + "\n");
    Secrets secrets = from(Map.of("SLUICE_SECRETS", "file", "SLUICE_SECRETS_DIR", file.toString()));
    assertThat(secrets.read("PASS")).contains("x=" + CANARY);
    assertThat(secrets.read("ASS")).isEmpty();
  }

  @Test
  void aServerIsAskedForTheNameAndNeverShownInAMessage() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            String path = exchange.getRequestURI().getPath();
            boolean known = "t0ken".equals(exchange.getRequestHeaders().getFirst("X-Vault-Token"));
            int status =
                !known ? 403 : path.endsWith("/DB") ? 200 : path.endsWith("/BAD") ? 200 : 404;
            String body =
                path.endsWith("/BAD") ? CANARY : "{\"data\":{\"value\":\"" + CANARY + "\"}}";
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
    server.start();
    try {
      Map<String, String> settings = new HashMap<>();
      settings.put("SLUICE_SECRETS", "http");
      settings.put(
          "SLUICE_SECRETS_URL",
          "http://127.0.0.1:" + server.getAddress().getPort() + "/s3cr3t-path/{name}");
      settings.put("SLUICE_SECRETS_HEADER", "X-Vault-Token: t0ken");
      settings.put("SLUICE_SECRETS_POINTER", "/data/value");
      Secrets secrets = from(settings);
      assertThat(secrets.read("DB")).contains(CANARY);
      assertThat(secrets.read("NONE")).isEmpty();
      assertThatThrownBy(() -> secrets.read("BAD"))
          .isInstanceOf(SecretSource.Unavailable.class)
          .message()
          .doesNotContain(CANARY, "t0ken", "s3cr3t-path");
      assertThat(secrets.describe()).doesNotContain("t0ken", "s3cr3t-path");
      settings.put("SLUICE_SECRETS_HEADER", "X-Vault-Token: wr0ng");
      assertThatThrownBy(() -> from(settings).read("DB"))
          .hasMessageContaining("status 403")
          .message()
          .doesNotContain("wr0ng", CANARY);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void anUnknownSourceIsNamedWithThoseThatThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> from(Map.of("SLUICE_SECRETS", "vault")))
        .withMessageContaining("\"vault\"")
        .withMessageContaining("environment, file, http");
  }

  private Secrets from(Map<String, String> environment) {
    return Secrets.from(environment, Plugins.in(directory.resolve("plugins")));
  }

  @Test
  void neverGivesSluicesOwnSettings() throws Exception {
    Map<String, String> environment = Map.of("SLUICE_KEY_FILE", "/k", "APP_KEY", "a", "HOME", "/h");
    SecretSource all = new EnvironmentSecrets().open(environment);

    assertThat(all.read("SLUICE_KEY_FILE")).isEmpty();
    assertThat(all.read("HOME")).contains("/h");
    assertThat(Secrets.of(fixed("everything")).read("SLUICE_SECRETS_HEADER")).isEmpty();
  }

  @Test
  void givesOnlyVariablesThatAreAllowed() throws Exception {
    SecretSource some =
        new EnvironmentSecrets()
            .open(
                Map.of(
                    "SLUICE_ENV_ALLOW",
                    "APP_*, REGION",
                    "APP_KEY",
                    "a",
                    "HOME",
                    "/h",
                    "REGION",
                    "r",
                    "REGIONS",
                    "rs"));

    assertThat(some.read("APP_KEY")).contains("a");
    assertThat(some.read("REGION")).contains("r");
    assertThat(some.read("HOME")).isEmpty();
    assertThat(some.read("REGIONS")).isEmpty();
  }

  @Test
  void doesNotWaitForABodyThatNeverComes() throws Exception {
    try (java.net.ServerSocket server =
        new java.net.ServerSocket(0, 5, java.net.InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  java.net.Socket socket = server.accept();
                  socket
                      .getOutputStream()
                      .write(
                          "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab"
                              .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      SecretSource source =
          new HttpSecrets()
              .open(
                  Map.of(
                      "SLUICE_SECRETS_URL",
                      "http://127.0.0.1:" + server.getLocalPort() + "/{name}"));

      assertThat(
              java.util.concurrent.CompletableFuture.supplyAsync(
                      () -> {
                        try {
                          return "answered " + source.read("A");
                        } catch (SecretSource.Unavailable e) {
                          return String.valueOf(e.getMessage());
                        }
                      })
                  .get(20, java.util.concurrent.TimeUnit.SECONDS))
          .contains("did not answer within");
    }
  }

  private static SecretSource fixed(String value) {
    return new SecretSource() {
      @Override
      public Optional<String> read(String name) {
        return Optional.of(value);
      }

      @Override
      public String describe() {
        return "a test";
      }
    };
  }
}
