package io.sluice.cli.fleet;

import io.sluice.cli.terminal.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many workspaces go before the next are begun. */
public final class Waves {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,6})(%?)");

  private Waves() {}

  /**
   * Divides workspaces into waves, in their order.
   *
   * @param first a wave of their own, before the others; none without any
   * @param sizes of the others: numbers, or parts of all as {@code 50%}, rounded up; what is left
   *     is the last wave
   */
  public static List<List<String>> of(List<String> all, List<String> first, List<String> sizes) {
    List<List<String>> waves = new ArrayList<>();
    List<String> names = new ArrayList<>(all);
    if (!first.isEmpty()) {
      waves.add(List.copyOf(first));
      names.removeAll(first);
    }
    int next = 0;
    for (String text : sizes) {
      int end = Math.min(names.size(), next + size(text, names.size()));
      if (end > next) {
        waves.add(List.copyOf(names.subList(next, end)));
      }
      next = end;
    }
    if (next < names.size()) {
      waves.add(List.copyOf(names.subList(next, names.size())));
    }
    return waves;
  }

  private static int size(String text, int all) {
    Matcher matcher = SIZE.matcher(text.strip());
    int number = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    boolean part = matcher.matches() && !matcher.group(2).isEmpty();
    if (number == 0 || (part && number > 100)) {
      throw Fault.of(
          "\"" + text + "\" is no size of a wave",
          "A size is a number from 1, or a part of all workspaces up to 100%.",
          "For example: --wave 1,10,50%");
    }
    return part ? (int) ((long) number * all + 99) / 100 : number;
  }
}
