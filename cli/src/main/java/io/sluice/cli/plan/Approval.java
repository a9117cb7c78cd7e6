package io.sluice.cli.plan;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.install.KnownProviders;
import io.sluice.cli.render.Style;
import io.sluice.cli.render.plan.PlanText;
import io.sluice.cli.render.plan.PlanTotals;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.cli.render.plan.ShownHeld;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.Submission;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.Planning;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import io.sluice.transport.query.QueryClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shows the plan to a person and asks when something would be deleted or replaced. The planner
 * draws the plan again under the run's claim; the hash of what was shown goes with the submission,
 * and another plan than that one is refused there.
 */
public final class Approval {
  private final Invocation invocation;
  private final Deployment deployment;
  private final Path keyFile;

  /** What the person said. */
  sealed interface Answer {}

  /** {@code hash} of what was agreed to; null where nothing was asked or can be compared. */
  public record Go(@Nullable String hash) implements Answer {}

  public record Stay() implements Answer {}

  private record Drawn(
      String hash, List<ShownChange> changes, List<ShownHeld> held, boolean comparable) {}

  public Approval(Invocation invocation, Deployment deployment, Settings settings) {
    this.invocation = invocation;
    this.deployment = deployment;
    this.keyFile = Keys.file(invocation, settings);
  }

  public Answer ask(PlanFile file, Submission submission) {
    Drawn drawn = draw(file, submission);
    if (PlanTotals.of(drawn.changes()).isNothing()) {
      return new Go(null);
    }
    show(drawn);
    if (drawn.changes().stream().noneMatch(ShownChange::destroys)) {
      return new Go(null);
    }
    if (ApprovalQuestion.toPerform(submission.workspace()).ask(invocation.terminal())) {
      return new Go(drawn.comparable() ? drawn.hash() : null);
    }
    invocation.note("Nothing was changed.");
    return new Stay();
  }

  /** After a refusal: shows the plan as it is now. */
  public void showAgain(PlanFile file, Submission submission) {
    Drawn drawn = draw(file, submission);
    invocation.terminal().out().println("State has changed since. The plan is now:\n");
    show(drawn);
  }

  private Drawn draw(PlanFile file, Submission submission) {
    Snapshot recorded =
        deployment.query().snapshot(submission.workspace(), QueryClient.ANY_VERSION);
    Optional<Secrets> secrets = secrets();
    Snapshot snapshot = secrets.map(known -> known.opened(recorded)).orElse(recorded);
    ProviderRegistry registry = KnownProviders.of(invocation);
    Plan plan =
        LocalPlan.of(
                new Planning.Document(
                    file.document(), RunKind.APPLY, submission.options(), true, registry),
                snapshot)
            .plan();
    Map<Address, StateRecord> prior =
        snapshot.resources().stream()
            .collect(Collectors.toMap(StateRecord::address, Function.identity()));
    return new Drawn(
        plan.hash(),
        new NodeChanges(prior, registry, CarriedPlans.CLOSED).of(plan.nodes()),
        HeldNodes.of(plan, Optional.of(deployment), submission.workspace()),
        secrets.isPresent());
  }

  /** Without the key what is sealed can't be compared: the planner may see another plan. */
  private Optional<Secrets> secrets() {
    return Files.exists(keyFile)
        ? Optional.of(new Secrets(Keyring.load(keyFile)))
        : Optional.empty();
  }

  private void show(Drawn drawn) {
    Style style = invocation.terminal().style();
    String text =
        PlanText.of(
            RunKind.APPLY, drawn.changes(), List.of(), drawn.held(), style, invocation::command);
    invocation.terminal().out().print(text + "\n");
  }
}
