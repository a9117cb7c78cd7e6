package io.sluice.cli.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.fleet.SeenReaders.Seen;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.reader.Reader;
import io.sluice.model.json.Json;
import io.sluice.model.plan.OnChange;
import io.sluice.seal.SealFailure;
import io.sluice.transport.TransportFailure;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** What is said of workspaces that read outputs of others. */
public final class ReadersText {
  private ReadersText() {}

  /**
   * After an apply: who reads what it has changed, and what becomes of that. Nothing is said where
   * nobody can see it, since the apply is done.
   */
  public static void tell(
      Invocation invocation,
      Settings settings,
      Deployment deployment,
      Collection<String> applied,
      boolean json) {
    List<Seen> changed;
    try {
      changed =
          new SeenReaders(invocation, settings, deployment)
              .all().stream()
                  .filter(seen -> seen.changed().keySet().stream().anyMatch(applied::contains))
                  .toList();
    } catch (TransportFailure | SealFailure e) {
      return;
    }
    if (changed.isEmpty()) {
      return;
    }
    if (!json) {
      invocation.terminal().out().println();
    }
    for (Seen seen : changed) {
      invocation.terminal().out().println(json ? line(seen, Instant.now()) : sentence(seen));
    }
    invocation.terminal().out().flush();
  }

  static String sentence(Seen seen) {
    Reader reader = seen.reader();
    return "Workspace %s reads %s, which changed since it was applied: %s"
        .formatted(reader.workspace(), Reader.text(seen.changed()), follows(seen));
  }

  private static String follows(Seen seen) {
    Reader reader = seen.reader();
    if (reader.onChange() == OnChange.NOTIFY) {
      return "plan it again.";
    }
    if (!reader.kept()) {
      return "plan it again, since its configuration is too large to be kept.";
    }
    if (reader.onChange() == OnChange.PLAN) {
      return "a run of it is planned, and waits for approval where it has anything to do.";
    }
    return seen.circular()
        ? "a run of it is planned and waits for approval, since it also makes what it reads."
        : "a run of it is applied, and waits for approval where it deletes anything.";
  }

  /** One for a program. */
  public static ObjectNode line(Seen seen, Instant now) {
    Reader reader = seen.reader();
    ObjectNode reads = Json.object();
    reader
        .reads()
        .forEach(
            (from, taken) -> {
              ArrayNode names = reads.putArray(from);
              taken.outputs().keySet().forEach(names::add);
            });
    ObjectNode changed = Json.object();
    seen.changed()
        .forEach(
            (from, names) -> {
              ArrayNode list = changed.putArray(from);
              names.forEach(list::add);
            });
    ObjectNode line =
        JsonLine.of("reader", now)
            .put("workspace", reader.workspace())
            .put("on_change", reader.onChange().word())
            .put("kept", reader.kept())
            .put("circular", seen.circular());
    line.set("reads", reads);
    line.set("changed", changed);
    if (!reader.runs().isEmpty()) {
      line.put("run", reader.runs().getFirst().run());
    }
    return line;
  }
}
