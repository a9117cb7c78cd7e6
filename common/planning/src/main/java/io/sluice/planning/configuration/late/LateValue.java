package io.sluice.planning.configuration.late;

import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.ModuleInstances;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.Address;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The value of one output, or of all outputs, of a module call in all of its instances. */
public final class LateValue {
  private static final String EVERY = "[*].";

  private LateValue() {}

  /** Unknown where the call is not there, or not expanded. */
  public static Value of(ModuleInstance root, Address output) {
    String text = output.text();
    int end = text.lastIndexOf(EVERY);
    String name = text.substring(end + EVERY.length()).replaceFirst("^output\\.?", "");
    return find(root, text.substring(0, end))
        .filter(call -> call.expansion() instanceof Expansion.Known)
        .map(call -> name.isEmpty() ? call.value() : each(call, name))
        .orElse(Values.UNKNOWN);
  }

  private static Value each(ModuleInstances call, String name) {
    if (call.expansion().kind() == Expansion.Kind.COUNTED) {
      return TupleValue.of(call.all().stream().map(one -> one.output(name).value()).toList());
    }
    Map<String, Value> byKey = new LinkedHashMap<>();
    call.instances()
        .forEach(
            (key, one) -> {
              if (key instanceof InstanceKey.Key(String text)) {
                byKey.put(text, one.output(name).value());
              }
            });
    return ObjectValue.of(byKey);
  }

  private static Optional<ModuleInstances> find(ModuleInstance module, String call) {
    for (Map.Entry<String, ModuleInstances> each : module.children().entrySet()) {
      if (call.equals(module.prefix() + each.getKey())) {
        return Optional.of(each.getValue());
      }
      for (ModuleInstance one : each.getValue().all()) {
        Optional<ModuleInstances> found =
            call.startsWith(one.prefix()) ? find(one, call) : Optional.empty();
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }
}
