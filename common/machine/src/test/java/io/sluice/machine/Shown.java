package io.sluice.machine;

import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Transition;
import io.sluice.model.message.Event;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A transition in short lines: all that is written ({@code +} a record, {@code -} a tombstone; of
 * several under one key the last, as the topics keep it), then all that is sent, in its order.
 */
final class Shown {
  private Shown() {}

  static List<String> all(Transition transition) {
    List<String> lines = new ArrayList<>(written(transition));
    lines.addAll(sent(transition));
    return lines;
  }

  static List<String> written(Transition transition) {
    Map<String, String> lines = new LinkedHashMap<>();
    for (Change change : transition.changes()) {
      String key = change.topic() + change.key("w");
      lines.remove(key);
      lines.put(key, line(change));
    }
    return List.copyOf(lines.values());
  }

  static List<String> sent(Transition transition) {
    return transition.commands().stream().map(Shown::line).toList();
  }

  private static String line(Change change) {
    return switch (change) {
      case Change.Resource resource ->
          resource.value() == null
              ? "- state " + resource.address()
              : "+ state " + record(resource.value());
      case Change.Workspace workspace ->
          workspace.value() == null ? "- workspace" : "+ workspace of " + workspace.value().root();
      case Change.Run run ->
          run.value() == null ? "- run " + run.run() : "+ run " + run(run.value());
      case Change.Submission submission ->
          (submission.value() == null ? "-" : "+") + " submission " + submission.run();
      case Change.Part part ->
          (part.value() == null ? "-" : "+") + " part " + part.planId() + "/" + part.i();
      case Change.Node node ->
          node.value() == null
              ? "- node " + node.node()
              : "+ node " + node.node() + " " + node(node.value());
    };
  }

  static String record(StateRecord record) {
    return record.address()
        + " "
        + record.status()
        + (record.id() == null ? "" : " " + record.id())
        + (record.token() == null ? "" : " token")
        + (record.refreshDue() ? " refreshDue" : "")
        + (record.drifted().isEmpty() ? "" : " drifted " + record.drifted());
  }

  static String run(RunRecord run) {
    return run.run()
        + " "
        + run.shownPhase()
        + (run.outcome() == null ? "" : " " + run.outcome())
        + (run.stop() == null ? "" : " stop=" + run.stop())
        + (run.claim() == null ? "" : " claim=" + run.claim())
        + (run.replan() ? " replan" : "")
        + (run.refresh() == null ? "" : " refresh=" + run.refresh())
        + (run.waitingFor().isEmpty() ? "" : " waits for " + run.waitingFor());
  }

  static String node(NodeRecord node) {
    return node.status()
        + "@"
        + node.attempt()
        + (node.failures() == 0 ? "" : " failures=" + node.failures())
        + (node.recoveries() == 0 ? "" : " recoveries=" + node.recoveries())
        + (node.claimId() == null ? "" : " by " + node.claimId())
        + (node.recovering() ? " recovering" : "")
        + (node.recoverAfter() == null ? "" : " after " + since(node.recoverAfter()))
        + (node.dueAt() == null ? "" : " due " + since(node.dueAt()));
  }

  private static String since(java.time.Instant at) {
    return "+" + Duration.between(Given.START, at).toMillis() + "ms";
  }

  private static String line(Command command) {
    return switch (command) {
      case Command.SendTask send ->
          "task "
              + send.task().node()
              + "@"
              + send.task().attempt()
              + (send.task().recovering() ? " recovering" : "")
              + (send.pool().equals("default") ? "" : " to " + send.pool());
      case Command.RequestPlan request ->
          switch (request.request()) {
            case PlanRequest.PlanRun plan ->
                "plan "
                    + plan.run()
                    + " window="
                    + plan.window()
                    + (plan.claim().isEmpty() ? "" : " " + plan.claim())
                    + (plan.refreshed() ? " refreshed" : "");
            case PlanRequest.ExpandNode expand ->
                "expand " + expand.expand().id() + " " + expand.values();
          };
      case Command.Emit emit -> event(emit.event());
      case Command.SetControl set ->
          "control " + set.control().run() + " " + set.control().standing();
      case Command.ClearControl clear -> "control " + clear.run() + " cleared";
    };
  }

  private static String event(Event event) {
    return "! " + event.kind() + (event.node() == null ? "" : " " + event.node());
  }
}
