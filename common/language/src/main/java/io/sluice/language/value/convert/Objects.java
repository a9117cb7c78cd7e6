package io.sluice.language.value.convert;

import io.sluice.language.value.CodePoints;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Conversions to object types: surplus attributes are dropped, optional ones may be missing. */
final class Objects {
  private Objects() {}

  static Conversion.@Nullable Step fromObject(
      Type.ObjectType from, Type.ObjectType to, boolean unsafe) {
    SortedMap<String, Conversion.Step> steps = new TreeMap<>(CodePoints.ORDER);
    for (Map.Entry<String, Type> wanted : to.attributes().entrySet()) {
      Type have = from.attributes().get(wanted.getKey());
      if (have == null) {
        if (!to.optional().contains(wanted.getKey())) {
          return null;
        }
        continue;
      }
      Conversion.Step step = Conversion.find(have, wanted.getValue(), unsafe);
      if (step == null) {
        return null;
      }
      steps.put(wanted.getKey(), step);
    }
    return (value, path) -> {
      SortedMap<String, Value> converted = new TreeMap<>(CodePoints.ORDER);
      for (Map.Entry<String, Type> wanted : to.attributes().entrySet()) {
        String name = wanted.getKey();
        Value part = value.entries().get(name);
        Conversion.Step step = steps.get(name);
        converted.put(
            name,
            part == null || step == null
                ? Value.nullOf(wanted.getValue())
                : step.apply(part, path + "." + name));
      }
      return ObjectValue.of(converted);
    };
  }

  static Conversion.@Nullable Step fromMap(Type element, Type.ObjectType to) {
    SortedMap<String, Conversion.Step> steps = new TreeMap<>(CodePoints.ORDER);
    for (Map.Entry<String, Type> wanted : to.attributes().entrySet()) {
      Conversion.Step step = Conversion.find(element, wanted.getValue(), true);
      if (step == null) {
        return null;
      }
      steps.put(wanted.getKey(), step);
    }
    return (value, path) -> {
      SortedMap<String, Value> converted = new TreeMap<>(CodePoints.ORDER);
      for (Map.Entry<String, Conversion.Step> wanted : steps.entrySet()) {
        String name = wanted.getKey();
        Value part = value.entries().get(name);
        if (part == null && !to.optional().contains(name)) {
          throw new ConversionException(
              path, "map has no element for required attribute " + GoQuote.quote(name));
        }
        converted.put(
            name,
            part == null
                ? Value.nullOf(Conversion.attribute(to, name))
                : wanted.getValue().apply(part, path + "[" + GoQuote.quote(name) + "]"));
      }
      return ObjectValue.of(converted);
    };
  }
}
