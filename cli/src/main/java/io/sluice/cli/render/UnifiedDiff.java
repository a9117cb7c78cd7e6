package io.sluice.cli.render;

import java.util.List;

/** Two texts as {@code diff -u} shows them, in one piece from the first change to the last. */
public final class UnifiedDiff {
  private static final int CONTEXT = 3;

  private UnifiedDiff() {}

  public static String of(String name, String before, String after) {
    List<String> old = before.lines().toList();
    List<String> now = after.lines().toList();
    int start = 0;
    while (start < Math.min(old.size(), now.size()) && old.get(start).equals(now.get(start))) {
      start++;
    }
    int end = 0;
    while (end < Math.min(old.size(), now.size()) - start
        && old.get(old.size() - 1 - end).equals(now.get(now.size() - 1 - end))) {
      end++;
    }
    int from = Math.max(0, start - CONTEXT);
    int oldTo = Math.min(old.size(), old.size() - end + CONTEXT);
    int nowTo = Math.min(now.size(), now.size() - end + CONTEXT);
    StringBuilder out = new StringBuilder();
    out.append("--- old/").append(name).append("\n+++ new/").append(name).append('\n');
    out.append("@@ -%d,%d +%d,%d @@%n".formatted(from + 1, oldTo - from, from + 1, nowTo - from));
    lines(out, ' ', old.subList(from, start));
    lines(out, '-', old.subList(start, old.size() - end));
    lines(out, '+', now.subList(start, now.size() - end));
    lines(out, ' ', old.subList(old.size() - end, oldTo));
    return out.toString();
  }

  private static void lines(StringBuilder out, char sign, List<String> lines) {
    lines.forEach(line -> out.append(sign).append(line).append('\n'));
  }
}
