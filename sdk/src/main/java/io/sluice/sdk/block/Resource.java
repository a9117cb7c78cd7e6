package io.sluice.sdk.block;

/** A resource, an object that is made and kept. This one is known by the name of its type alone. */
public final class Resource extends ResourceBlock<Resource> {
  private final String type;

  public Resource(String type, String name) {
    super(type, name);
    this.type = type;
  }

  @Override
  protected Resource fresh() {
    return new Resource(type, ownLabel());
  }
}
