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

  private static final Map<String, KeyPurposeId> PURPOSES =
      Map.ofEntries(
          Map.entry("any_extended", KeyPurposeId.anyExtendedKeyUsage),
          Map.entry("server_auth", KeyPurposeId.id_kp_serverAuth),
          Map.entry("client_auth", KeyPurposeId.id_kp_clientAuth),
          Map.entry("code_signing", KeyPurposeId.id_kp_codeSigning),
          Map.entry("email_protection", KeyPurposeId.id_kp_emailProtection),
          Map.entry("ipsec_end_system", KeyPurposeId.id_kp_ipsecEndSystem),
          Map.entry("ipsec_tunnel", KeyPurposeId.id_kp_ipsecTunnel),
          Map.entry("ipsec_user", KeyPurposeId.id_kp_ipsecUser),
          Map.entry("timestamping", KeyPurposeId.id_kp_timeStamping),
          Map.entry("ocsp_signing", KeyPurposeId.id_kp_OCSPSigning),
          Map.entry("microsoft_server_gated_crypto", purpose("1.3.6.1.4.1.311.10.3.3")),
          Map.entry("microsoft_commercial_code_signing", purpose("1.3.6.1.4.1.311.2.1.22")),
          Map.entry("microsoft_kernel_code_signing", purpose("1.3.6.1.4.1.311.61.1.1")),
          Map.entry("netscape_server_gated_crypto", purpose("2.16.840.1.113730.4.1")));

  /** For the schema: names the use that there is not. */
  static final ValueCheck CHECK = AllowedUses::fault;

  private AllowedUses() {}

  private static KeyPurposeId purpose(String oid) {
    return KeyPurposeId.getInstance(new ASN1ObjectIdentifier(oid));
  }

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
      KeyPurposeId purpose = PURPOSES.get(use.asText());
      if (purpose != null) {
        purposes.add(purpose);
      }
    }
    return purposes.isEmpty()
        ? Optional.empty()
        : Optional.of(new ExtendedKeyUsage(purposes.toArray(KeyPurposeId[]::new)));
  }
}
