package io.sluice.install.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Java's own certificates, and those of the system or of a named file: a company's certificate that
 * was added there is trusted here too.
 */
final class TrustedCertificates {
  private static final List<Path> OF_SYSTEMS =
      List.of(
          Path.of("/etc/ssl/certs/ca-certificates.crt"),
          Path.of("/etc/pki/tls/certs/ca-bundle.crt"),
          Path.of("/etc/ssl/cert.pem"));

  private TrustedCertificates() {}

  static SSLContext context(Optional<Path> named) throws IOException {
    try {
      KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
      all.load(null, null);
      for (TrustManager manager : managers(null)) {
        if (manager instanceof X509TrustManager own) {
          for (X509Certificate certificate : own.getAcceptedIssuers()) {
            add(all, certificate);
          }
        }
      }
      Optional<Path> file =
          named.or(() -> OF_SYSTEMS.stream().filter(Files::isReadable).findFirst());
      if (file.isPresent()) {
        addAll(all, file.get());
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers(all), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("the trusted certificates can't be used: " + e.getMessage(), e);
    }
  }

  private static TrustManager[] managers(@org.jspecify.annotations.Nullable KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static void addAll(KeyStore all, Path file) throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        add(all, certificate);
      }
    }
  }

  private static void add(KeyStore all, Certificate certificate) throws GeneralSecurityException {
    all.setCertificateEntry("certificate-" + all.size(), certificate);
  }
}
