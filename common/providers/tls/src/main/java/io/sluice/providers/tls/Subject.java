package io.sluice.providers.tls;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.ProviderFailure;
import java.util.ArrayList;
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

/** The subject of a certificate, and its alternative names. */
record Subject(X500Name name, Optional<GeneralNames> alternatives) {
  static Subject of(JsonNode config) throws ProviderFailure {
    X500NameBuilder name = new X500NameBuilder(BCStyle.INSTANCE);
    JsonNode subject = config.path("subject").path(0);
    for (Map.Entry<String, String> part : SubjectSchema.PARTS.entrySet()) {
      ASN1ObjectIdentifier oid = new ASN1ObjectIdentifier(part.getValue());
      JsonNode value = subject.path(part.getKey());
      if (value.isArray()) {
        value.forEach(line -> name.addRDN(oid, line.asText()));
      } else if (value.isTextual() && !value.textValue().isEmpty()) {
        add(name, part.getKey(), oid, value.textValue());
      }
    }
    return new Subject(name.build(), alternatives(config));
  }

  private static void add(X500NameBuilder name, String part, ASN1ObjectIdentifier oid, String value)
      throws ProviderFailure {
    try {
      name.addRDN(oid, value);
    } catch (IllegalArgumentException e) {
      throw ProviderFailure.user(
          "BAD_SUBJECT", "subject." + part + " cannot be in a certificate: " + value);
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
