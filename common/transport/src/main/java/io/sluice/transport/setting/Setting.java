package io.sluice.transport.setting;

import static io.sluice.transport.setting.Mark.EACH;
import static io.sluice.transport.setting.Mark.IN_FILE;
import static io.sluice.transport.setting.Mark.OF_DIRECTORY;
import static io.sluice.transport.setting.Mark.SECRET;
import static io.sluice.transport.setting.Type.ADDRESSES;
import static io.sluice.transport.setting.Type.DURATION;
import static io.sluice.transport.setting.Type.FLAG;
import static io.sluice.transport.setting.Type.LIST;
import static io.sluice.transport.setting.Type.NUMBER;
import static io.sluice.transport.setting.Type.PATH;
import static io.sluice.transport.setting.Type.TEXT;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A setting, by its name in the environment. */
@SuppressWarnings("ImmutableEnumChecker") // What it holds is copied, and records of numbers.
public enum Setting {
  KAFKA(
      For.ALL,
      ADDRESSES,
      "",
      "Brokers of the fleet, `HOST:PORT,…`. `--bootstrap-servers`.",
      OF_DIRECTORY),
  KAFKA_CLIENT(
      For.ALL,
      TEXT,
      "",
      "A setting of every Kafka client: `SLUICE_KAFKA_CLIENT_SECURITY_PROTOCOL` is"
          + " `security.protocol`. With `_FILE` appended, the name of a file that has the value.",
      EACH,
      SECRET),
  ZOOKEEPER(For.ALL, ADDRESSES, "", "The ensemble, `HOST:PORT,…`. `--zookeeper`.", OF_DIRECTORY),
  ZOOKEEPER_AUTH(For.ALL, TEXT, "", "Login at the ensemble, `USER:PASSWORD`.", SECRET, IN_FILE),
  ZOOKEEPER_READERS(
      For.SERVICES,
      TEXT,
      "",
      "Who may read where owners are, as ZooKeeper writes it: `USER:HASH`.",
      IN_FILE),
  ZOOKEEPER_SESSION(
      For.ALL,
      DURATION,
      "10s",
      "How long leases and memberships outlive their process.",
      OF_DIRECTORY),
  GROUP_SESSION(
      For.ALL,
      DURATION,
      "10s",
      "How long a consumer group takes to notice that a member has died.",
      OF_DIRECTORY),
  TOPIC_PREFIX(
      For.ALL,
      TEXT,
      "sluice.",
      "What the names of topics begin with; groups, transactional ids and the path in ZooKeeper"
          + " follow from it. It ends with a dot.",
      OF_DIRECTORY),
  PARTITIONS(
      For.ALL,
      1,
      1_024,
      "32",
      "Partitions of everything that is kept by workspace. Fixed when the topics are made.",
      OF_DIRECTORY),
  TASKS_PARTITIONS(For.ALL, 1, 1_024, "8", "Partitions of the tasks of each pool.", OF_DIRECTORY),
  REPLICATION(
      For.ALL,
      1,
      9,
      "3",
      "Replicas of each topic; from 3 on, two of them must have a record before it counts.",
      OF_DIRECTORY),
  FLUSH_EACH_WRITE(
      For.SERVICES,
      FLAG,
      "false",
      "Whether the broker flushes each write of inbox, state and runs to its disk. Costs most of"
          + " the throughput; for one broker on a machine that may lose its power."),
  HTTP_TOKEN(
      For.ALL,
      TEXT,
      "",
      "The token of the query API, at least 16 characters. Of several words each is accepted, and"
          + " the first is sent.",
      SECRET,
      IN_FILE),
  HTTP_READERS_FILE(
      For.STATE,
      PATH,
      "",
      "A file with tokens of people and programs that may read: on each line `TOKEN reader"
          + " WORKSPACE,…`, `*` for all workspaces, `team-*` for some."),
  HTTP_HOST(For.SERVICES, TEXT, "127.0.0.1", "The address that the service listens on."),
  HTTP_ADVERTISED_HOST(
      For.SERVICES, TEXT, "`SLUICE_HTTP_HOST`", "The name that others reach the service by."),
  HTTP_PORT(
      For.SERVICES,
      -1,
      65_535,
      "-1",
      "The port of the service's HTTP; -1 is any that is free.",
      OF_DIRECTORY),
  KEY_FILE(
      For.ALL,
      PATH,
      ".sluice/key",
      "The key that seals secrets: of planners, workers and commands, never of state services."),
  POOL(
      For.WORKER,
      TEXT,
      "default",
      "The pool whose tasks the worker takes. `--pool`.",
      OF_DIRECTORY),
  POOLS(
      For.STATE,
      LIST,
      "",
      "The pools that there may be, with commas between them; without it, any name is one."),
  PARALLELISM(
      For.STATE,
      1,
      100_000,
      "10",
      "How many nodes of a run are out at once where the run does not say.",
      OF_DIRECTORY),
  CALL_TIMEOUT_S(
      For.STATE,
      1,
      604_800,
      "300",
      "How long a call to a provider may take where its node does not say.",
      OF_DIRECTORY),
  LONGEST_CALL_S(
      For.STATE, 1, 2_592_000, "86400", "How long a node may ask for at most.", OF_DIRECTORY),
  VISIBILITY_S(
      For.STATE,
      0,
      86_400,
      "30",
      "How long after a call its object may still be invisible to a search.",
      OF_DIRECTORY),
  DATA(
      For.STATE,
      PATH,
      ".sluice/state",
      "Where the local copy of the partitions is kept; it can be rebuilt from the topics."
          + " `sluice serve`: `.sluice/store`."),
  BLOBS(
      For.STATE,
      TEXT,
      "",
      "Where contents are kept: a directory that all state services see, or `s3://BUCKET/PREFIX`."),
  BLOBS_DAYS(
      For.STATE, 1, 36_500, "30", "How long a content is kept that nobody asks to keep again."),
  BLOBS_GB(For.STATE, 1, 1_000_000, "50", "How much all contents may take."),
  STATE_NAME(
      For.STATE, TEXT, "host name and process id", "The name of the instance.", OF_DIRECTORY),
  STATE_READ_ONLY(
      For.STATE, FLAG, "false", "Serves what is committed, and applies nothing.", OF_DIRECTORY),
  STATE_BATCH(
      For.STATE,
      1,
      10_000,
      "2000",
      "Records of the inbox that one transaction may take.",
      OF_DIRECTORY),
  STATE_COMMITS(For.STATE, 1, 1_024, "4", "Transactions of an instance at once.", OF_DIRECTORY),
  STATE_JUDGE_WORKERS_MS(
      For.STATE,
      1,
      600_000,
      "1000",
      "How often leases are compared with the workers that live.",
      OF_DIRECTORY),
  STATE_UNHEARD_MS(
      For.STATE,
      1,
      3_600_000,
      "15000",
      "How often tasks and requests are looked for that nobody answered.",
      OF_DIRECTORY),
  STATE_SESSION_MS(
      For.STATE,
      1_000,
      60_000,
      "4000",
      "How long leases of a state service outlive it, at most as long as"
          + " `SLUICE_ZOOKEEPER_SESSION`.",
      OF_DIRECTORY),
  STATE_RETENTION_MS(
      For.STATE,
      1,
      86_400_000,
      "60000",
      "How often what was applied is deleted from the topics.",
      OF_DIRECTORY),
  PLANNER_NAME(For.PLANNER, TEXT, "host name", "The name of the instance.", OF_DIRECTORY),
  PLANNER_CONCURRENT(
      For.PLANNER,
      1,
      256,
      "8",
      "Documents that are worked on at once, and as many requests.",
      OF_DIRECTORY),
  PLANNER_LONGEST_S(
      For.PLANNER,
      1,
      86_400,
      "300",
      "How long one document or request may take before it is refused.",
      OF_DIRECTORY),
  PLANNER_PATIENCE_S(
      For.PLANNER,
      0,
      3_600,
      "1",
      "How long one call for a snapshot tries before it gives its thread back.",
      OF_DIRECTORY),
  PLANNER_LONGEST_WAIT_S(
      For.PLANNER,
      1,
      86_400,
      "60",
      "How long a request waits for the state of its workspace before it is skipped.",
      OF_DIRECTORY),
  ROOT(
      For.WORKER,
      PATH,
      "working directory",
      "The directory that relative paths of resources start from. `--root`."),
  WORKER_NAME(
      For.WORKER, TEXT, "host name and process id", "The name of the instance.", OF_DIRECTORY),
  WORKER_CONSUMERS(
      For.WORKER, 1, 64, "4", "Share consumers; a few are faster than one.", OF_DIRECTORY),
  WORKER_BATCH(For.WORKER, 1, 2_000, "250", "Tasks that one poll may acquire.", OF_DIRECTORY),
  WORKER_MOST_IN_FLIGHT(For.WORKER, 1, 1_000_000, "2000", "Attempts at once.", OF_DIRECTORY),
  WORKER_LEASE_AFTER_MS(
      For.WORKER,
      0,
      600_000,
      "20",
      "What lasts longer is handed over from claim to lease.",
      OF_DIRECTORY),
  WORKER_OLDEST_LEASE_MS(
      For.WORKER,
      1,
      600_000,
      "2000",
      "An operation that can't be found again begins only on a younger lease.",
      OF_DIRECTORY),
  WORKER_DRAIN_S(
      For.WORKER,
      0,
      86_400,
      "30",
      "How long what was begun may go on when the worker is asked to stop.",
      OF_DIRECTORY),
  WORKER_DATA(
      For.WORKER,
      PATH,
      ".sluice/worker below the root",
      "What the worker keeps of real providers: packages, schemas, files.",
      OF_DIRECTORY),
  WORKER_FILES_MB(
      For.WORKER, 0, 100_000_000, "4096", "How much the files of runs may take.", OF_DIRECTORY),
  WORKER_PLUGIN_IDLE_S(
      For.WORKER,
      0,
      86_400,
      "600",
      "How long a plugin process is kept that has nothing to do.",
      OF_DIRECTORY),
  WORKER_PLUGIN_MEMORY_MB(
      For.WORKER,
      0,
      100_000_000,
      "2048",
      "What all plugin processes of the worker may take together.",
      OF_DIRECTORY),
  WORKER_PLUGIN_REQUEST_S(
      For.WORKER,
      0,
      86_400,
      "120",
      "How long a request of a plugin process may still be on its way after its end.",
      OF_DIRECTORY),
  ENV_ALLOW(
      For.WORKER,
      LIST,
      "",
      "The variables that `${VAR}` may name, `*` for any characters; without it, all but Sluice's"
          + " own."),
  SECRETS(For.WORKER, LIST, "environment", "Where `${VAR}` is looked up, one after the other."),
  SECRETS_DIR(For.WORKER, PATH, "", "The folder or file of the source `file`."),
  SECRETS_URL(For.WORKER, TEXT, "", "The URL of the source `http`, with `{name}` in it.", SECRET),
  SECRETS_HEADER(
      For.WORKER, TEXT, "", "A header of each request of the source `http`.", SECRET, IN_FILE),
  SECRETS_POINTER(For.WORKER, TEXT, "", "Where the value is in its answer, as a JSON pointer."),
  PLUGINS(For.ALL, PATH, "", "A folder of your own with plug-ins."),
  PLUGINS_DIRECTORY(
      For.SERVICES, PATH, "working directory", "The directory whose `plugins/` counts."),
  WORKSPACE(For.COMMANDS, TEXT, "default", "The workspace that commands work on.", OF_DIRECTORY),
  VAR(For.COMMANDS, TEXT, "", "The value of a variable of the configuration.", EACH, SECRET),
  LOG(
      For.ALL,
      TEXT,
      "warn",
      "The level of Sluice's own log: `error`, `warn`, `info`, `debug`, `trace`."),
  LOG_FORMAT(
      For.ALL,
      TEXT,
      "text",
      "`json`: one object on each line, with `run`, `workspace`, `node` and `attempt` where they"
          + " are known."),
  DEBUG(For.ALL, TEXT, "", "Not empty: shows the trace of errors, and all warnings."),
  HEAP(For.LAUNCHER, TEXT, "1g", "The heap of the virtual machine."),
  JAVA_HOME(For.LAUNCHER, PATH, "", "The JDK to run with."),
  JDKS(For.LAUNCHER, LIST, "", "Folders in which the build looks for JDKs."),
  QUICK_START(For.LAUNCHER, TEXT, "on", "`off`: makes no archive of loaded classes."),
  EMBEDDED(For.SLUICE, FLAG, "false", "This worker is that of a local deployment."),
  ID(For.SLUICE, TEXT, "", "Of a command: the id of its object."),
  TOKEN(For.SLUICE, TEXT, "", "Of a command: the operation token."),
  OUTPUT(For.SLUICE, PATH, "", "Of a command: where it writes its output."),
  OUTPUT_FILE(For.SLUICE, PATH, "", "Of a step: where it writes its outputs."),
  CHILD(For.SLUICE, TEXT, "", "Of a command: the mark of its processes.");

  /** What all names in the environment begin with. */
  public static final String PREFIX = "SLUICE_";

  private final For reader;
  private final Type type;
  private final Optional<Bounds> bounds;
  private final String usual;
  private final String meaning;
  private final Set<Mark> marks;

  Setting(For reader, Type type, String usual, String meaning, Mark... marks) {
    this.reader = reader;
    this.type = type;
    this.bounds = Optional.empty();
    this.usual = usual;
    this.meaning = meaning;
    this.marks = Set.copyOf(Arrays.asList(marks));
  }

  Setting(For reader, long least, long most, String usual, String meaning, Mark... marks) {
    this.reader = reader;
    this.type = NUMBER;
    this.bounds = Optional.of(new Bounds(least, most));
    this.usual = usual;
    this.meaning = meaning;
    this.marks = Set.copyOf(Arrays.asList(marks));
  }

  /** {@code SLUICE_STATE_BATCH}; of one whose name goes on, its beginning. */
  public String variable() {
    return PREFIX + name() + (is(EACH) ? "_" : "");
  }

  /** {@code state_batch}: in {@code sluice.yaml}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  public For reader() {
    return reader;
  }

  public Type type() {
    return type;
  }

  public Optional<Bounds> bounds() {
    return bounds;
  }

  /** What it is where nothing is said; empty where it is nothing, or in words. */
  public String usual() {
    return usual;
  }

  public String meaning() {
    return meaning;
  }

  public boolean is(Mark mark) {
    return marks.contains(mark);
  }
}
