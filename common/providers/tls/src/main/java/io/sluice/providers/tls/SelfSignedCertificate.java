package io.sluice.providers.tls;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.time.Clock;

/** {@code tls_self_signed_cert}. */
final class SelfSignedCertificate extends Certificate {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "tls_self_signed_cert",
              "A certificate that its own key signs.",
              Repeats.all(RepeatClass.PURE),
              required("private_key_pem", STRING)
                  .replaces()
                  .asSensitive()
                  .describedAs("The key that it certifies, and that signs it."),
              optional("set_authority_key_id", BOOL)
                  .replaces()
                  .defaultsTo(false)
                  .describedAs("Write the signing key's id into it."),
              computed("key_algorithm", STRING).kept().describedAs("The key's algorithm."))
          .withAttributes(Certificate.attributes())
          .withAttributes(SubjectSchema.alternativeNames())
          .withBlock(SubjectSchema.block());

  SelfSignedCertificate(Clock clock) {
    super(clock);
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired) throws ProviderFailure {
    KeyMaterial key =
        KeyMaterial.parse("private_key_pem", desired.get("private_key_pem").textValue());
    Subject subject = Subject.of(desired);
    Parties parties =
        new Parties(
            subject.name(),
            subject.alternatives(),
            key.publicKey(),
            subject.name(),
            key,
            key.publicKey());
    Outcome.Done made = issue(desired, parties, desired.path("set_authority_key_id").asBoolean());
    ObjectNode attributes = made.attributes().deepCopy();
    return new Outcome.Done(made.id(), attributes.put("key_algorithm", key.algorithm()));
  }
}
