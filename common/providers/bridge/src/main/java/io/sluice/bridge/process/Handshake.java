package io.sluice.bridge.process;

import io.sluice.bridge.wire.PluginAddress;
import io.sluice.bridge.wire.ProtocolVersion;
import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Optional;

/** The line with which a plugin says how to reach it. */
record Handshake(
    ProtocolVersion version, PluginAddress address, Optional<X509Certificate> certificate) {
  private static final String CORE = "1";
  private static final int FIELDS = 5;
  private static final int SHORTEST_CERTIFICATE = 50;
  private static final int SHOWN = 120;

  static Handshake parse(String line) throws StartFailed {
    String[] fields = line.strip().split("\\|", -1);
    if (fields.length < 4 || !fields[0].equals(CORE)) {
      throw new StartFailed(
          StartFailed.Reason.GARBAGE,
          "It printed \"%s\" where a provider plugin says how to reach it. Is it one?"
              .formatted(shown(line)));
    }
    ProtocolVersion version = version(fields[1]);
    if (fields.length < FIELDS || !fields[4].equals("grpc")) {
      throw new StartFailed(
          StartFailed.Reason.PROTOCOL,
          "It speaks net/rpc, as providers for Terraform 0.11 did; a newer version of it is"
              + " needed.");
    }
    PluginAddress address =
        PluginAddress.parse(fields[2], fields[3])
            .orElseThrow(
                () ->
                    new StartFailed(
                        StartFailed.Reason.GARBAGE,
                        "It listens at \"%s\" (%s), which is no address of this machine."
                            .formatted(shown(fields[3]), shown(fields[2]))));
    return new Handshake(version, address, certificate(fields));
  }

  private static ProtocolVersion version(String text) throws StartFailed {
    return (text.matches("[0-9]{1,4}")
            ? ProtocolVersion.of(Integer.parseInt(text))
            : Optional.<ProtocolVersion>empty())
        .orElseThrow(
            () ->
                new StartFailed(
                    StartFailed.Reason.PROTOCOL,
                    "It speaks version %s of the provider protocol; versions 5 and 6 are supported."
                        .formatted(shown(text))));
  }

  private static Optional<X509Certificate> certificate(String[] fields) throws StartFailed {
    if (fields.length <= FIELDS || fields[FIELDS].length() <= SHORTEST_CERTIFICATE) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(fields[FIELDS].strip());
      return Optional.of(
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(bytes)));
    } catch (IllegalArgumentException | CertificateException e) {
      throw new StartFailed(
          StartFailed.Reason.CERTIFICATE, "The certificate that it gave can't be read.");
    }
  }

  private static String shown(String text) {
    String visible = text.replaceAll("\\p{Cntrl}", "?");
    return visible.length() <= SHOWN ? visible : visible.substring(0, SHOWN) + "…";
  }
}
