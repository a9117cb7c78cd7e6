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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * Everything of a deployment that can be looked at, one after the other: what can't be looked at is
 * a finding, and the next one is looked at all the same.
 */
final class FleetExamination {
  private final Invocation invocation;
  private final List<Finding> findings = new ArrayList<>();
  private SortedMap<String, SortedMap<String, Integer>> unclaimed = new TreeMap<>();

  FleetExamination(Invocation invocation) {
    this.invocation = invocation;
  }

  /** Where no broker answers, ZooKeeper may all the same. */
  List<Finding> of(Callable<Deployment> opening, Connection connection) {
    Deployment opened = null;
    try {
      opened = opening.call();
      findings.add(Finding.good("Kafka", connection.bootstrapServers()));
    } catch (Exception e) {
      wrong("Kafka", e);
    }
    boolean broker = opened != null;
    try (Deployment deployment = opened == null ? Deployment.unseen(connection) : opened) {
      if (broker) {
        look("topics", () -> topics(deployment));
      }
      boolean ensemble = look("ZooKeeper", () -> ensemble(deployment));
      if (ensemble) {
        boolean served = look("state service", () -> owners(deployment));
        look("planners", () -> planners(deployment));
        look("workers", () -> workers(deployment));
        if (served && broker) {
          look("state service", () -> standing(deployment));
          look("pools", () -> pools(deployment));
          look("runs", () -> runs(deployment));
        }
      }
      if (broker) {
        look("backlog", () -> backlog(deployment));
        look("letters", () -> letters(deployment));
      }
    }
    return List.copyOf(findings);
  }

  @FunctionalInterface
  private interface Look {
    boolean at() throws Exception;
  }

  /** False when there is something wrong that makes other looks vain. */
  private boolean look(String what, Look look) {
    try {
      return look.at();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      wrong(what, e);
      return false;
    }
  }

  private void wrong(String what, Exception e) {
    Throwable cause =
        e instanceof java.util.concurrent.ExecutionException && e.getCause() != null
            ? e.getCause()
            : e;
    Fault fault = Faults.of(cause);
    fault
        .diagnostics()
        .forEach(
            one ->
                findings.add(
                    Finding.bad(
                        what,
                        one.summary() + (one.detail().isEmpty() ? "" : ". " + one.detail()),
                        one.hint().contains("doctor") ? "" : one.hint())));
  }

  private boolean topics(Deployment deployment) throws Exception {
    List<TopicExamination.Fault> faults =
        new TopicExamination(deployment.client().connection(), deployment.client().clients())
            .faults();
    faults.forEach(
        fault -> findings.add(Finding.bad("topic " + fault.topic(), fault.what(), fault.todo())));
    if (faults.isEmpty()) {
      findings.add(Finding.good("topics", "settings and replicas are correct"));
    }
    return true;
  }

  private boolean ensemble(Deployment deployment) {
    deployment.client().owners();
    findings.add(Finding.good("ZooKeeper", deployment.client().connection().zookeeper()));
    return true;
  }

  private boolean owners(Deployment deployment) {
    Map<String, Integer> owners = deployment.client().owners();
    int partitions = deployment.client().connection().partitions();
    int owned = owners.values().stream().mapToInt(Integer::intValue).sum();
    List<Members.Description> members = deployment.client().members(Members.STATE);
    int troubled = ask(deployment, "state service", members);
    if (owned == partitions && troubled == 0) {
      findings.add(
          Finding.good(
              "state service",
              counted(owners.size(), "instance") + " for " + counted(owned, "partition")));
      return true;
    }
    if (owned < partitions) {
      findings.add(
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

  private boolean standing(Deployment deployment) {
    findings.addAll(
        BacklogFindings.of(
            deployment.query().standings(), deployment.client().connection().partitions()));
    return true;
  }

  private boolean planners(Deployment deployment) {
    List<Members.Description> members = deployment.client().members(Members.PLANNERS);
    if (members.isEmpty()) {
      findings.add(
          Finding.bad(
              "planners", "none: no run can be planned", "Start one: `sluice serve planner`."));
    } else if (ask(deployment, "planner", members) == 0) {
      findings.add(Finding.good("planners", names(members)));
    }
    return true;
  }

  /** What waits at an instance that may well be ready. */
  private void waiting(Members.Description member, ServiceHealth health) {
    health
        .waiting()
        .forEach(
            sentence ->
                findings.add(
                    Finding.bad(
                        "plan requests",
                        sentence + " (" + member.instance() + ")",
                        "If no state service is missing, find out what else writes requests. A"
                            + " planner skips a request that it cannot answer after a while, and"
                            + " the run asks again.")));
  }

  /** How many of them are not ready; each says why. */
  private int ask(Deployment deployment, String role, List<Members.Description> members) {
    Optional<String> token =
        deployment.client().connection().credentials().httpTokens().stream().findFirst();
    int troubled = 0;
    for (Members.Description member : members) {
      ServiceHealth health = ServiceHealth.of(member, token);
      waiting(member, health);
      List<String> reasons = health.reasons();
      if (!reasons.isEmpty()) {
        troubled++;
        findings.add(
            Finding.bad(
                role + " " + member.instance(),
                String.join("; ", reasons.stream().limit(3).toList())
                    + (reasons.size() > 3 ? "; and " + (reasons.size() - 3) + " more" : ""),
                health.todo(invocation::command)));
      }
    }
    return troubled;
  }

  private boolean workers(Deployment deployment) {
    List<Members.Description> members = deployment.client().members(Members.WORKERS);
    if (members.isEmpty()) {
      findings.add(
          Finding.bad(
              "workers", "none: no run can make progress", "Start one: `sluice serve worker`."));
    } else {
      findings.add(Finding.good("workers", names(members)));
    }
    return true;
  }

  /** Tasks that wait, by the state service's own count: offsets count markers too. */
  private boolean pools(Deployment deployment) {
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
            findings.add(RunFindings.unserved(pool, tasks));
          }
        });
    return true;
  }

  private boolean backlog(Deployment deployment) throws Exception {
    Map<String, Long> waiting = new TreeMap<>(new Backlogs(deployment.client()).requests());
    unclaimed.forEach(
        (pool, tasks) ->
            waiting.put(
                "tasks." + pool, tasks.values().stream().mapToLong(Integer::longValue).sum()));
    String text =
        waiting.entrySet().stream()
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining(", "));
    findings.add(Finding.good("backlog", text));
    return true;
  }

  private boolean letters(Deployment deployment) {
    Letters letters = Letters.of(deployment.client());
    int count = letters.open().size();
    if (count == 0) {
      findings.add(Finding.good("letters", "none"));
    } else {
      findings.add(
          Finding.bad(
              "letters",
              counted(count, "record") + " could not be read or finished",
              "List them: "
                  + invocation.command("dlq", "list")
                  + ". Then replay or drop each of them."));
    }
    return true;
  }

  private boolean runs(Deployment deployment) {
    List<RunRecord> runs = RunRecords.decoded(deployment.query().runs());
    Map<String, JsonNode> known = new TreeMap<>();
    findings.addAll(
        new RunFindings(Instant.now(), invocation::command, run -> nodes(deployment, run))
            .of(
                runs,
                workspace ->
                    known.computeIfAbsent(workspace, name -> deployment.query().locks(name))));
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
