package io.sluice.providers.tls;

import io.sluice.provider.PlainProvider;
import io.sluice.provider.TypedSession;
import java.time.Clock;
import java.util.List;

/** Private keys, certificate requests, certificates. */
public final class TlsProvider extends PlainProvider {
  public TlsProvider() {
    this(Clock.systemUTC());
  }

  TlsProvider(Clock clock) {
    super(
        "tls",
        TypedSession.of(
            List.of(
                new PrivateKeyType(),
                new CertificateRequest(),
                new SelfSignedCertificate(clock),
                new LocallySignedCertificate(clock)),
            List.of(new PublicKeyData(), new CertificateData()),
            List.of(),
            () -> {}));
  }
}
