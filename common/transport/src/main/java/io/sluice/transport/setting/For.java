package io.sluice.transport.setting;

/** Who reads a setting. */
public enum For {
  ALL("services and commands"),
  SERVICES("services"),
  STATE("state service"),
  PLANNER("planner"),
  WORKER("worker"),
  COMMANDS("commands"),
  LAUNCHER("the script `sluice`"),
  SLUICE("set by Sluice for what it starts");

  private final String title;

  For(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }
}
