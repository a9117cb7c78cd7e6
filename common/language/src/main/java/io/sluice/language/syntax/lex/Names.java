package io.sluice.language.syntax.lex;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Gives the same String for the same identifier: a file repeats few of them very often. */
public final class Names {
  private static final int SLOTS = 1024;

  private final Tokens tokens;
  private final @Nullable String[] known = new String[SLOTS];

  Names(Tokens tokens) {
    this.tokens = tokens;
  }

  String of(int index) {
    byte[] text = tokens.text();
    int start = tokens.start(index);
    int end = tokens.end(index);
    int hash = 0;
    for (int i = start; i < end; i++) {
      hash = hash * 31 + text[i];
    }
    int slot = (hash ^ hash >>> 16) & (SLOTS - 1);
    String found = known[slot];
    if (found != null && same(found, text, start, end)) {
      return found;
    }
    String name = new String(text, start, end - start, StandardCharsets.UTF_8);
    known[slot] = name;
    return name;
  }

  private static boolean same(String name, byte[] text, int start, int end) {
    if (name.length() != end - start) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) != text[start + i]) {
        return false;
      }
    }
    return true;
  }
}
