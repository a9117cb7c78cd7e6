package io.sluice.sdk.block;

/** A call of a module whose variables and outputs are known by their names alone. */
public final class ModuleCall extends ModuleBlock<ModuleCall> {
  private final String source;

  public ModuleCall(String name, String source) {
    super(name, source);
    this.source = source;
  }

  public ModuleCall(String name, String source, String version) {
    super(name, source, version);
    this.source = source;
  }

  @Override
  protected ModuleCall fresh() {
    return new ModuleCall(ownLabel(), source);
  }
}
