package io.sluice.sdk.block;

import org.jspecify.annotations.Nullable;

/**
 * A resource, an object that is made and kept. Generated classes extend this one.
 *
 * @param <S> the class itself
 */
public abstract non-sealed class ResourceBlock<S extends ResourceBlock<S>> extends TypedBlock<S> {
  protected ResourceBlock(String type, String name) {
    this(type, name, null);
  }

  protected ResourceBlock(String type, String name, @Nullable Requirement requirement) {
    super("resource", "", type, name, requirement);
  }
}
