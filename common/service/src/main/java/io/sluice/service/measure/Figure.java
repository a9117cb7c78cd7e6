package io.sluice.service.measure;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Each figure that a service shows under {@code /metrics}. The values of a label are few: phases,
 * outcomes, pools, types and providers, never a run, a workspace or an address.
 */
@SuppressWarnings("ImmutableEnumChecker") // The list is a copy.
public enum Figure {
  DEPENDENCY_UP(
      By.ALL,
      Kind.GAUGE,
      "sluice_dependency_up",
      "1 while Kafka or ZooKeeper has answered within the last 12 s.",
      "dependency"),
  DEPENDENCY_SILENT(
      By.ALL,
      Kind.GAUGE,
      "sluice_dependency_silent_seconds",
      "How long ago Kafka or ZooKeeper last answered.",
      "dependency"),
  SESSIONS_LOST(
      By.ALL,
      Kind.COUNTER,
      "sluice_zookeeper_sessions_lost_total",
      "Sessions with ZooKeeper that ended: leases and memberships went with each."),
  KAFKA_CONNECTIONS(
      By.ALL,
      Kind.GAUGE,
      "sluice_kafka_client_connections",
      "Open connections of this process's Kafka clients.",
      "client"),
  KAFKA_REFUSED(
      By.ALL,
      Kind.COUNTER,
      "sluice_kafka_client_failed_authentications_total",
      "Connections that a broker refused: wrong certificate, user or password.",
      "client"),
  KAFKA_ERRORS(
      By.ALL,
      Kind.COUNTER,
      "sluice_kafka_client_record_errors_total",
      "Records that could not be sent."),
  KAFKA_RETRIES(
      By.ALL,
      Kind.COUNTER,
      "sluice_kafka_client_record_retries_total",
      "Sends of records that were tried again."),
  KAFKA_LATENCY(
      By.ALL,
      Kind.GAUGE,
      "sluice_kafka_client_request_latency_max_seconds",
      "The slowest request of the last 30 s to a broker by a client that sends.",
      "client"),
  MEMORY_USED(By.ALL, Kind.GAUGE, "jvm_memory_used_bytes", "Memory in use.", "area", "id"),
  MEMORY_MOST(By.ALL, Kind.GAUGE, "jvm_memory_max_bytes", "Memory that may be used.", "area", "id"),
  MEMORY_LIVE(
      By.ALL, Kind.GAUGE, "jvm_gc_live_data_size_bytes", "Heap in use after a full collection."),
  COLLECTIONS(
      By.ALL,
      Kind.SUMMARY,
      "jvm_gc_pause_seconds",
      "Pauses of the garbage collector.",
      "action",
      "cause",
      "gc"),
  THREADS(By.ALL, Kind.GAUGE, "jvm_threads_live_threads", "Platform threads."),
  PROCESSOR(
      By.ALL, Kind.GAUGE, "process_cpu_usage", "Share of all processors that the process uses."),
  UPTIME(By.ALL, Kind.GAUGE, "process_uptime_seconds", "Time since the process began."),
  FILES_OPEN(By.ALL, Kind.GAUGE, "process_files_open_files", "Open files and sockets."),
  FILES_MOST(By.ALL, Kind.GAUGE, "process_files_max_files", "Files that may be open."),

  STATE_READY(By.STATE, Kind.GAUGE, "sluice_state_ready", "1 while the service is ready."),
  STATE_PARTITIONS(By.STATE, Kind.GAUGE, "sluice_state_partitions", "Partitions served."),
  STATE_TROUBLED(
      By.STATE,
      Kind.GAUGE,
      "sluice_state_troubled_partitions",
      "Assigned partitions that cannot be served."),
  STATE_UNSERVED(
      By.STATE,
      Kind.GAUGE,
      "sluice_state_unserved_partitions",
      "Assigned partitions that are not served, for whatever reason."),
  STATE_HALTED(
      By.STATE,
      Kind.GAUGE,
      "sluice_state_halted_partitions",
      "Partitions whose inbox is halted until a record is skipped or a newer build reads it."),
  STATE_AILING(
      By.STATE,
      Kind.GAUGE,
      "sluice_state_ailing_workspaces",
      "Workspaces whose timers cannot be applied at present."),
  TAKEOVERS(By.STATE, Kind.COUNTER, "sluice_state_takeovers_total", "Partitions taken over."),
  TAKEOVER_TIME(
      By.STATE,
      Kind.HISTOGRAM,
      "sluice_state_takeover_seconds",
      "From the start of a takeover until the partition is served."),
  TENURES_LOST(
      By.STATE,
      Kind.COUNTER,
      "sluice_state_tenures_lost_total",
      "Tenures that ended before they were asked to: fenced, a lease lost, a commit that failed, a"
          + " bug.",
      "cause"),
  COMMIT_TIME(
      By.STATE,
      Kind.HISTOGRAM,
      "sluice_state_commit_seconds",
      "A transaction, with the wait for its turn."),
  STATE_LETTERS(
      By.STATE,
      Kind.COUNTER,
      "sluice_state_letters_total",
      "Records that could not be read or applied."),
  STATE_BEHIND(By.STATE, Kind.GAUGE, "sluice_state_behind", "Records still to be read.", "topic"),
  APPLIED(
      By.STATE,
      Kind.GAUGE,
      "sluice_state_applied_offset",
      "The offset up to which the inbox is applied.",
      "partition"),
  GROUP_LAG(
      By.STATE,
      Kind.GAUGE,
      "sluice_group_lag",
      "Records that a group still has to read. Every state service asks for all groups: take the"
          + " maximum.",
      "group"),
  RUNS(By.STATE, Kind.GAUGE, "sluice_state_runs", "Runs that have not ended.", "phase"),
  RUNS_OLDEST(
      By.STATE,
      Kind.GAUGE,
      "sluice_state_oldest_run_seconds",
      "Of the runs in this phase, the age of the oldest: since its submission while it is queued,"
          + " since its claim was granted in every other phase.",
      "phase"),
  ATTENTION(
      By.STATE,
      Kind.GAUGE,
      "sluice_state_runs_needing_attention",
      "Runs that go on only when a person decides: they wait for approval, or are quarantined."),
  DOUBTS(
      By.STATE,
      Kind.GAUGE,
      "sluice_state_operations_in_doubt",
      "Operations of which nobody knows whether they happened."),
  UNCLAIMED(
      By.STATE,
      Kind.GAUGE,
      "sluice_state_unclaimed_tasks",
      "Tasks that no worker has acquired yet: what to scale the workers of a pool on.",
      "pool"),
  UNCLAIMED_OLDEST(
      By.STATE,
      Kind.GAUGE,
      "sluice_state_oldest_unclaimed_seconds",
      "For how long this owner has seen the oldest of them unclaimed.",
      "pool"),
  EVENTS(
      By.STATE,
      Kind.COUNTER,
      "sluice_state_events_total",
      "Events of runs and nodes, such as nodeRetrying, nodeRecovering and nodeInDoubt.",
      "kind"),
  RUN_QUEUED(
      By.STATE,
      Kind.HISTOGRAM,
      "sluice_run_queued_seconds",
      "From the submission of a run until its claim was granted."),
  RUN_PLANNED(
      By.STATE,
      Kind.HISTOGRAM,
      "sluice_run_planning_seconds",
      "From the grant of a run's claim until its first plan was accepted."),
  RUN_TIME(
      By.STATE,
      Kind.HISTOGRAM,
      "sluice_run_seconds",
      "From the submission of a run to its end.",
      "kind",
      "outcome"),

  PLANNER_READY(
      By.PLANNER, Kind.GAUGE, "sluice_planner_ready", "1 while both topics are being read."),
  PLANNER_RECORDS(
      By.PLANNER,
      Kind.COUNTER,
      "sluice_planner_records_total",
      "Answered submissions and requests.",
      "topic"),
  PLANNER_PASSED(
      By.PLANNER,
      Kind.COUNTER,
      "sluice_planner_passed_total",
      "Requests skipped without an answer.",
      "topic"),
  PLANNER_WAITING(
      By.PLANNER,
      Kind.GAUGE,
      "sluice_planner_waiting",
      "Requests that wait for the state of their workspace."),
  PLANNER_TIME(
      By.PLANNER,
      Kind.HISTOGRAM,
      "sluice_planner_answer_seconds",
      "One try to answer a submission or request.",
      "topic",
      "outcome"),

  WORKER_READY(By.WORKER, Kind.GAUGE, "sluice_worker_ready", "1 while the service is ready."),
  IN_FLIGHT(By.WORKER, Kind.GAUGE, "sluice_worker_in_flight", "Attempts under way."),
  CLAIMS(By.WORKER, Kind.COUNTER, "sluice_worker_claims_total", "Acquired tasks."),
  TASK_WAIT(
      By.WORKER,
      Kind.HISTOGRAM,
      "sluice_worker_task_wait_seconds",
      "From the moment a task was sent until a worker took it up, by both clocks."),
  ATTEMPT_TIME(
      By.WORKER,
      Kind.HISTOGRAM,
      "sluice_worker_attempt_seconds",
      "An attempt, from the values it needs to its report.",
      "action",
      "outcome"),
  RESULTS(
      By.WORKER,
      Kind.COUNTER,
      "sluice_worker_results_total",
      "Results, by the class of their error; none for a success.",
      "outcome",
      "class"),
  REPORTS(
      By.WORKER,
      Kind.COUNTER,
      "sluice_worker_reports_total",
      "What was reported instead of a result, or before it: started, redelivered, dropped,"
          + " deferred, gaveUp.",
      "report"),
  CALL_TIME(
      By.WORKER,
      Kind.HISTOGRAM,
      "sluice_provider_call_seconds",
      "An operation at a provider, without the wait for its turn.",
      "type",
      "outcome"),
  BREAKER_OPEN(
      By.WORKER,
      Kind.GAUGE,
      "sluice_provider_breaker_open",
      "1 while the breaker is open and lets no call through.",
      "provider"),
  BREAKER_HALF_OPEN(
      By.WORKER,
      Kind.GAUGE,
      "sluice_provider_breaker_half_open",
      "1 while a few calls probe the provider.",
      "provider"),
  PROVIDER_RUNNING(
      By.WORKER, Kind.GAUGE, "sluice_provider_running", "Calls under way.", "provider"),
  PROVIDER_WAITING(
      By.WORKER,
      Kind.GAUGE,
      "sluice_provider_waiting",
      "Attempts that wait for a place.",
      "provider"),
  PROVIDER_LIMIT(By.WORKER, Kind.GAUGE, "sluice_provider_limit", "Places.", "provider"),
  PROVIDER_RATE(By.WORKER, Kind.GAUGE, "sluice_provider_rate", "Calls a second.", "provider"),
  PROVIDER_THROTTLED(
      By.WORKER,
      Kind.COUNTER,
      "sluice_provider_throttled_total",
      "Answers that asked for fewer calls.",
      "provider");

  /** Which service shows a figure. */
  public enum By {
    ALL("Every service"),
    STATE("State service"),
    PLANNER("Planner"),
    WORKER("Worker");

    private final String title;

    By(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  /** How a figure moves. */
  public enum Kind {
    /** Rises and falls. */
    GAUGE,
    /** Only rises, until the process ends. */
    COUNTER,
    /** Durations, counted by how long they were. */
    HISTOGRAM,
    /** Durations: how many, and how long together. */
    SUMMARY
  }

  private final By by;
  private final Kind kind;
  private final String title;
  private final String help;
  private final List<String> labels;

  Figure(By by, Kind kind, String title, String help, String... labels) {
    this.by = by;
    this.kind = kind;
    this.title = title;
    this.help = help;
    this.labels = List.of(labels);
  }

  public By by() {
    return by;
  }

  public Kind kind() {
    return kind;
  }

  /** As Prometheus knows it. */
  public String title() {
    return title;
  }

  public String help() {
    return help;
  }

  public List<String> labels() {
    return labels;
  }

  /** Under which names its samples stand. */
  public List<String> samples() {
    return switch (kind) {
      case GAUGE, COUNTER -> List.of(title);
      case HISTOGRAM ->
          List.of(title + "_bucket", title + "_count", title + "_sum", title + "_max");
      case SUMMARY -> List.of(title + "_count", title + "_sum", title + "_max");
    };
  }

  /** The figure that a sample of this name belongs to. */
  public static Optional<Figure> ofSample(String name) {
    return Stream.of(values()).filter(figure -> figure.samples().contains(name)).findFirst();
  }
}
