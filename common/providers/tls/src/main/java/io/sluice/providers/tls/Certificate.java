package io.sluice.providers.tls;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;
import static io.sluice.provider.schema.AttributeType.listOf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;

/**
 * What the two kinds of certificates share. Once a certificate's time for renewal has come, the
 * next refresh reports it gone, and the next apply makes a new one.
 */
abstract sealed class Certificate implements StateOnlyType
    permits SelfSignedCertificate, LocallySignedCertificate {
  private static final SecureRandom SERIALS = new SecureRandom();
  private final Clock clock;

  Certificate(Clock clock) {
    this.clock = clock;
  }

  /** Whose key is signed, and by whom. */
  record Parties(
      X500Name subject,
      Optional<GeneralNames> alternatives,
      SubjectPublicKeyInfo key,
      X500Name issuer,
      KeyMaterial signer,
      SubjectPublicKeyInfo signerKey) {}

  static List<AttributeSchema> attributes() {
    return List.of(
        required("validity_period_hours", INTEGER)
            .replaces()
            .checkedBy(ValueCheck.between(0, 1_000_000))
            .describedAs("How long it is valid."),
        required("allowed_uses", listOf(STRING))
            .replaces()
            .checkedBy(AllowedUses.CHECK)
            .describedAs("Permitted uses, for example server_auth."),
        optional("early_renewal_hours", INTEGER)
            .defaultsTo(0)
            .checkedBy(ValueCheck.between(0, 1_000_000))
            .describedAs("How long before its end it is renewed."),
        optional("is_ca_certificate", BOOL)
            .replaces()
            .defaultsTo(false)
            .describedAs("Whether it may sign other certificates."),
        optional("max_path_length", INTEGER)
            .replaces()
            .checkedBy(ValueCheck.between(0, 100))
            .describedAs("The most authorities below it."),
        optional("set_subject_key_id", BOOL)
            .replaces()
            .defaultsTo(false)
            .describedAs("Write the key's id into it; always done for an authority."),
        computed("cert_pem", STRING).kept().describedAs("The certificate in PEM."),
        computed("ready_for_renewal", BOOL).describedAs("Whether its renewal is due."),
        computed("validity_start_time", STRING).kept().describedAs("RFC 3339."),
        computed("validity_end_time", STRING).kept().describedAs("RFC 3339."),
        computed("id", STRING).kept().describedAs("Its serial number."));
  }

  @Override
  public Outcome read(OperationContext context, Prior prior) {
    return due(prior.attributes())
        ? new Outcome.Gone()
        : new Outcome.Done(prior.id(), prior.attributes(), prior.privateData());
  }

  /** Only the time of renewal changes without another certificate. */
  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired) {
    ObjectNode attributes = prior.attributes().deepCopy();
    attributes.set("early_renewal_hours", desired.path("early_renewal_hours"));
    attributes.put("ready_for_renewal", due(attributes));
    return new Outcome.Done(prior.id(), attributes);
  }

  private boolean due(JsonNode attributes) {
    Instant end = Instant.parse(attributes.path("validity_end_time").asText());
    Duration early = Duration.ofHours(attributes.path("early_renewal_hours").asLong());
    return !clock.instant().isBefore(end.minus(early));
  }

  final Outcome.Done issue(JsonNode desired, Parties parties, boolean authorityId)
      throws ProviderFailure {
    Instant start = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    Instant end = start.plus(desired.get("validity_period_hours").longValue(), ChronoUnit.HOURS);
    BigInteger serial = new BigInteger(127, SERIALS).setBit(0);
    ObjectNode attributes = desired.deepCopy();
    try {
      X509v3CertificateBuilder builder =
          new X509v3CertificateBuilder(
              parties.issuer(),
              serial,
              Date.from(start),
              Date.from(end),
              parties.subject(),
              parties.key());
      CertificateParts.extend(builder, desired, parties, authorityId);
      X509CertificateHolder certificate = builder.build(parties.signer().signer());
      attributes.put("cert_pem", KeyMaterial.pem("CERTIFICATE", certificate.getEncoded()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    attributes
        .put("validity_start_time", start.toString())
        .put("validity_end_time", end.toString())
        .put("id", serial.toString());
    attributes.put("ready_for_renewal", due(attributes));
    return new Outcome.Done(serial.toString(), attributes);
  }
}
