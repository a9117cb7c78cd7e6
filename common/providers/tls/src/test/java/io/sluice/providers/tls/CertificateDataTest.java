package io.sluice.providers.tls;

import static io.sluice.provider.contract.ResourceContract.done;
import static io.sluice.provider.contract.ResourceContract.failed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.Session;
import io.sluice.provider.contract.Calls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateDataTest {
  @TempDir Path directory;
  private Calls calls;
  private Session session;

  @BeforeEach
  void open() {
    calls = new Calls(directory);
    session = ((Provider.Configured.Ready) new TlsProvider().configure(Json.object())).session();
  }

  @Test
  void describesACertificateInPem() {
    String pem = certificate().get("cert_pem").textValue();

    JsonNode read = done(read(Json.object().put("content", pem))).attributes();

    JsonNode one = read.get("certificates").get(0);
    assertThat(read.get("certificates")).hasSize(1);
    assertThat(one.get("subject").textValue()).isEqualTo("CN=a");
    assertThat(one.get("is_ca").booleanValue()).isTrue();
    assertThat(one.get("version").intValue()).isEqualTo(3);
    assertThat(one.get("public_key_algorithm").textValue()).isEqualTo("Ed25519");
    assertThat(one.get("cert_pem").textValue()).isEqualTo(pem);
    assertThat(one.get("sha1_fingerprint").textValue()).matches("[0-9a-f]{40}");
  }

  @Test
  void readsTheChainOfAServerAndTrustsItOnlyIfAsked() throws Exception {
    JsonNode made = rsaCertificate();
    try (SSLServerSocket server = server(made)) {
      String url = "tls://127.0.0.1:" + server.getLocalPort();
      assertThat(failed(read(Json.object().put("url", url))).errorClass())
          .isEqualTo(ErrorClass.TRANSIENT);

      ObjectNode trusting = Json.object().put("url", url).put("verify_chain", false);
      JsonNode read = done(read(trusting)).attributes();

      assertThat(read.get("certificates").get(0).get("cert_pem")).isEqualTo(made.get("cert_pem"));
    }
  }

  @Test
  void saysWhatIsNoCertificateAndNoAddress() {
    assertThat(failed(read(Json.object().put("content", "none"))).errorClass())
        .isEqualTo(ErrorClass.USER);
    assertThat(failed(read(Json.object().put("url", "http://a.test"))).message())
        .contains("http://a.test", "https://HOST[:PORT]");
    assertThat(failed(read(Json.object().put("url", "tls://a.test"))).message())
        .contains("tls://HOST:PORT");
  }

  @Test
  void aServerThatSaysNothingIsGivenUp() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ObjectNode config = Json.object().put("url", "tls://127.0.0.1:" + silent.getLocalPort());
      assertThat(
              failed(
                      session.readData(
                          calls.of("token", false, Duration.ofMillis(300), new Cancellation()),
                          "tls_certificate",
                          config))
                  .code())
          .isEqualTo("NOT_REACHED");
    }
  }

  private Outcome read(ObjectNode config) {
    return session.readData(calls.fresh(), "tls_certificate", config);
  }

  private JsonNode certificate() {
    return done(session.create(calls.fresh(), "tls_self_signed_cert", Pems.tls_self_signed_cert()))
        .attributes();
  }

  private JsonNode rsaCertificate() {
    JsonNode key =
        done(session.create(
                calls.fresh(), "tls_private_key", Json.object().put("algorithm", "RSA")))
            .attributes();
    ObjectNode config = (ObjectNode) Pems.tls_self_signed_cert();
    config.put("private_key_pem", key.get("private_key_pem").textValue());
    return done(session.create(calls.fresh(), "tls_self_signed_cert", config)).attributes();
  }

  /** Answers each handshake on a thread of its own until it is closed. */
  private static SSLServerSocket server(JsonNode made) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    Certificate certificate =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(
                    made.get("cert_pem").textValue().getBytes(StandardCharsets.UTF_8)));
    KeyMaterial key = KeyMaterial.parse("private_key_pem", made.get("private_key_pem").textValue());
    store.setKeyEntry(
        "a",
        KeyFactory.getInstance("RSA")
            .generatePrivate(new PKCS8EncodedKeySpec(key.privateKey().getEncoded())),
        new char[0],
        new Certificate[] {certificate});
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    SSLServerSocket server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(
            () -> {
              while (!server.isClosed()) {
                try (SSLSocket one = (SSLSocket) server.accept()) {
                  one.startHandshake();
                  one.getInputStream().read();
                } catch (IOException e) {
                  // A client that does not trust it leaves; a closed server ends the loop.
                }
              }
            });
    return server;
  }
}
