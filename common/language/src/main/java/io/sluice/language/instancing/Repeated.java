package io.sluice.language.instancing;

import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import org.jspecify.annotations.Nullable;

/**
 * One instance of a block, and what {@code count} and {@code each} are inside of it.
 *
 * @param index {@code count.index}; null where the block has no count
 * @param eachKey {@code each.key}; null where the block has no for_each
 */
public record Repeated(
    InstanceKey key, @Nullable Value index, @Nullable Value eachKey, @Nullable Value eachValue) {
  public static final Repeated SINGLE = new Repeated(InstanceKey.none(), null, null, null);

  static Repeated counted(int index) {
    return new Repeated(new InstanceKey.Index(index), Value.of(index), null, null);
  }

  static Repeated keyed(String key, Value value) {
    return new Repeated(new InstanceKey.Key(key), null, Value.of(key), value);
  }

  /** An instance of which only the key is known. */
  public static Repeated at(InstanceKey key) {
    return switch (key) {
      case InstanceKey.None none -> SINGLE;
      case InstanceKey.Index(int position) -> counted(position);
      case InstanceKey.Key(String text) -> keyed(text, Values.UNKNOWN);
      case InstanceKey.Every every -> anyKeyed();
    };
  }

  /** Any instance of a block with a count that is not known. */
  static Repeated anyCounted() {
    return new Repeated(InstanceKey.every(), Value.unknownNotNull(Types.NUMBER), null, null);
  }

  static Repeated anyKeyed() {
    return new Repeated(
        InstanceKey.every(), null, Value.unknownNotNull(Types.STRING), Values.UNKNOWN);
  }
}
