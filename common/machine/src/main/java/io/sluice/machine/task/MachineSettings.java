package io.sluice.machine.task;

import io.sluice.model.limit.Limits;
import io.sluice.model.message.PlanRequest.TaskSettings;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RetryPolicy;
import java.time.Duration;

/**
 * What a deployment chooses.
 *
 * @param parallelism nodes of one run that may be out at once, unless the run says otherwise
 * @param callTimeout how long one provider call may take where the node does not say
 * @param visibilityDelay how long a provider may hide an object that it has made
 * @param maxRecoveries attempts made in doubt before a person is asked
 * @param callsPerTask provider calls inside one attempt, each after what is certainly not done
 * @param maxValueBytes values that are smaller are counted, larger ones are measured
 * @param rememberedRuns ended runs that are still known, so that the same id twice is one run
 * @param sweep records of ended runs, and of plans that were left, that are taken away at a time
 * @param longestCall no call lasts longer, whatever the node says
 * @param limits what is sent and written is measured against
 */
public record MachineSettings(
    int parallelism,
    RetryPolicy retry,
    Duration callTimeout,
    Duration visibilityDelay,
    int maxRecoveries,
    int callsPerTask,
    int maxNodes,
    int maxValueBytes,
    int rememberedRuns,
    int sweep,
    Duration longestCall,
    Limits limits) {
  public static final MachineSettings DEFAULT =
      new MachineSettings(
          10,
          RetryPolicy.DEFAULT,
          Duration.ofSeconds(300),
          Duration.ofSeconds(30),
          10,
          3,
          Limits.STANDARD.counts().nodes(),
          64 * 1024,
          100,
          2_000);

  public MachineSettings(
      int parallelism,
      RetryPolicy retry,
      Duration callTimeout,
      Duration visibilityDelay,
      int maxRecoveries,
      int callsPerTask,
      int maxNodes,
      int maxValueBytes,
      int rememberedRuns,
      int sweep) {
    this(
        parallelism,
        retry,
        callTimeout,
        visibilityDelay,
        maxRecoveries,
        callsPerTask,
        maxNodes,
        maxValueBytes,
        rememberedRuns,
        sweep,
        Duration.ofHours(24),
        Limits.STANDARD);
  }

  public MachineSettings {
    if (parallelism < 1 || maxNodes < 1 || sweep < 1 || rememberedRuns < 1) {
      throw new IllegalArgumentException(
          "parallelism, maxNodes, rememberedRuns and sweep have to be at least 1");
    }
  }

  public MachineSettings withParallelism(int places) {
    return new MachineSettings(
        places,
        retry,
        callTimeout,
        visibilityDelay,
        maxRecoveries,
        callsPerTask,
        maxNodes,
        maxValueBytes,
        rememberedRuns,
        sweep,
        longestCall,
        limits);
  }

  /** How long a call may take where the node does not say, and at most. */
  public MachineSettings withCalls(Duration usual, Duration longest) {
    return withCalls(usual, longest, visibilityDelay);
  }

  public MachineSettings withCalls(Duration usual, Duration longest, Duration hidden) {
    return new MachineSettings(
        parallelism,
        retry,
        usual,
        hidden,
        maxRecoveries,
        callsPerTask,
        maxNodes,
        maxValueBytes,
        rememberedRuns,
        sweep,
        longest,
        limits);
  }

  /**
   * How long a call of the node may take: what the machine counts with, and the worker keeps to.
   */
  public Duration callLimit(Node node) {
    Duration own = node.timeouts().of(node.action());
    Duration call = own == null ? callTimeout : own;
    return call.compareTo(longestCall) > 0 ? longestCall : call;
  }

  public TaskSettings forTasks() {
    return new TaskSettings(callTimeout, longestCall, visibilityDelay, callsPerTask, maxValueBytes);
  }

  /** The same, with what the state service makes tasks with. */
  public MachineSettings withTasks(TaskSettings others) {
    return new MachineSettings(
        parallelism,
        retry,
        others.callTimeout(),
        others.visibilityDelay(),
        maxRecoveries,
        others.callsPerTask(),
        maxNodes,
        others.maxValueBytes(),
        rememberedRuns,
        sweep,
        others.longestCall(),
        limits);
  }

  public MachineSettings within(Limits others) {
    return new MachineSettings(
        parallelism,
        retry,
        callTimeout,
        visibilityDelay,
        maxRecoveries,
        callsPerTask,
        maxNodes,
        maxValueBytes,
        rememberedRuns,
        sweep,
        longestCall,
        others);
  }
}
