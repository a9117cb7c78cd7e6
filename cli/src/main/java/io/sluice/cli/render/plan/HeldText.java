package io.sluice.cli.render.plan;

import io.sluice.cli.render.DoubtText;
import io.sluice.cli.render.Style;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a plan leaves alone, why, and the commands that change that. */
final class HeldText {
  private static final int SHOWN = 10;

  private HeldText() {}

  static void write(
      List<ShownHeld> held,
      Function<List<String>, String> command,
      Style style,
      StringBuilder out) {
    if (held.isEmpty()) {
      return;
    }
    held.stream().limit(SHOWN).forEach(one -> line(one, style, out));
    if (held.size() > SHOWN) {
      out.append("! and ").append(held.size() - SHOWN).append(" more will not be changed\n");
    }
    out.append('\n');
    List<DoubtText.Doubt> doubts =
        held.stream().map(ShownHeld::doubt).flatMap(Optional::stream).distinct().toList();
    if (!doubts.isEmpty()) {
      out.append("Check what is in doubt, then run one of these for each:\n")
          .append(DoubtText.ways(doubts, command))
          .append('\n');
    }
  }

  private static void line(ShownHeld held, Style style, StringBuilder out) {
    String why =
        held.doubt()
            .map(doubt -> "is in doubt since run " + doubt.run() + " and will not be changed")
            .orElse("will not be changed: " + held.why());
    out.append(style.yellow("! ")).append(style.bold(held.address().text())).append(' ');
    out.append(why).append('\n');
  }
}
