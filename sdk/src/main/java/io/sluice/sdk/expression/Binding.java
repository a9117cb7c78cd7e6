package io.sluice.sdk.expression;

/**
 * A name that a loop gives to each element. Two loops inside of each other may wish for the same
 * one: which it is in the text is decided when the text is written.
 */
public final class Binding {
  private final String wish;

  public Binding(String wish) {
    this.wish = wish;
  }

  String wish() {
    return wish;
  }

  @Override
  public String toString() {
    return wish;
  }
}
