package io.sluice.bridge.ask;

import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.LinkedHashSet;
import java.util.Set;

/** The texts of results, which nobody may see; short ones would be found in anything. */
public final class HiddenResults {
  private static final int SHORTEST = 8;

  private HiddenResults() {}

  public static Set<String> of(Value result) {
    Set<String> texts = new LinkedHashSet<>();
    collect(result, texts);
    return texts;
  }

  private static void collect(Value value, Set<String> into) {
    if (!value.isKnown() || value.isNull()) {
      return;
    }
    switch (value.type()) {
      case Type.MapType map -> value.entries().values().forEach(part -> collect(part, into));
      case Type.ObjectType object -> value.entries().values().forEach(part -> collect(part, into));
      case Type.ListType list -> value.elements().forEach(part -> collect(part, into));
      case Type.SetType set -> value.elements().forEach(part -> collect(part, into));
      case Type.TupleType tuple -> value.elements().forEach(part -> collect(part, into));
      case Type.Any any -> {}
      case Type.Primitive primitive -> {
        if (value instanceof Value.StringValue(String text) && text.length() >= SHORTEST) {
          into.add(text);
        }
      }
    }
  }
}
