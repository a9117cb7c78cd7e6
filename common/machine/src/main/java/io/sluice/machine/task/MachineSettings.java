package io.sluice.machine.task;

import io.sluice.model.limit.Limits;
import io.sluice.model.message.PlanRequest.TaskSettings;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.RetryPolicy;
import java.time.Duration;

/**
 * What a deployment chooses.
 *
 * @param parallelism nodes of one run that may be out at once, unless the run says otherwise
 * @param tasks what tasks are made with; the planner, which makes the first ones of a plan, gets it
 * @param maxRecoveries attempts made in doubt before a person is asked
 * @param rememberedRuns ended runs that are still known, so that the same id twice is one run
 * @param sweep records of ended runs, and of plans that were left, that are taken away at a time
 * @param limits what is sent and written is measured against
 */
public record MachineSettings(
    int parallelism,
    RetryPolicy retry,
    TaskSettings tasks,
    int maxRecoveries,
    int maxNodes,
    int rememberedRuns,
    int sweep,
    Limits limits) {
  public static final MachineSettings DEFAULT =
      new MachineSettings(
          10,
          RetryPolicy.DEFAULT,
          new TaskSettings(
              Duration.ofSeconds(300), Duration.ofHours(24), Duration.ofSeconds(30), 3, 64 * 1024),
          10,
          Limits.STANDARD.counts().nodes(),
          100,
          2_000,
          Limits.STANDARD);

  public MachineSettings {
    if (parallelism < 1 || maxNodes < 1 || sweep < 1 || rememberedRuns < 1) {
      throw new IllegalArgumentException(
          "parallelism, maxNodes, rememberedRuns and sweep must be at least 1");
    }
  }

  public MachineSettings withParallelism(int places) {
    return new MachineSettings(
        places, retry, tasks, maxRecoveries, maxNodes, rememberedRuns, sweep, limits);
  }

  /** How long a call may take where the node does not say, and at most. */
  public MachineSettings withCalls(Duration usual, Duration longest, Duration hidden) {
    return withTasks(
        new TaskSettings(usual, longest, hidden, tasks.callsPerTask(), tasks.maxValueBytes()));
  }

  /** The same, with another service's settings for tasks. */
  public MachineSettings withTasks(TaskSettings others) {
    return new MachineSettings(
        parallelism, retry, others, maxRecoveries, maxNodes, rememberedRuns, sweep, limits);
  }

  /**
   * How long a call of the node may take: what the machine counts with, and the worker keeps to.
   */
  public Duration callLimit(Node node) {
    if (node.plugin() != null) {
      return PluginWork.LONGEST_CALL;
    }
    Duration own = node.timeouts().of(node.action());
    Duration call = own == null ? tasks.callTimeout() : own;
    return call.compareTo(tasks.longestCall()) > 0 ? tasks.longestCall() : call;
  }
}
