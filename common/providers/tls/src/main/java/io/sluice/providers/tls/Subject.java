package io.sluice.providers.tls;

import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.STRING;
import static io.sluice.provider.schema.AttributeType.listOf;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.util.IPAddress;

/** Whom a certificate is about: its subject and its other names. */
record Subject(X500Name name, Optional<GeneralNames> alternatives) {
  /** In the order in which they are written into a name. */
  private static final Map<String, ASN1ObjectIdentifier> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("country", BCStyle.C);
    PARTS.put("organization", BCStyle.O);
    PARTS.put("organizational_unit", BCStyle.OU);
    PARTS.put("locality", BCStyle.L);
    PARTS.put("province", BCStyle.ST);
    PARTS.put("street_address", BCStyle.STREET);
    PARTS.put("postal_code", BCStyle.POSTAL_CODE);
    PARTS.put("common_name", BCStyle.CN);
    PARTS.put("serial_number", BCStyle.SERIALNUMBER);
    PARTS.put("email_address", BCStyle.EmailAddress);
  }

  static BlockSchema block() {
    List<AttributeSchema> parts = new ArrayList<>();
    for (String part : PARTS.keySet()) {
      parts.add(
          part.equals("street_address")
              ? optional(part, listOf(STRING)).replaces().describedAs("Lines of the address.")
              : optional(part, STRING).replaces().describedAs("As in X.509."));
    }
    return new BlockSchema(
        "subject",
        BlockSchema.Nesting.LIST,
        0,
        1,
        true,
        "The subject of the certificate.",
        new BlockBody(parts, List.of(), List.of()));
  }

  static List<AttributeSchema> alternativeNames() {
    return List.of(
        optional("dns_names", listOf(STRING)).replaces().describedAs("Host names."),
        optional("ip_addresses", listOf(STRING)).replaces().describedAs("IP addresses."),
        optional("uris", listOf(STRING)).replaces().describedAs("URIs."));
  }

  static Subject of(JsonNode config) throws ProviderFailure {
    X500NameBuilder name = new X500NameBuilder(BCStyle.INSTANCE);
    JsonNode subject = config.path("subject").path(0);
    for (Map.Entry<String, ASN1ObjectIdentifier> part : PARTS.entrySet()) {
      JsonNode value = subject.path(part.getKey());
      if (value.isArray()) {
        value.forEach(line -> name.addRDN(part.getValue(), line.asText()));
      } else if (value.isTextual() && !value.textValue().isEmpty()) {
        add(name, part, value.textValue());
      }
    }
    return new Subject(name.build(), alternatives(config));
  }

  private static void add(
      X500NameBuilder name, Map.Entry<String, ASN1ObjectIdentifier> part, String value)
      throws ProviderFailure {
    try {
      name.addRDN(part.getValue(), value);
    } catch (IllegalArgumentException e) {
      throw ProviderFailure.user(
          "BAD_SUBJECT", "subject." + part.getKey() + " cannot be in a certificate: " + value);
    }
  }

  private static Optional<GeneralNames> alternatives(JsonNode config) throws ProviderFailure {
    List<GeneralName> names = new ArrayList<>();
    config
        .path("dns_names")
        .forEach(host -> names.add(new GeneralName(GeneralName.dNSName, host.asText())));
    for (JsonNode address : config.path("ip_addresses")) {
      if (!IPAddress.isValid(address.asText())) {
        throw ProviderFailure.user(
            "BAD_ADDRESS",
            "ip_addresses contains something that is not an IP address: " + address.asText());
      }
      names.add(new GeneralName(GeneralName.iPAddress, address.asText()));
    }
    config
        .path("uris")
        .forEach(
            uri -> names.add(new GeneralName(GeneralName.uniformResourceIdentifier, uri.asText())));
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(new GeneralNames(names.toArray(GeneralName[]::new)));
  }
}
