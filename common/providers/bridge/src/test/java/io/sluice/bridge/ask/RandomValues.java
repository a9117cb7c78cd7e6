package io.sluice.bridge.ask;

import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Refinement;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.number.BigFloat;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Any value of a type, with parts that are null or unknown. */
final class RandomValues {
  private static final List<String> TEXTS =
      List.of("", "a", "ä\uD83D\uDE00", "${not.a.reference}", "\u0000", "x".repeat(300));
  private static final List<String> NUMBERS =
      List.of("0", "-1", "0.1", "12345678901234567890123", "9223372036854775808", "1e-30");

  private final Random random;

  RandomValues(long seed) {
    random = new Random(seed);
  }

  Value of(Type type) {
    return switch (random.nextInt(8)) {
      case 0 -> Value.nullOf(type);
      case 1 -> unknown(type);
      default -> known(type);
    };
  }

  private Value unknown(Type type) {
    if (type.equals(Types.STRING) && random.nextBoolean()) {
      return new Value.UnknownValue(
          type, new Refinement(true, 0, Refinement.UNBOUNDED, "ab-", null, null));
    }
    if (type.equals(Types.NUMBER) && random.nextBoolean()) {
      return new Value.UnknownValue(
          type,
          new Refinement(
              true, 0, Refinement.UNBOUNDED, "", new Refinement.Bound(BigFloat.of(3), true), null));
    }
    if (type.isCollection() && random.nextBoolean()) {
      return new Value.UnknownValue(type, Refinement.NOT_NULL.withLength(1, 4));
    }
    return Value.unknown(type);
  }

  Value known(Type type) {
    return switch (type) {
      case Type.Any any -> of(random.nextBoolean() ? Types.STRING : Type.list(Types.NUMBER));
      case Type.Primitive primitive ->
          switch (primitive) {
            case STRING -> Value.of(TEXTS.get(random.nextInt(TEXTS.size())));
            case NUMBER ->
                Value.of(BigFloat.of(new BigDecimal(NUMBERS.get(random.nextInt(NUMBERS.size())))));
            case BOOL -> Value.of(random.nextBoolean());
          };
      case Type.ListType(Type element) -> ListValue.of(element, several(element));
      case Type.SetType(Type element) -> SetValue.of(element, several(element));
      case Type.MapType(Type element) -> {
        Map<String, Value> entries = new TreeMap<>();
        several(element).forEach(value -> entries.put("key" + entries.size(), value));
        yield MapValue.of(element, entries);
      }
      case Type.TupleType(List<Type> elements) ->
          TupleValue.of(elements.stream().map(this::of).toList());
      case Type.ObjectType object -> {
        Map<String, Value> attributes = new TreeMap<>();
        object.attributes().forEach((name, each) -> attributes.put(name, of(each)));
        yield ObjectValue.of(attributes);
      }
    };
  }

  private List<Value> several(Type element) {
    List<Value> values = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      values.add(of(element));
    }
    return values;
  }

  byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  boolean truth() {
    return random.nextBoolean();
  }

  <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
