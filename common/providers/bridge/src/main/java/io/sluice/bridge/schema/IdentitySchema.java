package io.sluice.bridge.schema;

import io.sluice.language.value.CodePoints;
import io.sluice.language.value.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;

/** What tells objects of a resource type apart, for types that say it. */
public record IdentitySchema(long version, SortedMap<String, Part> parts) {

  /** One attribute of an identity. */
  public record Part(Type type, boolean requiredForImport, boolean optionalForImport) {}

  public IdentitySchema {
    parts = CodePoints.sorted(parts);
  }

  public Type type() {
    Map<String, Type> types = new LinkedHashMap<>();
    parts.forEach((name, part) -> types.put(name, part.type()));
    return Type.object(types);
  }
}
