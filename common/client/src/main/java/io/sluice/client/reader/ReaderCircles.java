package io.sluice.client.reader;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Workspaces that read each other, directly or through others: what one of them is applied with
 * changes what the next one is, and so round again.
 */
public final class ReaderCircles {
  private ReaderCircles() {}

  /** Those that read what they themselves make. */
  public static Set<String> in(Collection<Reader> readers) {
    Map<String, Set<String>> reads = new HashMap<>();
    readers.forEach(reader -> reads.put(reader.workspace(), reader.reads().keySet()));
    Set<String> circular = new HashSet<>();
    for (String workspace : reads.keySet()) {
      if (reaches(workspace, reads)) {
        circular.add(workspace);
      }
    }
    return circular;
  }

  private static boolean reaches(String workspace, Map<String, Set<String>> reads) {
    List<String> open = new ArrayList<>(reads.getOrDefault(workspace, Set.of()));
    Set<String> passed = new HashSet<>();
    while (!open.isEmpty()) {
      String next = open.removeLast();
      if (next.equals(workspace)) {
        return true;
      }
      if (passed.add(next)) {
        open.addAll(reads.getOrDefault(next, Set.of()));
      }
    }
    return false;
  }
}
