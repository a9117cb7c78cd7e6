package io.sluice.cli.render.plan;

import static java.util.Comparator.comparing;

import io.sluice.cli.render.NaturalOrder;
import io.sluice.cli.render.Pointers;
import io.sluice.cli.render.Style;
import io.sluice.model.Address;
import io.sluice.model.plan.RunKind;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The whole text of a plan. */
public final class PlanText {
  private PlanText() {}

  /** The blocks by their addresses, then the count, then outputs. */
  public static String of(List<ShownChange> changes, List<ShownOutput> outputs, Style style) {
    return of(RunKind.APPLY, changes, outputs, List.of(), style, words -> String.join(" ", words));
  }

  /**
   * The same of a plan that leaves something alone: that is said instead of what would be done.
   *
   * @param command a command of this deployment, quoted for a shell
   */
  public static String of(
      RunKind kind,
      List<ShownChange> changes,
      List<ShownOutput> outputs,
      List<ShownHeld> held,
      Style style,
      Function<List<String>, String> command) {
    List<ShownChange> shown =
        without(held, changes).stream()
            .filter(ShownChange::isTold)
            .sorted(comparing(change -> change.address().text(), NaturalOrder.TEXT))
            .toList();
    if (shown.isEmpty() && outputs.isEmpty() && held.isEmpty()) {
      return style.green(style.bold("No changes."))
          + (kind == RunKind.DESTROY
              ? " No objects need to be destroyed.\n"
              : " Your infrastructure matches the configuration.\n");
    }
    StringBuilder out = new StringBuilder();
    HeldText.write(held, command, style, out);
    if (!shown.isEmpty()) {
      legend(shown, out, style);
      out.append("Sluice will perform the following actions:\n\n");
      for (ShownChange change : shown) {
        new ChangeText(change, style).write(out);
        out.append('\n');
      }
      out.append(PlanTotals.of(shown).line(style)).append('\n');
    }
    outputs(outputs, !shown.isEmpty(), out, style);
    return out.toString();
  }

  /** What is really done. */
  public static List<ShownChange> without(List<ShownHeld> held, List<ShownChange> changes) {
    Set<Address> left = held.stream().map(ShownHeld::address).collect(Collectors.toSet());
    return changes.stream().filter(change -> !left.contains(change.address())).toList();
  }

  private static void legend(List<ShownChange> shown, StringBuilder out, Style style) {
    List<String> lines = Legend.lines(shown, style);
    if (!lines.isEmpty()) {
      out.append("Actions are indicated with the following symbols:\n");
      lines.forEach(line -> out.append(line).append('\n'));
      out.append('\n');
    }
  }

  private static void outputs(
      List<ShownOutput> outputs, boolean below, StringBuilder out, Style style) {
    if (outputs.isEmpty()) {
      return;
    }
    out.append(below ? "\n" : "").append(style.bold("Changes to Outputs:")).append('\n');
    int widest = outputs.stream().mapToInt(output -> output.name().length()).max().orElse(0);
    for (ShownOutput output : outputs) {
      Pointers hidden = output.sensitive() ? Pointers.of(List.of("")) : Pointers.NONE;
      new ValueChange(style, hidden, hidden, Pointers.NONE, Pointers.NONE)
          .entry(out, output.name(), widest, output.before(), output.after(), 4, "");
    }
    if (!below) {
      out.append("\nThese outputs are new or differ; no resource has to change for them.\n");
    }
  }
}
