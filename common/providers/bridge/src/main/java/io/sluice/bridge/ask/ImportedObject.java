package io.sluice.bridge.ask;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.schema.IdentitySchema;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** An object that is there and that state does not hold, found by what a person wrote. */
final class ImportedObject {
  private static final String INVALID = "Invalid import identity argument";

  private ImportedObject() {}

  static Reply<ObjectState> of(PluginSession session, String type, ImportTarget target) {
    return switch (target) {
      case ImportTarget.Id id -> session.importObject(type, id);
      case ImportTarget.Identity(Value written) -> {
        try {
          yield session.importObject(
              type, new ImportTarget.Identity(shaped(session, type, written)));
        } catch (Unfit e) {
          yield new Reply.Refused<>(
              List.of(ProviderDiagnostic.error(INVALID, String.valueOf(e.getMessage()))));
        }
      }
    };
  }

  private static final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message, null, false, false);
    }
  }

  /** In the types that the provider's schema of identities has. */
  private static Value shaped(PluginSession session, String type, Value written) throws Unfit {
    Optional<IdentitySchema> schema;
    try {
      schema = session.catalog().identity(type);
    } catch (DecodeFailed e) {
      throw new Unfit("The identity of " + type + " can't be read: " + e.sentence());
    }
    if (schema.isEmpty()) {
      throw new Unfit(
          "Objects of type %s have no identity in this version of the provider; import them by id."
              .formatted(type));
    }
    Map<String, IdentitySchema.Part> parts = schema.get().parts();
    TreeSet<String> unknown = new TreeSet<>(written.entries().keySet());
    unknown.removeAll(parts.keySet());
    if (!unknown.isEmpty()) {
      throw new Unfit(
          "The identity of %s has no \"%s\"; it has %s."
              .formatted(type, unknown.first(), String.join(", ", parts.keySet())));
    }
    Map<String, Value> shaped = new LinkedHashMap<>();
    for (Map.Entry<String, IdentitySchema.Part> part : parts.entrySet()) {
      String name = part.getKey();
      Value value = written.entries().get(name);
      if ((value == null || value.isNull()) && part.getValue().requiredForImport()) {
        throw new Unfit(
            "The identity of %s needs \"%s\" to find an object by.".formatted(type, name));
      }
      try {
        shaped.put(
            name,
            value == null
                ? Value.nullOf(part.getValue().type())
                : Conversion.convert(value, part.getValue().type()));
      } catch (ConversionException e) {
        throw new Unfit("\"%s\" of the identity of %s: %s.".formatted(name, type, e.getMessage()));
      }
    }
    return ObjectValue.of(shaped);
  }
}
