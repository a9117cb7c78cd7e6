package io.sluice.model;

import org.jspecify.annotations.Nullable;

/**
 * Addresses that stand for instances that only the run finds out: {@code x.y[*]}, and inside of a
 * module call {@code module.a[*].x.y}, {@code module.a[*].x.y[*]}, {@code module.a[*].output.b}.
 * What is inside such a call is called late.
 */
public final class EveryInstance {
  private static final String MARK = "[*]";
  private static final String OUTPUT = "output";

  private EveryInstance() {}

  public static boolean is(Address address) {
    return at(address.text()) >= 0;
  }

  /** Whether the module that it is in is one of several that only the run finds out. */
  public static boolean isLate(Address address) {
    return isLate(address.text());
  }

  /** The same of what addresses begin with. */
  public static boolean isLate(String text) {
    int at = at(text);
    return at >= 0 && text.startsWith(".", at + MARK.length());
  }

  /** Whether it names outputs of a module call: one by its name, or all. */
  public static boolean isOutput(Address address) {
    String text = address.text();
    int last = text.lastIndexOf(MARK + ".");
    String below = last < 0 ? "" : text.substring(last + MARK.length() + 1);
    return below.equals(OUTPUT) || below.startsWith(OUTPUT + ".");
  }

  /**
   * The address of what an output of a module call is.
   *
   * @param module {@code module.a[*]}
   * @param output null for all of them
   */
  public static Address output(String module, @Nullable String output) {
    return Address.of(module + "." + OUTPUT + (output == null ? "" : "." + output));
  }

  /** The block that a claim holds for it, with everything that it stands for: {@code module.a}. */
  public static String block(Address address) {
    int at = at(address.text());
    return at < 0 ? address.block() : address.text().substring(0, at);
  }

  /** Whether it stands for that instance, among others. */
  public static boolean covers(Address every, Address instance) {
    return covers(every.text(), instance.live().text());
  }

  /** The same of parts of addresses. */
  public static boolean covers(String every, String instance) {
    int i = 0;
    int j = 0;
    boolean quoted = false;
    while (i < every.length() && j < instance.length()) {
      char c = every.charAt(i);
      if (!quoted && every.startsWith(MARK, i)) {
        int end = instance.charAt(j) == '[' ? Address.unquoted(instance, ']', j) : -1;
        if (end < 0) {
          return false;
        }
        i += MARK.length();
        j = end + 1;
        continue;
      }
      if (c != instance.charAt(j)) {
        return false;
      }
      if (c == '\\' && quoted && i + 1 < every.length() && j + 1 < instance.length()) {
        if (every.charAt(i + 1) != instance.charAt(j + 1)) {
          return false;
        }
        i++;
        j++;
      } else if (c == '"') {
        quoted = !quoted;
      }
      i++;
      j++;
    }
    return i == every.length() && j == instance.length();
  }

  private static int at(String text) {
    for (int at = Address.unquoted(text, '[', 0);
        at >= 0;
        at = Address.unquoted(text, '[', at + 1)) {
      if (text.startsWith(MARK, at)) {
        return at;
      }
    }
    return -1;
  }
}
