package io.sluice.cli.render;

/** Colour where it is wanted, plain text where not. */
public final class Style {
  public static final Style PLAIN = new Style(false);
  public static final Style COLOUR = new Style(true);
  private static final String RESET = "\u001b[0m";

  private final boolean colour;

  private Style(boolean colour) {
    this.colour = colour;
  }

  public static Style of(boolean colour) {
    return colour ? COLOUR : PLAIN;
  }

  public boolean isColour() {
    return colour;
  }

  public String bold(String text) {
    return wrapped("1", text);
  }

  public String dim(String text) {
    return wrapped("2", text);
  }

  public String red(String text) {
    return wrapped("31", text);
  }

  public String green(String text) {
    return wrapped("32", text);
  }

  public String yellow(String text) {
    return wrapped("33", text);
  }

  public String cyan(String text) {
    return wrapped("36", text);
  }

  private String wrapped(String code, String text) {
    return colour && !text.isEmpty() ? "\u001b[" + code + "m" + text + RESET : text;
  }
}
