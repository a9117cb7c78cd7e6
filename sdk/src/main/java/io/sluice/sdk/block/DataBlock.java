package io.sluice.sdk.block;

import org.jspecify.annotations.Nullable;

/**
 * A data source, which is only read. Generated classes extend this one.
 *
 * @param <S> the class itself
 */
public abstract non-sealed class DataBlock<S extends DataBlock<S>> extends TypedBlock<S> {
  protected DataBlock(String type, String name) {
    this(type, name, null);
  }

  protected DataBlock(String type, String name, @Nullable Requirement requirement) {
    super("data", "data.", type, name, requirement);
  }
}
