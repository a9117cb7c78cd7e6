package io.sluice.state.store;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.h2.mvstore.Cursor;
import org.jspecify.annotations.Nullable;

/** The entries of a table from a key on, as long as their keys begin with a prefix. */
final class PrefixedEntries implements Iterator<Map.Entry<String, byte[]>> {
  private final Cursor<String, byte[]> cursor;
  private final String prefix;
  private @Nullable String key;

  PrefixedEntries(Cursor<String, byte[]> cursor, String prefix) {
    this.cursor = cursor;
    this.prefix = prefix;
    this.key = advance(cursor, prefix);
  }

  private static @Nullable String advance(Cursor<String, byte[]> cursor, String prefix) {
    String next = cursor.hasNext() ? cursor.next() : null;
    return next != null && next.startsWith(prefix) ? next : null;
  }

  @Override
  public boolean hasNext() {
    return key != null;
  }

  @Override
  public Map.Entry<String, byte[]> next() {
    String current = key;
    if (current == null) {
      throw new NoSuchElementException();
    }
    Map.Entry<String, byte[]> entry = Map.entry(current, cursor.getValue());
    key = advance(cursor, prefix);
    return entry;
  }
}
