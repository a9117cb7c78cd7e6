package io.sluice.model.json;

/** JSON pointers as text (RFC 6901). */
public final class JsonPointers {
  private JsonPointers() {}

  /** The pointer to a field of what {@code parent} points to. */
  public static String child(String parent, String name) {
    return parent + "/" + step(name);
  }

  /** A name as one step of a pointer. */
  public static String step(String name) {
    return name.indexOf('~') < 0 && name.indexOf('/') < 0
        ? name
        : name.replace("~", "~0").replace("/", "~1");
  }

  /** The name that a step stands for. */
  public static String name(String step) {
    return step.indexOf('~') < 0 ? step : step.replace("~1", "/").replace("~0", "~");
  }

  /** One points to the same value as the other, or to one above or below it. */
  public static boolean overlap(String one, String other) {
    return isWithin(one, other) || isWithin(other, one);
  }

  /** Whether a pointer points to what {@code outer} points to, or below it. */
  public static boolean isWithin(String inner, String outer) {
    return inner.equals(outer) || inner.startsWith(outer + "/");
  }
}
