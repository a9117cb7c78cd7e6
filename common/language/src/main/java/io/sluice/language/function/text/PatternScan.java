package io.sluice.language.function.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures what a pattern will compile to, before it is compiled: a repeated part counts once for
 * each repetition. Reporting faults is left to the parser.
 */
final class PatternScan {
  private static final int MOST_REPEATS = 1_000;
  private static final long ENDLESS = 1L << 40;

  /** A group that is open: what it has so far, and its last term, which may be repeated. */
  private final class Open {
    private long size;
    private long last;
    private long repeats = 1;
    private long lastRepeats = 1;

    void term(long instructions, long product) {
      last = instructions;
      lastRepeats = product;
      size += instructions;
      repeats = Math.max(repeats, product);
    }

    void repeated(int times) {
      grow(times);
      nested |= lastRepeats > 1 && times > 1;
      lastRepeats = Math.min(ENDLESS, lastRepeats * Math.max(1, times));
      repeats = Math.max(repeats, lastRepeats);
    }

    void grow(int times) {
      long more = Math.min(ENDLESS, last * Math.max(0, times - 1));
      size = Math.min(ENDLESS, size + more);
      last = Math.min(ENDLESS, last + more);
    }
  }

  private final String source;
  private final Deque<Open> open = new ArrayDeque<>();
  private final List<@Nullable String> names = new ArrayList<>();
  private final StringBuilder unnamed = new StringBuilder();
  private boolean nested;
  private int deepest;
  private int at;

  private PatternScan(String source) {
    this.source = source;
    open.push(new Open());
    while (at < source.length()) {
      int start = at;
      boolean named = next();
      unnamed.append(named ? "(" : source.substring(start, at));
    }
    while (open.size() > 1) {
      close();
    }
  }

  static PatternScan of(String source) {
    return new PatternScan(source);
  }

  /** The most instructions that the program can have. */
  long instructions() {
    return open.element().size + 2;
  }

  /** How deep groups nest. */
  int depth() {
    return deepest;
  }

  /** Something is repeated so often, by repeats in repeats, that Go calls the count invalid. */
  boolean repeatsTooOften() {
    return nested && open.element().repeats > MOST_REPEATS;
  }

  /** The name of each group, or null where it has none. */
  List<@Nullable String> names() {
    return names;
  }

  /** The same pattern without the names of groups. */
  String withoutNames() {
    return unnamed.toString();
  }

  /** Takes one piece; true if it opens a group with a name. */
  private boolean next() {
    char c = source.charAt(at);
    switch (c) {
      case '\\' -> escape();
      case '[' -> {
        at = endOfClass();
        open.element().term(1, 1);
      }
      case '(' -> {
        return group();
      }
      case ')' -> {
        at++;
        close();
      }
      case '{' -> brace();
      case '*', '+', '?' -> {
        at++;
        open.element().grow(2);
      }
      default -> {
        at++;
        open.element().term(1, 1);
      }
    }
    return false;
  }

  private void escape() {
    int end = source.startsWith("\\Q", at) ? source.indexOf("\\E", at) : at;
    int next = end < 0 ? source.length() : Math.min(source.length(), end + 2);
    open.element().term(next - at, 1);
    at = next;
  }

  private boolean group() {
    open.push(new Open());
    deepest = Math.max(deepest, open.size() - 1);
    int name = source.startsWith("(?P<", at) ? 4 : source.startsWith("(?<", at) ? 3 : 0;
    int end = name == 0 ? -1 : source.indexOf('>', at);
    if (end > 0 && source.substring(at + name, end).matches("\\w+")) {
      names.add(source.substring(at + name, end));
      at = end + 1;
      return true;
    }
    if (!source.startsWith("(?", at)) {
      names.add(null);
    }
    at++;
    if (at < source.length() && source.charAt(at) == '?') {
      at++; // flags, which repeat nothing
    }
    return false;
  }

  private void close() {
    if (open.size() == 1) {
      return;
    }
    Open inner = open.pop();
    open.element().term(inner.size + 2, inner.repeats);
  }

  private int endOfClass() {
    int i = at + 1;
    if (i < source.length() && source.charAt(i) == '^') {
      i++;
    }
    boolean first = true;
    for (; i < source.length() && (first || source.charAt(i) != ']'); i++) {
      first = false;
      if (source.charAt(i) == '\\') {
        i++;
      } else if (source.startsWith("[:", i) && source.indexOf(":]", i) > 0) {
        i = source.indexOf(":]", i) + 1;
      }
    }
    return Math.min(source.length(), i + 1);
  }

  private void brace() {
    int end = source.indexOf('}', at);
    String inside = end < 0 || end - at > 12 ? "" : source.substring(at + 1, end);
    if (!inside.matches("\\d+(,\\d*)?")) {
      at++;
      open.element().term(1, 1);
      return;
    }
    int times = 1;
    for (String part : inside.split(",", -1)) {
      times = part.isEmpty() ? times : Math.max(times, Integer.parseInt(part));
    }
    open.element().repeated(times);
    at = end + 1;
  }
}
