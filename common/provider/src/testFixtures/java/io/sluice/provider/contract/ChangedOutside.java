package io.sluice.provider.contract;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.SchemaCheck;
import io.sluice.provider.schema.SchemaDiff;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;

/** What a provider's reading shows of a change that was made behind its back. */
public final class ChangedOutside {
  private ChangedOutside() {}

  /** The names of attributes that were read with another value than was configured. */
  public static List<String> attributes(TypeSchema schema, JsonNode desired, JsonNode read) {
    JsonNode wanted = SchemaCheck.conform(schema, desired);
    return schema.body().attributes().stream()
        .filter(AttributeSchema::configurable)
        .filter(one -> wanted.has(one.name()) && read.has(one.name()))
        .filter(one -> !SchemaDiff.same(one.type(), wanted.path(one.name()), read.path(one.name())))
        .map(AttributeSchema::name)
        .toList();
  }
}
