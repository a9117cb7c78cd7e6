package io.sluice.cli.command.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.fleet.FleetPlan;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.plan.PlanLines;
import io.sluice.cli.render.plan.PlanText;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.plan.RunKind;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;

/** Plans of several workspaces, one below the other, in the order in which they are applied. */
final class FleetText {
  private final Invocation invocation;
  private final boolean json;
  private final PrintStream out;

  FleetText(Invocation invocation, boolean json) {
    this.invocation = invocation;
    this.json = json;
    this.out = invocation.terminal().out();
  }

  void show(FleetPlan plan) {
    plan.parts().forEach((name, part) -> show(plan, name, part));
    if (!json) {
      out.println(total(plan));
    }
    out.flush();
  }

  private void show(FleetPlan plan, String name, FleetPlan.Part part) {
    heading(plan, name, part);
    switch (part) {
      case FleetPlan.Planned planned -> changes(name, planned);
      case FleetPlan.Faulty faulty -> invocation.tell(new Fault(faulty.faults()));
      case FleetPlan.Skipped skipped ->
          invocation.note(
              "Workspace "
                  + name
                  + " was not planned: it comes after "
                  + skipped.because()
                  + ", which could not be.");
    }
  }

  private void heading(FleetPlan plan, String name, FleetPlan.Part part) {
    String after = String.join(", ", plan.order().before(name));
    if (json) {
      out.println(
          JsonLine.of("workspace", Instant.now())
              .put("workspace", name)
              .put("directory", part.member().place().directory().toString())
              .put("after", after));
      return;
    }
    String where = part.member().inside().directory().toString();
    out.println(
        invocation.terminal().style().bold("Workspace " + name)
            + " ("
            + shown(where)
            + (after.isEmpty() ? "" : ", after " + after)
            + ")\n");
  }

  private String shown(String directory) {
    Path home = invocation.start();
    Path path = Path.of(directory);
    return path.startsWith(home) && !path.equals(home)
        ? home.relativize(path).toString()
        : directory;
  }

  private void changes(String name, FleetPlan.Planned part) {
    if (json) {
      PlanLines.of(part.drawn().changes(), part.drawn().outputs(), "plan", Instant.now())
          .forEach(line -> out.println(((ObjectNode) line).put("workspace", name)));
      return;
    }
    out.println(
        PlanText.of(
            part.drawn().kind(),
            part.drawn().changes(),
            part.drawn().outputs(),
            part.drawn().held(),
            invocation.terminal().style(),
            invocation::command));
    if (part.open()) {
      out.println(
          "This rests on outputs that are known after the apply: it may become another plan.\n");
    }
  }

  private static String total(FleetPlan plan) {
    long work = plan.planned().stream().filter(FleetPlan.Planned::isWork).count();
    long unplanned = plan.parts().size() - plan.planned().size();
    return "Fleet: "
        + plan.parts().size()
        + " workspaces, "
        + work
        + (plan.kind() == RunKind.DESTROY ? " to destroy" : " to apply")
        + (unplanned == 0 ? "" : ", " + unplanned + " without a plan")
        + ".";
  }
}
