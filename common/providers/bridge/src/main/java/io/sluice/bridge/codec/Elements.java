package io.sluice.bridge.codec;

import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Collections of decoded elements: where the declared element type is open, the elements decide it.
 */
final class Elements {
  private Elements() {}

  static Value list(Type declared, List<Value> elements) throws DecodeFailed {
    return ListValue.of(common(declared, elements), elements);
  }

  static Value set(Type declared, List<Value> elements) throws DecodeFailed {
    return SetValue.of(common(declared, elements), elements);
  }

  static Value map(Type declared, Map<String, Value> elements) throws DecodeFailed {
    return MapValue.of(common(declared, elements.values()), elements);
  }

  private static Type common(Type declared, Collection<Value> elements) throws DecodeFailed {
    if (!declared.hasAny() || elements.isEmpty()) {
      return declared;
    }
    Type first = elements.iterator().next().type();
    for (Value element : elements) {
      if (!element.type().equals(first)) {
        throw new DecodeFailed("the elements are of different types");
      }
    }
    return first;
  }
}
