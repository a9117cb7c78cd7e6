package io.sluice.providers.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.network.TrustEverything;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Where requests go and what goes with each of them.
 *
 * @param headers among them the login; for the origin of base alone, unless {@code toAnyHost}
 * @param own a client with TLS settings
 */
record HttpTarget(
    String base, Map<String, String> headers, boolean toAnyHost, @Nullable HttpClient own) {
  private static final Duration CONNECT = Duration.ofSeconds(10);

  static HttpTarget of(JsonNode configuration) throws ProviderFailure {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    configuration
        .path("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), header.getValue().asText()));
    if (configuration.has("username")) {
      headers.put("Authorization", "Basic " + basic(configuration));
    }
    String base = configuration.path("base_url").asText("").replaceAll("/+$", "");
    boolean toAnyHost = configuration.path("send_to_any_host").asBoolean();
    if (!headers.isEmpty() && base.isEmpty() && !toAnyHost) {
      throw ProviderFailure.user(
          "NO_ORIGIN",
          "headers and username are sent only to the host of base_url, which is not set: set"
              + " base_url, or send_to_any_host = true");
    }
    return new HttpTarget(base, headers, toAnyHost, client(configuration));
  }

  /** The login as it travels: a server that shows what it was sent shows this. */
  static String basic(JsonNode configuration) {
    String login =
        configuration.path("username").asText() + ":" + configuration.path("password").asText();
    return Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable HttpClient client(JsonNode configuration) throws ProviderFailure {
    boolean insecure = configuration.path("insecure").asBoolean();
    if (!insecure && !configuration.has("ca_cert_pem")) {
      return null;
    }
    try {
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(
          null,
          insecure
              ? new TrustManager[] {new TrustEverything()}
              : trusting(configuration.get("ca_cert_pem").textValue()),
          null);
      return HttpClient.newBuilder().sslContext(tls).connectTimeout(CONNECT).build();
    } catch (GeneralSecurityException | IOException e) {
      throw ProviderFailure.user("BAD_CERTIFICATE", "ca_cert_pem holds no usable certificate");
    }
  }

  private static TrustManager[] trusting(String pem) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    int count = 0;
    for (Certificate certificate :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(
                new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))) {
      trusted.setCertificateEntry("ca" + count++, certificate);
    }
    if (count == 0) {
      throw new IOException("no certificate");
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory.getTrustManagers();
  }

  HttpCall.Reply send(
      OperationContext context,
      String method,
      String url,
      JsonNode moreHeaders,
      @Nullable JsonNode body)
      throws ProviderFailure, InterruptedException {
    URI uri = uri(url);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.put("Accept", "application/json, */*");
    if (body != null) {
      all.put("Content-Type", body.isTextual() ? "text/plain" : "application/json");
    }
    if (toAnyHost || isAtBase(uri)) {
      all.putAll(headers);
    } else if (!headers.isEmpty()) {
      context.log().say("the provider's headers are not for " + uri.getHost() + ": not sent");
    }
    moreHeaders
        .properties()
        .forEach(
            header ->
                all.put(
                    header.getKey(),
                    header.getValue().asText().replace("{token}", context.token())));
    try {
      all.forEach(request::header);
      request.method(method, publisher(body));
    } catch (IllegalArgumentException e) {
      throw ProviderFailure.user(
          "BAD_REQUEST", "the method or a header is not permitted in HTTP: check their names");
    }
    return own == null ? HttpCall.send(context, request) : HttpCall.send(context, own, request);
  }

  private static HttpRequest.BodyPublisher publisher(@Nullable JsonNode body) {
    if (body == null) {
      return HttpRequest.BodyPublishers.noBody();
    }
    return HttpRequest.BodyPublishers.ofByteArray(
        body.isTextual() ? body.textValue().getBytes(StandardCharsets.UTF_8) : Json.encode(body));
  }

  private boolean isAtBase(URI uri) {
    if (base.isEmpty()) {
      return false;
    }
    try {
      URI ours = URI.create(base);
      return uri.getScheme().equalsIgnoreCase(ours.getScheme())
          && uri.getHost().equalsIgnoreCase(ours.getHost())
          && port(uri) == port(ours);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static int port(URI uri) {
    return uri.getPort() >= 0
        ? uri.getPort()
        : uri.getScheme().equalsIgnoreCase("https") ? 443 : 80;
  }

  /** Where a request to this path or URL goes. */
  URI uri(String url) throws ProviderFailure {
    String whole = url.startsWith("/") ? base + url : url;
    try {
      URI uri = URI.create(whole);
      String scheme = uri.getScheme();
      if (uri.getHost() != null
          && scheme != null
          && scheme.toLowerCase(Locale.ROOT).matches("https?")) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw ProviderFailure.user(
        "BAD_URL",
        "not an http or https URL: "
            + whole.replaceAll("\\?.*", "")
            + (base.isEmpty() && url.startsWith("/") ? " (base_url is not set)" : ""));
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  void close() {
    if (own != null) {
      own.shutdown();
    }
  }
}
