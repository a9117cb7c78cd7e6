package io.sluice.cli.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.decide.FoundOutside;
import io.sluice.planning.secret.Secrets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The reads that a plan of a workspace rests on. Workers read; what they find differently is kept
 * here for the plan, and state does not change until the plan is applied.
 */
public final class ObjectReads {
  private final Invocation invocation;
  private final String workspace;
  private final Supplier<ObjectNode> document;
  private FoundOutside found = FoundOutside.NOTHING;
  private @Nullable String run;

  /**
   * @param document the configuration, as the runs plan it by themselves
   */
  public ObjectReads(Invocation invocation, String workspace, Supplier<ObjectNode> document) {
    this.invocation = invocation;
    this.workspace = workspace;
    this.document = document;
  }

  /** The run that has read the data sources; null for none. */
  public @Nullable String run() {
    return run;
  }

  /** The same, of none or one. */
  public Set<String> runs() {
    return run == null ? Set.of() : Set.of(run);
  }

  /** What was found differently from state. */
  public FoundOutside found() {
    return found;
  }

  /** State as the plan sees it. */
  public Snapshot over(Snapshot state, Supplier<Secrets> secrets) {
    return found.isNothing()
        ? state
        : FoundOutside.read(secrets.get().opened(workspace, found.toJson())).over(state);
  }

  /**
   * Reads objects and data sources for a plan.
   *
   * @param held what state holds
   */
  public Findings before(Deployment deployment, RunOptions options, Collection<StateRecord> held) {
    complete(deployment, options, held);
    Read read = read(deployment, RunKind.DRIFT, options, true);
    if (!read.findings().whole()) {
      read = read(deployment, RunKind.REFRESH, options, true);
    }
    run = read.run();
    found = read.findings().objects();
    return read.findings();
  }

  /** State lacks what is known to have become of an object: that is no change from outside. */
  private void complete(Deployment deployment, RunOptions options, Collection<StateRecord> held) {
    List<String> due =
        held.stream()
            .filter(record -> options.refresh() && record.refreshDue() && record.source() == null)
            .map(record -> record.address().text())
            .toList();
    if (!due.isEmpty()) {
      read(deployment, RunKind.REFRESH, options.targeting(due), true);
    }
  }

  /** An apply without changes accepts what was found: state has it from then on. */
  public void accept(Deployment deployment, RunOptions options) {
    if (!found.isNothing()) {
      List<String> addresses = found.objects().keySet().stream().map(Address::text).toList();
      read(deployment, RunKind.REFRESH, options.targeting(addresses), true);
      found = FoundOutside.NOTHING;
    }
  }

  /** Reads every object, whoever its provider is, and takes over what is found. */
  public Findings takeOver(Deployment deployment, RunOptions options) {
    Read read = read(deployment, RunKind.REFRESH, options, false);
    run = read.run();
    return read.findings();
  }

  /** Reads every object, and keeps nothing of what is found. */
  public Findings look(Deployment deployment, RunOptions options) {
    return read(deployment, RunKind.DRIFT, options, false).findings();
  }

  private record Read(String run, Findings findings) {}

  /**
   * @param plan whether a plan follows, which asks real providers about their objects
   */
  private Read read(Deployment deployment, RunKind kind, RunOptions options, boolean plan) {
    ObjectNode asked = document.get();
    if (plan) {
      asked.put("before_plan", true);
    }
    FollowedRun followed =
        FollowedRun.of(invocation, deployment, workspace, kind, asked, options.reading());
    Findings.requireAll(followed);
    return new Read(followed.run(), Findings.of(followed));
  }
}
