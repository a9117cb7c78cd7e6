package io.sluice.cli.command.diagnose;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.command.shared.Faults;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.ServiceHealth;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.Backlogs;
import io.sluice.client.Letters;
import io.sluice.client.RunRecords;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.Connection;
import io.sluice.transport.topic.TopicExamination;
import io.sluice.transport.zookeeper.Members;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Everything of a deployment that can be looked at, one after the other: what can't be looked at,
 * or does not answer in time, is a finding, and the next one is looked at all the same.
 */
final class FleetExamination {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Invocation invocation;
  private final Consumer<Finding> told;
  private volatile SortedMap<String, SortedMap<String, Integer>> unclaimed = new TreeMap<>();

  /**
   * @param told hears each finding as soon as it is known
   */
  FleetExamination(Invocation invocation, Consumer<Finding> told) {
    this.invocation = invocation;
    this.told = told;
  }

  /** Where no broker answers, ZooKeeper may all the same. */
  void of(Callable<Deployment> opening, Connection connection) {
    Deployment opened = null;
    try {
      opened = opening.call();
      told.accept(Finding.good("Kafka", connection.bootstrapServers()));
    } catch (Exception e) {
      wrong("Kafka", e, told);
    }
    boolean broker = opened != null;
    Deployment deployment = opened == null ? Deployment.unseen(connection) : opened;
    try {
      ask(deployment, broker);
    } finally {
      bounded(
          () -> {
            deployment.close();
            return true;
          });
    }
  }

  private void ask(Deployment deployment, boolean broker) {
    if (broker) {
      look("topics", found -> topics(deployment, found));
    }
    boolean ensemble = look("ZooKeeper", found -> ensemble(deployment, found));
    if (ensemble) {
      boolean served = look("state service", found -> owners(deployment, found));
      look("planners", found -> planners(deployment, found));
      look("workers", found -> workers(deployment, found));
      if (served && broker) {
        look("state service", found -> standing(deployment, found));
        look("pools", found -> pools(deployment, found));
        look("runs", found -> runs(deployment, found));
      }
    }
    if (broker) {
      look("backlog", found -> backlog(deployment, found));
      look("letters", found -> letters(deployment, found));
    }
  }

  @FunctionalInterface
  private interface Look {
    boolean at(Consumer<Finding> found) throws Exception;
  }

  /** False when there is something wrong that makes other looks vain. */
  private boolean look(String what, Look look) {
    AtomicBoolean late = new AtomicBoolean();
    Consumer<Finding> found =
        finding -> {
          if (!late.get()) {
            told.accept(finding);
          }
        };
    Optional<Boolean> ended =
        bounded(
            () -> {
              try {
                return look.at(found);
              } catch (Exception e) {
                wrong(what, e, found);
                return false;
              }
            });
    late.set(true);
    if (ended.isEmpty()) {
      told.accept(
          Finding.bad(
              what,
              "no answer within " + PATIENCE.toSeconds() + " s",
              "Its process may be suspended, its machine too busy, or the network may lose"
                  + " packets: look at its log."));
    }
    return ended.orElse(false);
  }

  /** Empty where it did not end in time: then it is left alone, and ends with the command. */
  private static Optional<Boolean> bounded(Callable<Boolean> question) {
    FutureTask<Boolean> asked = new FutureTask<>(question);
    Thread.ofPlatform().daemon().name("sluice-doctor").start(asked);
    try {
      return Optional.of(asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      asked.cancel(true);
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.of(false);
    } catch (InterruptedException e) {
      asked.cancel(true);
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static void wrong(String what, Exception e, Consumer<Finding> found) {
    Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
    Fault fault = Faults.of(cause);
    fault
        .diagnostics()
        .forEach(
            one ->
                found.accept(
                    Finding.bad(
                        what,
                        one.summary() + (one.detail().isEmpty() ? "" : ". " + one.detail()),
                        one.hint().contains("doctor") ? "" : one.hint())));
  }

  private boolean topics(Deployment deployment, Consumer<Finding> found) throws Exception {
    List<TopicExamination.Fault> faults =
        new TopicExamination(deployment.client().connection(), deployment.client().clients())
            .faults();
    faults.forEach(
        fault -> found.accept(Finding.bad("topic " + fault.topic(), fault.what(), fault.todo())));
    if (faults.isEmpty()) {
      found.accept(Finding.good("topics", "settings and replicas are correct"));
    }
    return true;
  }

  private boolean ensemble(Deployment deployment, Consumer<Finding> found) {
    deployment.client().owners();
    found.accept(Finding.good("ZooKeeper", deployment.client().connection().zookeeper()));
    return true;
  }

  private boolean owners(Deployment deployment, Consumer<Finding> found) {
    Map<String, Integer> owners = deployment.client().owners();
    int partitions = deployment.client().connection().partitions();
    int owned = owners.values().stream().mapToInt(Integer::intValue).sum();
    List<Members.Description> members = deployment.client().members(Members.STATE);
    int troubled = ask(deployment, "state service", members, found);
    if (owned == partitions && troubled == 0) {
      found.accept(
          Finding.good(
              "state service",
              counted(owners.size(), "instance") + " for " + counted(owned, "partition")));
      return true;
    }
    if (owned < partitions) {
      found.accept(
          Finding.bad(
              "state service",
              owned + " of " + partitions + " partitions have an owner",
              members.isEmpty()
                  ? "Start one: `sluice serve state`."
                  : troubled > 0
                      ? "Fix its instances first, above."
                      : "Another instance is taking it over; check again in a moment."));
    }
    return owned == partitions;
  }

  private boolean standing(Deployment deployment, Consumer<Finding> found) {
    BacklogFindings.of(
            deployment.query().standings(), deployment.client().connection().partitions())
        .forEach(found);
    return true;
  }

  private boolean planners(Deployment deployment, Consumer<Finding> found) {
    List<Members.Description> members = deployment.client().members(Members.PLANNERS);
    if (members.isEmpty()) {
      found.accept(
          Finding.bad(
              "planners", "none: no run can be planned", "Start one: `sluice serve planner`."));
    } else if (ask(deployment, "planner", members, found) == 0) {
      found.accept(Finding.good("planners", names(members)));
    }
    return true;
  }

  /** What waits at an instance that may well be ready. */
  private static void waiting(
      Members.Description member, ServiceHealth health, Consumer<Finding> found) {
    health
        .waiting()
        .forEach(
            sentence ->
                found.accept(
                    Finding.bad(
                        "plan requests",
                        sentence + " (" + member.instance() + ")",
                        "If no state service is missing, find out what else writes requests. A"
                            + " planner skips a request that it cannot answer after a while, and"
                            + " the run asks again.")));
  }

  /** How many of them are not ready; each says why. */
  private int ask(
      Deployment deployment,
      String role,
      List<Members.Description> members,
      Consumer<Finding> found) {
    Optional<String> token =
        deployment.client().connection().credentials().httpTokens().stream().findFirst();
    int troubled = 0;
    for (Members.Description member : members) {
      ServiceHealth health = ServiceHealth.of(member, token);
      waiting(member, health, found);
      List<String> reasons = health.reasons();
      if (!reasons.isEmpty()) {
        troubled++;
        found.accept(
            Finding.bad(
                role + " " + member.instance(),
                String.join("; ", reasons.stream().limit(3).toList())
                    + (reasons.size() > 3 ? "; and " + (reasons.size() - 3) + " more" : ""),
                health.todo(invocation::command)));
      }
    }
    return troubled;
  }

  private boolean workers(Deployment deployment, Consumer<Finding> found) {
    List<Members.Description> members = deployment.client().members(Members.WORKERS);
    if (members.isEmpty()) {
      found.accept(
          Finding.bad(
              "workers", "none: no run can make progress", "Start one: `sluice serve worker`."));
    } else {
      found.accept(Finding.good("workers", names(members)));
    }
    return true;
  }

  /** Tasks that wait, by the state service's own count: offsets count markers too. */
  private boolean pools(Deployment deployment, Consumer<Finding> found) {
    Map<String, JsonNode> known = new TreeMap<>();
    unclaimed =
        RunFindings.unclaimed(
            RunRecords.decoded(deployment.query().runs()),
            workspace -> known.computeIfAbsent(workspace, name -> deployment.query().locks(name)));
    List<Members.Description> members = deployment.client().members(Members.WORKERS);
    Set<String> served =
        members.stream().map(Members.Description::pool).collect(Collectors.toSet());
    unclaimed.forEach(
        (pool, tasks) -> {
          if (!served.contains(pool) && !members.isEmpty()) {
            found.accept(RunFindings.unserved(pool, tasks));
          }
        });
    return true;
  }

  private boolean backlog(Deployment deployment, Consumer<Finding> found) throws Exception {
    Map<String, Long> waiting = new TreeMap<>(new Backlogs(deployment.client()).requests());
    unclaimed.forEach(
        (pool, tasks) ->
            waiting.put(
                "tasks." + pool, tasks.values().stream().mapToLong(Integer::longValue).sum()));
    String text =
        waiting.entrySet().stream()
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining(", "));
    found.accept(Finding.good("backlog", text));
    return true;
  }

  private boolean letters(Deployment deployment, Consumer<Finding> found) {
    Letters letters = Letters.of(deployment.client());
    int count = letters.open().size();
    if (count == 0) {
      found.accept(Finding.good("letters", "none"));
    } else {
      found.accept(
          Finding.bad(
              "letters",
              counted(count, "record") + " could not be read or finished",
              "List them: "
                  + invocation.command("dlq", "list")
                  + ". Then replay or drop each of them."));
    }
    return true;
  }

  private boolean runs(Deployment deployment, Consumer<Finding> found) {
    List<RunRecord> runs = RunRecords.decoded(deployment.query().runs());
    Map<String, JsonNode> known = new TreeMap<>();
    new RunFindings(Instant.now(), invocation::command, run -> nodes(deployment, run))
        .of(
            runs,
            workspace -> known.computeIfAbsent(workspace, name -> deployment.query().locks(name)))
        .forEach(found);
    return true;
  }

  private static Map<String, NodeRecord> nodes(Deployment deployment, String run) {
    return deployment
        .query()
        .run(run)
        .map(answer -> RunRecords.nodes(answer.path("nodes")))
        .orElse(Map.of());
  }

  private static String names(List<Members.Description> members) {
    return members.stream()
        .map(Members.Description::instance)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String counted(int count, String word) {
    return count + " " + word + (count == 1 ? "" : "s");
  }
}
