package io.sluice.providers.tls;

import static io.sluice.provider.contract.ResourceContract.done;
import static io.sluice.provider.contract.ResourceContract.failed;
import static io.sluice.provider.contract.ResourceContract.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.Session;
import io.sluice.provider.contract.Calls;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificatesTest {
  @TempDir Path directory;
  private Calls calls;
  private Session session;

  @BeforeEach
  void open() {
    calls = new Calls(directory);
    session = session(Clock.systemUTC());
  }

  @Test
  void anAuthoritySignsARequestAndTheChainHolds() throws Exception {
    String authorityKey = key("ED25519");
    JsonNode authority =
        selfSigned(
            authorityKey,
            "{'subject':[{'common_name':'Root','organization':'Acme'}],'is_ca_certificate':true,"
                + "'max_path_length':0,'validity_period_hours':48,"
                + "'allowed_uses':['cert_signing','crl_signing']}");
    ObjectNode ask =
        (ObjectNode)
            json(
                "{'subject':[{'common_name':'shop','country':'DE'}],'dns_names':['shop.test'],"
                    + "'ip_addresses':['127.0.0.1','::1'],'uris':['https://shop.test/a']}");
    ask.put("private_key_pem", key("RSA"));
    JsonNode request = done(session.create(calls.fresh(), "tls_cert_request", ask)).attributes();
    ObjectNode sign =
        (ObjectNode)
            json(
                "{'validity_period_hours':12,'set_subject_key_id':true,"
                    + "'allowed_uses':['digital_signature','server_auth','client_auth']}");
    sign.set("cert_request_pem", request.get("cert_request_pem"));
    sign.set("ca_cert_pem", authority.get("cert_pem"));
    sign.put("ca_private_key_pem", authorityKey);
    Outcome.Done made = done(session.create(calls.fresh(), "tls_locally_signed_cert", sign));

    X509Certificate root = certificate(authority);
    X509Certificate leaf = certificate(made.attributes());
    leaf.verify(root.getPublicKey(), KeyMaterial.BOUNCY_CASTLE);
    leaf.checkValidity();
    assertThat(root.getBasicConstraints()).isZero();
    assertThat(leaf.getBasicConstraints()).isEqualTo(-1);
    assertThat(root.getSubjectX500Principal().getName()).isEqualTo("CN=Root,O=Acme");
    assertThat(leaf.getIssuerX500Principal()).isEqualTo(root.getSubjectX500Principal());
    assertThat(leaf.getExtendedKeyUsage())
        .containsExactly("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
    assertThat(leaf.getKeyUsage()[0]).isTrue();
    assertThat(leaf.getSubjectAlternativeNames().stream().map(name -> name.get(1)).toList())
        .isEqualTo(List.of("shop.test", "127.0.0.1", "0:0:0:0:0:0:0:1", "https://shop.test/a"));
    assertThat(made.id()).isEqualTo(leaf.getSerialNumber().toString());
    assertThat(made.attributes().path("ca_key_algorithm").asText()).isEqualTo("ED25519");
  }

  @Test
  void aCertificateIsGoneWhenItsRenewalIsDue() {
    ObjectNode config =
        (ObjectNode)
            json(
                "{'validity_period_hours':10,'early_renewal_hours':3,"
                    + "'allowed_uses':['server_auth']}");
    config.put("private_key_pem", key("ECDSA"));
    String type = "tls_self_signed_cert";
    Outcome.Done made = done(session.create(calls.fresh(), type, config));
    Prior prior = new Prior(made.id(), made.attributes());
    Instant now = Instant.now();
    assertThat(at(now.plus(6, ChronoUnit.HOURS)).read(calls.fresh(), type, prior))
        .isEqualTo(new Outcome.Done(made.id(), made.attributes()));
    Session later = at(now.plus(8, ChronoUnit.HOURS));
    assertThat(later.read(calls.fresh(), type, prior)).isInstanceOf(Outcome.Gone.class);
    config.put("early_renewal_hours", 9);
    JsonNode updated = done(session.update(calls.fresh(), type, prior, config)).attributes();
    assertThat(updated.path("cert_pem")).isEqualTo(made.attributes().path("cert_pem"));
    assertThat(updated.path("ready_for_renewal").booleanValue()).isFalse();
  }

  @Test
  void theWrongAuthorityKeyIsRefusedWithoutShowingIt() {
    String authorityKey = key("ED25519");
    JsonNode authority =
        selfSigned(
            authorityKey,
            "{'is_ca_certificate':true,'validity_period_hours':1,'allowed_uses':['cert_signing']}");
    ObjectNode ask = Json.object().put("private_key_pem", authorityKey);
    JsonNode request = done(session.create(calls.fresh(), "tls_cert_request", ask)).attributes();
    ObjectNode sign = (ObjectNode) json("{'validity_period_hours':1,'allowed_uses':[]}");
    String other = key("ED25519");
    sign.set("cert_request_pem", request.get("cert_request_pem"));
    sign.set("ca_cert_pem", authority.get("cert_pem"));
    sign.put("ca_private_key_pem", other);
    Outcome outcome = session.create(calls.fresh(), "tls_locally_signed_cert", sign);
    assertThat(failed(outcome).code()).isEqualTo("OTHER_KEY");
    assertThat(failed(outcome).message()).doesNotContain(other.lines().toList().get(1));
  }

  private JsonNode selfSigned(String key, String config) {
    ObjectNode desired = (ObjectNode) json(config);
    desired.put("private_key_pem", key);
    return done(session.create(calls.fresh(), "tls_self_signed_cert", desired)).attributes();
  }

  private String key(String algorithm) {
    ObjectNode config = Json.object().put("algorithm", algorithm);
    return done(session.create(calls.fresh(), "tls_private_key", config))
        .attributes()
        .path("private_key_pem")
        .asText();
  }

  private static Session at(Instant now) {
    return session(Clock.fixed(now, ZoneOffset.UTC));
  }

  private static Session session(Clock clock) {
    Provider provider = new TlsProvider(clock);
    return ((Provider.Configured.Ready) provider.configure(Json.object())).session();
  }

  private static X509Certificate certificate(JsonNode attributes) throws Exception {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509", KeyMaterial.BOUNCY_CASTLE)
            .generateCertificate(
                new ByteArrayInputStream(
                    attributes.path("cert_pem").asText().getBytes(StandardCharsets.US_ASCII)));
  }
}
