package io.sluice.planning.secret;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.json.JsonValues;
import java.util.LinkedHashSet;
import java.util.Set;

/** The texts that are secret by a configuration: they may be parts of what is made of them. */
public final class SecretTexts {
  private SecretTexts() {}

  /** Of the values that a module and those below it give names to. */
  public static Set<String> of(ModuleInstance root) {
    Set<String> texts = new LinkedHashSet<>();
    collect(root, texts);
    return texts;
  }

  /** Of the parts of a value that are marked as secret. */
  public static Set<String> of(Value marked) {
    Set<String> texts = new LinkedHashSet<>();
    collect(marked, false, texts);
    return texts;
  }

  private static void collect(ModuleInstance module, Set<String> into) {
    module.named().forEach(named -> collect(named.value(), false, into));
    module
        .children()
        .values()
        .forEach(children -> children.all().forEach(child -> collect(child, into)));
  }

  private static void collect(Value marked, boolean within, Set<String> into) {
    boolean secret = within || marked.hasMark(Mark.SENSITIVE) || marked.hasMark(Mark.EPHEMERAL);
    Value value = marked.unmarked();
    if (!value.isKnown() || value.isNull() || !(secret || value.containsMarks())) {
      return;
    }
    switch (value.type()) {
      case Type.MapType map -> value.entries().values().forEach(it -> collect(it, secret, into));
      case Type.ObjectType object ->
          value.entries().values().forEach(it -> collect(it, secret, into));
      case Type.ListType list -> value.elements().forEach(it -> collect(it, secret, into));
      case Type.SetType set -> value.elements().forEach(it -> collect(it, secret, into));
      case Type.TupleType tuple -> value.elements().forEach(it -> collect(it, secret, into));
      default -> collect(JsonValues.toJson(value), into);
    }
  }

  /** Every text and number in the value. */
  public static void collect(JsonNode value, Set<String> into) {
    if (value.isTextual() || value.isNumber()) {
      into.add(value.asText());
    }
    value.forEach(child -> collect(child, into));
  }
}
