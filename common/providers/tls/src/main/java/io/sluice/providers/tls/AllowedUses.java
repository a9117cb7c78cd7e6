package io.sluice.providers.tls;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.schema.ValueCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;

/** The names that Terraform has for key usages and extended key usages (RFC 5280). */
final class AllowedUses {
  private static final Map<String, Integer> USAGES =
      Map.of(
          "digital_signature", KeyUsage.digitalSignature,
          "content_commitment", KeyUsage.nonRepudiation,
          "key_encipherment", KeyUsage.keyEncipherment,
          "data_encipherment", KeyUsage.dataEncipherment,
          "key_agreement", KeyUsage.keyAgreement,
          "cert_signing", KeyUsage.keyCertSign,
          "crl_signing", KeyUsage.cRLSign,
          "encipher_only", KeyUsage.encipherOnly,
          "decipher_only", KeyUsage.decipherOnly);

  /**
   * By their numbers: schemas are read in each command, and the library is too large to be loaded
   * for that.
   */
  static final Map<String, String> PURPOSES =
      Map.ofEntries(
          Map.entry("any_extended", "2.5.29.37.0"),
          Map.entry("server_auth", "1.3.6.1.5.5.7.3.1"),
          Map.entry("client_auth", "1.3.6.1.5.5.7.3.2"),
          Map.entry("code_signing", "1.3.6.1.5.5.7.3.3"),
          Map.entry("email_protection", "1.3.6.1.5.5.7.3.4"),
          Map.entry("ipsec_end_system", "1.3.6.1.5.5.7.3.5"),
          Map.entry("ipsec_tunnel", "1.3.6.1.5.5.7.3.6"),
          Map.entry("ipsec_user", "1.3.6.1.5.5.7.3.7"),
          Map.entry("timestamping", "1.3.6.1.5.5.7.3.8"),
          Map.entry("ocsp_signing", "1.3.6.1.5.5.7.3.9"),
          Map.entry("microsoft_server_gated_crypto", "1.3.6.1.4.1.311.10.3.3"),
          Map.entry("microsoft_commercial_code_signing", "1.3.6.1.4.1.311.2.1.22"),
          Map.entry("microsoft_kernel_code_signing", "1.3.6.1.4.1.311.61.1.1"),
          Map.entry("netscape_server_gated_crypto", "2.16.840.1.113730.4.1"));

  /** For the schema: names a use that does not exist. */
  static final ValueCheck CHECK = AllowedUses::fault;

  private AllowedUses() {}

  private static Optional<String> fault(JsonNode uses) {
    for (JsonNode use : uses) {
      String name = use.asText();
      boolean known = USAGES.containsKey(name) || PURPOSES.containsKey(name);
      if (use.isTextual() && !name.contains("${") && !known) {
        TreeSet<String> names = new TreeSet<>(USAGES.keySet());
        names.addAll(PURPOSES.keySet());
        return Optional.of("holds \"" + name + "\"; there are " + String.join(", ", names));
      }
    }
    return Optional.empty();
  }

  static Optional<KeyUsage> usage(JsonNode uses) {
    int bits = 0;
    for (JsonNode use : uses) {
      bits |= USAGES.getOrDefault(use.asText(), 0);
    }
    return bits == 0 ? Optional.empty() : Optional.of(new KeyUsage(bits));
  }

  static Optional<ExtendedKeyUsage> purposes(JsonNode uses) {
    List<KeyPurposeId> purposes = new ArrayList<>();
    for (JsonNode use : uses) {
      String oid = PURPOSES.get(use.asText());
      if (oid != null) {
        purposes.add(KeyPurposeId.getInstance(new ASN1ObjectIdentifier(oid)));
      }
    }
    return purposes.isEmpty()
        ? Optional.empty()
        : Optional.of(new ExtendedKeyUsage(purposes.toArray(KeyPurposeId[]::new)));
  }
}
