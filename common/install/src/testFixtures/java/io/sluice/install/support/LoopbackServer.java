package io.sluice.install.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.sluice.install.http.HttpFetch;
import io.sluice.install.http.HttpSettings;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An HTTPS server on loopback that answers by path, with a certificate of its own. */
public final class LoopbackServer implements AutoCloseable {
  private final HttpsServer server;
  private final Path certificate;
  private final Map<String, Reply> replies = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final Map<String, String> tokens = new ConcurrentHashMap<>();

  private record Reply(int status, Map<String, String> headers, byte[] body) {}

  private LoopbackServer(HttpsServer server, Path certificate) {
    this.server = server;
    this.certificate = certificate;
  }

  public static LoopbackServer start(Path directory) throws IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      KeyPair keys = generator.generateKeyPair();
      X509Certificate certificate = certificate(keys);
      Path file = directory.resolve("loopback.pem");
      Files.writeString(
          file,
          "-----BEGIN CERTIFICATE-----\n"
              + Base64.getMimeEncoder(64, new byte[] {'\n'})
                  .encodeToString(certificate.getEncoded())
              + "\n-----END CERTIFICATE-----\n");
      HttpsServer server =
          HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(context(keys, certificate)));
      LoopbackServer started = new LoopbackServer(server, file);
      server.createContext("/", started::answer);
      server.setExecutor(command -> Thread.ofVirtual().start(command));
      server.start();
      return started;
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IOException(e);
    }
  }

  private static X509Certificate certificate(KeyPair keys)
      throws IOException, GeneralSecurityException, OperatorCreationException {
    X500Name name = new X500Name("CN=localhost");
    Instant now = Instant.now();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            name,
            BigInteger.ONE,
            Date.from(now.minusSeconds(60)),
            Date.from(now.plusSeconds(86_400)),
            name,
            keys.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(
            new GeneralName[] {
              new GeneralName(GeneralName.dNSName, "localhost"),
              new GeneralName(GeneralName.iPAddress, "127.0.0.1")
            }));
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
  }

  private static SSLContext context(KeyPair keys, X509Certificate certificate)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    char[] password = "loopback".toCharArray();
    store.setKeyEntry("server", keys.getPrivate(), password, new Certificate[] {certificate});
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    asked.add(path);
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    if (token != null) {
      tokens.put(path, token);
    }
    Reply reply = replies.getOrDefault(path, new Reply(404, Map.of(), new byte[0]));
    reply.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    exchange.sendResponseHeaders(
        reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
    exchange.getResponseBody().write(reply.body());
    exchange.close();
  }

  /** With the port. */
  public String host() {
    return "localhost:" + server.getAddress().getPort();
  }

  /** A name with a dot in it, which hosts of modules need. */
  public String dottedHost() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  public String url(String path) {
    return "https://" + host() + path;
  }

  public Path certificate() {
    return certificate;
  }

  /** Paths with queries, in the order of the requests. */
  public List<String> asked() {
    return asked;
  }

  /** What was sent as Authorization, by path. */
  public Map<String, String> tokens() {
    return tokens;
  }

  public void json(String path, String body) {
    reply(
        path,
        200,
        Map.of("Content-Type", "application/json"),
        body.getBytes(StandardCharsets.UTF_8));
  }

  public void bytes(String path, byte[] body) {
    reply(path, 200, Map.of("Content-Type", "application/octet-stream"), body);
  }

  public void reply(String path, int status, Map<String, String> headers, byte[] body) {
    replies.put(path, new Reply(status, headers, body));
  }

  /** The environment in which this server is trusted. */
  public Map<String, String> environment() {
    return Map.of("SSL_CERT_FILE", certificate.toString(), "TF_REGISTRY_DISCOVERY_RETRY", "0");
  }

  public HttpFetch fetch() {
    return new HttpFetch(HttpSettings.of(environment()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
