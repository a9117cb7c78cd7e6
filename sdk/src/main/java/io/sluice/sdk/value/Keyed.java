package io.sluice.sdk.value;

/**
 * What is written for each entry of a map.
 *
 * @param <E> the values of the map
 * @param <B> the block that is written
 */
@FunctionalInterface
public interface Keyed<E extends Value, B> {
  void accept(TextValue key, E value, B block);
}
