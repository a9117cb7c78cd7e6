package io.sluice.planner.loop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/**
 * Which records of a partition after its committed offset are answered. It is kept in the offset's
 * metadata, and so in the transaction of the answers: the planner that continues there answers
 * nothing twice.
 *
 * @param open what is not answered yet, ascending; the first of them is the committed offset
 * @param next below this, everything that is not open is answered
 * @param laps processes that took up the partition at the committed offset, and left it there
 */
record Answered(List<Long> open, long next, int laps) {
  /** Kafka takes 4,096 bytes unless told otherwise. */
  private static final int MOST_CHARACTERS = 3_800;

  private static final Answered NOTHING = new Answered(List.of(), 0, 0);

  /** Empty runs at the end: a planner that does not count laps finds nothing in them. */
  private static final List<String> EMPTY = List.of("0", "0");

  private static final String LAP = String.join(",", EMPTY);

  private static final String MARK = "answered:";
  private static final int MOST_LAPS = 20;
  private static final int MOST_OPEN = 10_000;
  private static final int RADIX = 36;

  static Answered of(SortedSet<Long> unanswered, long next) {
    return new Answered(List.copyOf(unanswered.headSet(next)), next, 0);
  }

  Answered withLaps(int count) {
    return new Answered(open, next, Math.min(count, MOST_LAPS));
  }

  boolean contains(long offset) {
    return offset < next && Collections.binarySearch(open, offset) < 0;
  }

  boolean fits() {
    return text().length() <= MOST_CHARACTERS;
  }

  /**
   * Lengths of runs: of open ones from the committed offset on, then of answered ones, and so on.
   * Behind them a pair of empty runs for each lap.
   */
  String text() {
    String taken = String.join(",", Collections.nCopies(laps, LAP));
    if (open.isEmpty()) {
      return laps == 0 ? "" : MARK + taken;
    }
    return runs() + (laps == 0 ? "" : "," + taken);
  }

  private String runs() {
    StringBuilder text = new StringBuilder(MARK);
    long at = open.getFirst();
    int i = 0;
    while (i < open.size()) {
      long first = open.get(i);
      if (first > at) {
        text.append(Long.toString(first - at, RADIX)).append(',');
      }
      long end = first;
      while (i < open.size() && open.get(i) == end) {
        end++;
        i++;
      }
      text.append(Long.toString(end - first, RADIX)).append(',');
      at = end;
    }
    return text.append(Long.toString(next - at, RADIX)).toString();
  }

  /** Nothing is known if the metadata was written by another program. */
  static Answered parse(long committed, String text) {
    if (!text.startsWith(MARK)) {
      return NOTHING;
    }
    List<String> runs = new ArrayList<>(List.of(text.substring(MARK.length()).split(",", -1)));
    int laps = 0;
    while (runs.size() >= 2 && runs.subList(runs.size() - 2, runs.size()).equals(EMPTY)) {
      runs.subList(runs.size() - 2, runs.size()).clear();
      laps++;
    }
    List<Long> open = new ArrayList<>();
    long at = committed;
    boolean isOpen = true;
    for (String run : runs) {
      long length = length(run);
      if (length < 0 || (isOpen && open.size() + length > MOST_OPEN)) {
        return NOTHING;
      }
      for (long offset = at; isOpen && offset < at + length; offset++) {
        open.add(offset);
      }
      at += length;
      isOpen = !isOpen;
    }
    return new Answered(open, at, laps);
  }

  private static long length(String run) {
    try {
      return Long.parseLong(run, RADIX);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
