package io.sluice.sdk.block;

import org.jspecify.annotations.Nullable;

/**
 * An ephemeral resource, which is opened for a run and kept nowhere. Generated classes extend this
 * one.
 *
 * @param <S> the class itself
 */
public abstract non-sealed class EphemeralBlock<S extends EphemeralBlock<S>> extends TypedBlock<S> {
  protected EphemeralBlock(String type, String name) {
    this(type, name, null);
  }

  protected EphemeralBlock(String type, String name, @Nullable Requirement requirement) {
    super("ephemeral", "ephemeral.", type, name, requirement);
  }
}
