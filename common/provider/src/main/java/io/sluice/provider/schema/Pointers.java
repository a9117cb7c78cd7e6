package io.sluice.provider.schema;

/** JSON pointers as text (RFC 6901). */
final class Pointers {
  private Pointers() {}

  static String child(String parent, String name) {
    return parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  /** One lies at, above or below the other. */
  static boolean overlap(String one, String other) {
    return within(one, other) || within(other, one);
  }

  private static boolean within(String inner, String outer) {
    return inner.equals(outer) || inner.startsWith(outer + "/");
  }
}
