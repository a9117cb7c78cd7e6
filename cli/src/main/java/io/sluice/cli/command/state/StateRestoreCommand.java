package io.sluice.cli.command.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.command.shared.EditOptions;
import io.sluice.cli.command.shared.StateEditor;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.surgery.Edit;
import io.sluice.cli.surgery.Records;
import io.sluice.cli.surgery.Replacement;
import io.sluice.cli.surgery.Replacement.Changed;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Order.Whole;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "restore",
    description =
        "Restores records as they were at a moment, or undoes what one run wrote. Objects do not"
            + " change: the next plan shows how they differ.",
    footer = {"", "Example:", "  sluice state restore --undo last --dry-run"})
final class StateRestoreCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private EditOptions options = new EditOptions();

  @Parameters(index = "0", arity = "0..1", paramLabel = "TIME|RUN", description = Moments.HELP)
  private @Nullable String moment;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ADDRESS",
      description =
          "Only these addresses, and everything below them (default: the whole workspace).")
  private List<String> addresses = new ArrayList<>();

  @Option(
      names = "--undo",
      paramLabel = "RUN",
      description = "Undo what this run wrote; `last` is the last one that wrote anything.")
  private @Nullable String undo;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = "Restore what `sluice export DIR` wrote, where its workspaces are empty.")
  private @Nullable String from;

  @Option(names = "--force", description = "Overwrite later changes too.")
  private boolean force;

  StateRestoreCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    StateEditor desk = new StateEditor(invocation, options);
    if ((moment == null ? 0 : 1) + (undo == null ? 0 : 1) + (from == null ? 0 : 1) != 1) {
      throw Fault.of(
          "What should be restored?",
          "Give a moment (" + Moments.HELP + "), or --undo RUN, or --from DIR.",
          "`sluice runs list` lists runs, `sluice state history ADDRESS` what was written.");
    }
    String folder = from;
    String run = undo;
    if (folder != null) {
      return new Exported(invocation, options).restore(invocation.resolve(folder));
    }
    return desk.performWith(
        "sluice state restore",
        (deployment, now) -> run != null ? undone(deployment, now, run) : then(deployment, now));
  }

  private Edit then(Deployment deployment, Snapshot now) {
    String asked = Moments.of(deployment, String.valueOf(moment));
    JsonNode then = deployment.query().at(now.workspace(), asked);
    if (!then.path("unknown").isEmpty() && !force) {
      throw Fault.of(
          "The log does not go back that far",
          then.path("unknown").size() + " addresses have no record of that time.",
          "--force restores the others and removes those; or name addresses.");
    }
    List<StateRecord> wanted = new ArrayList<>();
    then.path("resources").forEach(resource -> wanted.add(record(resource)));
    if (then.hasNonNull("outputs")) {
      wanted.add(record(then.path("outputs")));
    }
    Records records = new Records(StatePushCommand.all(now));
    String what = "state restore " + moment;
    return addresses.isEmpty()
        ? Replacement.of(what, records, wanted, (Whole) null)
        : Replacement.of(what + " " + String.join(" ", addresses), records, wanted, addresses);
  }

  private Edit undone(Deployment deployment, Snapshot now, String typed) {
    UndoneRun undone = new UndoneRun(invocation, deployment, now.workspace());
    String run = undone.of(typed);
    JsonNode diff = undone.diff(run);
    List<Changed> changes = new ArrayList<>();
    for (JsonNode change : diff.path("changes")) {
      changes.add(
          new Changed(
              new Address(change.path("address").asText()),
              Optional.ofNullable(change.get("before")).map(StateRestoreCommand::record),
              Optional.ofNullable(change.get("after")).map(StateRestoreCommand::record)));
    }
    return Replacement.undone(run, new Records(StatePushCommand.all(now)), changes, force);
  }

  private static StateRecord record(JsonNode tree) {
    try {
      return Json.mapper().treeToValue(tree, StateRecord.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the log holds what is no record", e);
    }
  }
}
