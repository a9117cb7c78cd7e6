package io.sluice.language.config;

/** What becomes of the object: kept, only read, or open for one run. */
public enum ResourceMode {
  MANAGED("resource"),
  DATA("data"),
  EPHEMERAL("ephemeral");

  private final String block;

  ResourceMode(String block) {
    this.block = block;
  }

  /** The type of the block that declares it. */
  public String block() {
    return block;
  }
}
