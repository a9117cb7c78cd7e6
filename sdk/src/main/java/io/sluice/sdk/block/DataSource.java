package io.sluice.sdk.block;

/** A data source, which is only read. This one is known by the name of its type alone. */
public final class DataSource extends DataBlock<DataSource> {
  private final String type;

  public DataSource(String type, String name) {
    super(type, name);
    this.type = type;
  }

  @Override
  protected DataSource fresh() {
    return new DataSource(type, ownLabel());
  }
}
