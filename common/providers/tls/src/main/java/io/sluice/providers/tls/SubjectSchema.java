package io.sluice.providers.tls;

import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.STRING;
import static io.sluice.provider.schema.AttributeType.listOf;

import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a {@link Subject} is configured. Schemas are read in each command: nothing here loads the
 * library that makes certificates.
 */
final class SubjectSchema {
  /** The numbers of X.509, in the order in which they are written into a name. */
  static final Map<String, String> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("country", "2.5.4.6");
    PARTS.put("organization", "2.5.4.10");
    PARTS.put("organizational_unit", "2.5.4.11");
    PARTS.put("locality", "2.5.4.7");
    PARTS.put("province", "2.5.4.8");
    PARTS.put("street_address", "2.5.4.9");
    PARTS.put("postal_code", "2.5.4.17");
    PARTS.put("common_name", "2.5.4.3");
    PARTS.put("serial_number", "2.5.4.5");
    PARTS.put("email_address", "1.2.840.113549.1.9.1");
  }

  private SubjectSchema() {}

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
}
