package io.sluice.sdk.block;

/**
 * An ephemeral resource, which is opened for a run and kept nowhere. This one is known by the name
 * of its type alone.
 */
public final class EphemeralResource extends EphemeralBlock<EphemeralResource> {
  private final String type;

  public EphemeralResource(String type, String name) {
    super(type, name);
    this.type = type;
  }

  @Override
  protected EphemeralResource fresh() {
    return new EphemeralResource(type, ownLabel());
  }
}
