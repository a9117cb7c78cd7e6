package io.sluice.providers.tls;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import java.io.StringReader;
import org.bouncycastle.util.io.pem.PemReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrivateKeyTest extends ResourceContract {
  @Override
  protected Provider provider() {
    return new TlsProvider();
  }

  @Override
  protected String type() {
    return "tls_private_key";
  }

  @Override
  protected JsonNode desired() {
    return json("{'algorithm':'ECDSA','ecdsa_curve':'P256'}");
  }

  @Override
  protected boolean stateOnly() {
    return true;
  }

  @ParameterizedTest
  @CsvSource({
    "RSA, P224, RSA PRIVATE KEY, ssh-rsa",
    "ECDSA, P256, EC PRIVATE KEY, ecdsa-sha2-nistp256",
    "ECDSA, P384, EC PRIVATE KEY, ecdsa-sha2-nistp384",
    "ECDSA, P521, EC PRIVATE KEY, ecdsa-sha2-nistp521",
    "ED25519, P224, PRIVATE KEY, ssh-ed25519"
  })
  void everyFormOfAKeyIsTheSameKey(String algorithm, String curve, String kind, String ssh)
      throws Exception {
    ObjectNode config = Json.object();
    config.put("algorithm", algorithm).put("ecdsa_curve", curve).put("rsa_bits", 2048);
    JsonNode made = done(create(config)).attributes();
    assertThat(kindOf(made.path("private_key_pem"))).isEqualTo(kind);
    assertThat(kindOf(made.path("private_key_pem_pkcs8"))).isEqualTo("PRIVATE KEY");
    assertThat(kindOf(made.path("private_key_openssh"))).isEqualTo("OPENSSH PRIVATE KEY");
    assertThat(made.path("public_key_openssh").asText()).startsWith(ssh + " AAAA").endsWith("\n");
    assertThat(made.path("public_key_fingerprint_sha256").asText())
        .matches("SHA256:[A-Za-z0-9+/]{43}");
    assertThat(made.path("public_key_fingerprint_md5").asText())
        .matches("([0-9a-f]{2}:){15}[0-9a-f]{2}");
    for (String form : new String[] {"private_key_pem", "private_key_openssh"}) {
      JsonNode open = publicKey(form, made.path(form).asText());
      assertThat(open.path("algorithm").asText()).isEqualTo(algorithm);
      assertThat(open.path("public_key_pem")).isEqualTo(made.path("public_key_pem"));
      assertThat(open.path("id")).isEqualTo(made.path("id"));
    }
    assertThat(publicKey("private_key_pem", made.path("private_key_pem_pkcs8").asText()).path("id"))
        .isEqualTo(made.path("id"));
  }

  @Test
  void theSmallestCurveHasNoFormForOpenSsh() {
    JsonNode made = done(create(json("{'algorithm':'ECDSA'}"))).attributes();
    assertThat(made.path("private_key_pem").asText()).contains("EC PRIVATE KEY");
    assertThat(made.path("private_key_openssh").asText()).isEmpty();
    assertThat(made.path("public_key_openssh").asText()).isEmpty();
  }

  @Test
  void whatIsNoKeyIsSaidWithoutIt() {
    Outcome outcome =
        session.readData(
            calls.fresh(), "tls_public_key", json("{'private_key_pem':'canary-3141'}"));
    assertThat(failed(outcome).message()).contains("private_key_pem").doesNotContain("canary");
  }

  private JsonNode publicKey(String form, String key) {
    ObjectNode config = Json.object().put(form, key);
    return done(session.readData(calls.fresh(), "tls_public_key", config)).attributes();
  }

  private static String kindOf(JsonNode pem) throws Exception {
    try (PemReader reader = new PemReader(new StringReader(pem.asText()))) {
      return reader.readPemObject().getType();
    }
  }
}
