package io.sluice.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.render.Style;
import io.sluice.cli.render.plan.PlanText;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.cli.render.plan.ShownHeld;
import io.sluice.cli.render.run.RunsText;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Order;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.configuration.desired.Outputs;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import io.sluice.transport.query.QueryClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The plan of a run that waits for approval: shown to a person, and approved or discarded as it was
 * shown. Its hash goes with the approval, so that another plan than that one is not begun.
 */
public final class RunPlan {
  private final Invocation invocation;
  private final Settings settings;
  private final Deployment deployment;

  public RunPlan(Invocation invocation, Settings settings, Deployment deployment) {
    this.invocation = invocation;
    this.settings = settings;
    this.deployment = deployment;
  }

  /** Fails at once where no one can be asked for approval. */
  public static void requireSomebody(Invocation invocation, boolean autoApprove, boolean json) {
    if (!autoApprove && (json || !invocation.terminal().interactive())) {
      throw Fault.unasked(
          "The run's plan needs approval.", "Give --auto-approve, or run this on a terminal.");
    }
  }

  /** Refuses a run that waits for no approval: who could give it makes no difference then. */
  public static void requireWaiting(Invocation invocation, RunRecord record) {
    if (record.phase() != RunPhase.AWAITING_APPROVAL) {
      throw waitsForNothing(invocation, record);
    }
  }

  private static Fault waitsForNothing(Invocation invocation, RunRecord record) {
    return Fault.of(
        "Run " + record.run() + " does not wait for approval",
        "Its status: " + RunsText.status(record) + ".",
        "`" + invocation.command("runs", "show", record.run()) + "` shows it.");
  }

  /** Whether it was approved. What a person says no to is discarded only when {@code discarding} */
  public boolean decide(String run, boolean autoApprove, boolean discarding, boolean json) {
    KnownRun known = KnownRun.find(deployment, run);
    RunRecord record = known.run();
    String hash = record.toApprove();
    if (record.phase() != RunPhase.AWAITING_APPROVAL || hash == null) {
      throw waitsForNothing(invocation, record);
    }
    if (!json) {
      show(known);
    }
    String by = Operator.name();
    if (autoApprove || agreed(record, discarding)) {
      deployment.client().order(record.workspace(), new Order.Approve(record.run(), hash, by));
      return true;
    }
    if (discarding) {
      deployment.client().order(record.workspace(), new Order.Discard(record.run(), by));
    } else {
      invocation.note(
          "Nothing was decided. To end the run:\n  "
              + invocation.command("runs", "discard", record.run()));
    }
    return false;
  }

  private boolean agreed(RunRecord run, boolean discarding) {
    return ApprovalQuestion.toPerform(run.workspace())
        .otherwise(discarding ? "anything else discards the run" : "")
        .ask(invocation.terminal());
  }

  private void show(KnownRun known) {
    invocation.terminal().out().println(text(known));
  }

  /** As it would be approved. */
  public String text(KnownRun known) {
    RunRecord.Beyond beyond = known.run().beyond();
    if (beyond != null && !beyond.waiting().isEmpty()) {
      return beyond(beyond.waiting());
    }
    String workspace = known.run().workspace();
    Snapshot snapshot = deployment.query().snapshot(workspace, QueryClient.ANY_VERSION);
    Map<Address, StateRecord> prior =
        snapshot.resources().stream()
            .collect(Collectors.toMap(StateRecord::address, Function.identity()));
    ProviderRegistry registry = InstalledProviders.all(invocation);
    List<Node> nodes = nodes(known.run().run());
    List<ShownChange> changes =
        new NodeChanges(prior, registry, new CarriedPlans(workspace, secrets(), registry))
            .of(nodes.stream().filter(node -> !isOwn(node)).toList());
    Style style = invocation.terminal().style();
    return PlanText.of(
        RunKind.APPLY, changes, List.of(), held(known, nodes), style, invocation::command);
  }

  /** What turned out in the run. */
  private String beyond(List<String> addresses) {
    Style style = invocation.terminal().style();
    StringBuilder text =
        new StringBuilder("The run would delete or replace what its plan did not show:\n\n");
    addresses.forEach(
        address -> text.append("  ").append(style.red("- ")).append(address).append('\n'));
    return text.toString();
  }

  private Optional<Secrets> secrets() {
    Path key = Keys.file(invocation, settings);
    return Files.exists(key) ? Optional.of(new Secrets(Keyring.load(key))) : Optional.empty();
  }

  private static boolean isOwn(Node node) {
    return node.address().equals(Outputs.ADDRESS) || NodeId.role(node.id()).isCondition();
  }

  /** What failed before anything was begun is held back. */
  private static List<ShownHeld> held(KnownRun known, List<Node> nodes) {
    List<ShownHeld> held = new ArrayList<>();
    for (Node node : nodes) {
      NodeRecord record = known.nodes().get(node.id());
      if (record != null && record.status() == NodeStatus.FAILED) {
        String why = record.error() == null ? "" : record.error().message();
        held.add(new ShownHeld(node.address(), why, Optional.empty()));
      }
    }
    return held;
  }

  private List<Node> nodes(String run) {
    return deployment.query().plan(run).map(RunPlan::decoded).orElse(List.of());
  }

  /** The nodes in an answer of the query API. */
  public static List<Node> decoded(JsonNode plan) {
    List<Node> nodes = new ArrayList<>();
    for (JsonNode node : plan.path("nodes")) {
      try {
        nodes.add(Json.decode(Json.encode(node), Node.class));
      } catch (MalformedMessage e) {
        throw Fault.of("The plan can't be read", String.valueOf(e.getMessage()), "").because(e);
      }
    }
    return nodes;
  }
}
