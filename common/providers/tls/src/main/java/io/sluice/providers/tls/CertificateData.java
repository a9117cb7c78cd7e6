package io.sluice.providers.tls;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.provider.DataType;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.network.TrustEverything;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.TypeSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/** {@code data "tls_certificate"}: the certificates of a server, or of a text in PEM. */
final class CertificateData implements DataType {
  private static final int HTTPS = 443;
  private static final Set<String> SCHEMES = Set.of("https", "tls");

  private static final TypeSchema SCHEMA =
      TypeSchema.data(
              "tls_certificate",
              "The certificates of a server, or of a text in PEM.",
              optional("url", STRING).describedAs("`https://HOST[:PORT]` or `tls://HOST:PORT`."),
              optional("content", STRING).describedAs("One certificate or more in PEM."),
              optional("verify_chain", BOOL)
                  .defaultsTo(true)
                  .describedAs("Refuse a server whose chain the worker does not trust."),
              computed("id", STRING).describedAs("SHA-1 over all fingerprints."),
              computed("certificates", AttributeType.listOf(certificate()))
                  .describedAs(
                      "The certificates: a server's with the root first, those of a text in its"
                          + " order."))
          .withRules(ConfigRule.exactlyOneOf("url", "content"));

  private static AttributeType certificate() {
    Map<String, AttributeType.Field> fields = new TreeMap<>();
    for (String name :
        List.of(
            "cert_pem",
            "issuer",
            "not_after",
            "not_before",
            "public_key_algorithm",
            "serial_number",
            "sha1_fingerprint",
            "signature_algorithm",
            "subject")) {
      fields.put(name, AttributeType.required(STRING));
    }
    fields.put("is_ca", AttributeType.required(BOOL));
    fields.put("version", AttributeType.required(INTEGER));
    return new AttributeType.ObjectOf(new TreeMap<>(fields));
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome read(OperationContext context, JsonNode config) throws ProviderFailure {
    List<X509Certificate> chain =
        config.hasNonNull("content")
            ? parsed(config.get("content").textValue())
            : presented(
                context,
                config.get("url").textValue(),
                config.path("verify_chain").asBoolean(true));
    ObjectNode attributes = config.deepCopy();
    ArrayNode certificates = attributes.putArray("certificates");
    StringBuilder fingerprints = new StringBuilder();
    for (X509Certificate certificate : chain) {
      ObjectNode described = described(certificate);
      certificates.add(described);
      fingerprints.append(described.get("sha1_fingerprint").textValue());
    }
    String id = KeyMaterial.sha1(fingerprints.toString().getBytes(StandardCharsets.US_ASCII));
    return new Outcome.Done(id, attributes.put("id", id));
  }

  private static List<X509Certificate> parsed(String pem) throws ProviderFailure {
    try {
      List<X509Certificate> certificates = new ArrayList<>();
      for (Certificate each :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)))) {
        certificates.add((X509Certificate) each);
      }
      if (certificates.isEmpty()) {
        throw ProviderFailure.user("NOT_A_CERTIFICATE", "content holds no certificate in PEM");
      }
      return certificates;
    } catch (GeneralSecurityException e) {
      throw ProviderFailure.user("NOT_A_CERTIFICATE", "content is not a certificate in PEM");
    }
  }

  private static List<X509Certificate> presented(
      OperationContext context, String url, boolean verify) throws ProviderFailure {
    URI uri = address(url);
    int port = uri.getPort() < 0 ? HTTPS : uri.getPort();
    int patience = Math.clamp(context.deadline().remaining().toMillis(), 1, 30_000);
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(uri.getHost(), port), patience);
      plain.setSoTimeout(patience);
      try (SSLSocket socket =
          (SSLSocket)
              context(verify).getSocketFactory().createSocket(plain, uri.getHost(), port, true)) {
        if (verify) {
          SSLParameters parameters = socket.getSSLParameters();
          parameters.setEndpointIdentificationAlgorithm("HTTPS");
          socket.setSSLParameters(parameters);
        }
        socket.startHandshake();
        List<X509Certificate> chain = new ArrayList<>();
        for (Certificate each : socket.getSession().getPeerCertificates()) {
          chain.addFirst((X509Certificate) each);
        }
        return chain;
      }
    } catch (IOException | GeneralSecurityException e) {
      throw ProviderFailure.notDone("NOT_REACHED", url + ": " + e.getMessage());
    }
  }

  private static URI address(String url) throws ProviderFailure {
    try {
      URI uri = URI.create(url);
      boolean complete = uri.getHost() != null && SCHEMES.contains(String.valueOf(uri.getScheme()));
      if (complete && (uri.getPort() >= 0 || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw ProviderFailure.user(
        "NOT_AN_ADDRESS", url + " is neither https://HOST[:PORT] nor tls://HOST:PORT");
  }

  private static SSLContext context(boolean verify) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, verify ? null : new TrustManager[] {new TrustEverything()}, null);
    return context;
  }

  private static ObjectNode described(X509Certificate certificate) throws ProviderFailure {
    try {
      byte[] bytes = certificate.getEncoded();
      return Json.object()
          .put("cert_pem", KeyMaterial.pem("CERTIFICATE", bytes))
          .put("is_ca", certificate.getBasicConstraints() >= 0)
          .put("issuer", certificate.getIssuerX500Principal().getName())
          .put("not_after", certificate.getNotAfter().toInstant().toString())
          .put("not_before", certificate.getNotBefore().toInstant().toString())
          .put("public_key_algorithm", algorithm(certificate))
          .put("serial_number", certificate.getSerialNumber().toString())
          .put("sha1_fingerprint", KeyMaterial.sha1(bytes))
          .put("signature_algorithm", certificate.getSigAlgName())
          .put("subject", certificate.getSubjectX500Principal().getName())
          .put("version", certificate.getVersion());
    } catch (GeneralSecurityException e) {
      throw ProviderFailure.permanent("NOT_A_CERTIFICATE", String.valueOf(e.getMessage()));
    }
  }

  private static String algorithm(X509Certificate certificate) {
    return switch (certificate.getPublicKey().getAlgorithm()) {
      case "EC" -> "ECDSA";
      case "EdDSA" -> "Ed25519";
      case String other -> other;
    };
  }
}
