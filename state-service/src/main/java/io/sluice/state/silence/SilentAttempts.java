package io.sluice.state.silence;

import io.sluice.machine.graph.Awaited.Unclaimed;
import io.sluice.machine.transition.Input;
import io.sluice.state.store.Workspaces;
import io.sluice.transport.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiPredicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Finds attempts whose task the share group has passed without a report: because the record was
 * archived after too many deliveries, say. Never by time alone: first the ends of the pools' topics
 * are noted, later the group's start offsets must have reached them, and then the inbox must have
 * been read to where it ended after that.
 *
 * <p>What Kafka stores of a group trails by one acknowledgement: in a pool that has come to rest
 * the start offset would never reach the end. So a marker is written behind what was noted; a
 * worker acknowledges it, and which stores the group's offset. The lag that Kafka reports is no
 * proof: it rests on a count, not on an offset.
 *
 * <pre>
 * look (candidates, ends of tasks) -> passed (start offsets reached; end of inbox) -> inbox read
 *                                      \-- not yet: a marker behind them, ever more rarely
 * </pre>
 */
public final class SilentAttempts implements Silence {
  private final Watch watch;
  private final Pace pace;
  private final BiPredicate<String, String> unsent;
  private final Executor executor = task -> Thread.ofVirtual().name("silent-attempts").start(task);
  private Set<Candidate> candidates = Set.of();
  private @Nullable CompletableFuture<Map<TopicPartition, Long>> ends;
  private @Nullable CompletableFuture<Long> inboxEnd;
  private int looks;
  private int markersAt;

  /** An attempt without a report. */
  public record Candidate(String workspace, Unclaimed attempt) {}

  /**
   * @param unsent whether the task of a run's node is still to be sent
   */
  public SilentAttempts(Watch watch, Duration every, BiPredicate<String, String> unsent) {
    this.watch = watch;
    this.unsent = unsent;
    this.pace = new Pace(every, System::nanoTime);
  }

  @Override
  public List<Found> among(Workspaces workspaces, long position) {
    List<Found> told = new ArrayList<>();
    for (Candidate each : passed(workspaces, position)) {
      Unclaimed attempt = each.attempt();
      told.add(
          new Found(
              each.workspace(),
              "no worker has reported on " + attempt.node() + " attempt " + attempt.attempt(),
              context ->
                  new Input.SilentAttempt(
                      attempt.run(), attempt.node(), attempt.attempt(), context)));
    }
    return told;
  }

  private List<Candidate> passed(Workspaces workspaces, long position) {
    CompletableFuture<Long> barrier = inboxEnd;
    if (barrier != null && barrier.isDone()) {
      Long end = Watch.result(barrier);
      if (end == null || end < 0) {
        inboxEnd = null;
      } else if (position >= end) {
        Set<Candidate> silent = silent(workspaces);
        silent.retainAll(candidates);
        reset();
        return List.copyOf(silent);
      }
      return List.of();
    }
    if (barrier == null && pace.isDue(() -> !silent(workspaces).isEmpty())) {
      look(workspaces);
    }
    return List.of();
  }

  private void look(Workspaces workspaces) {
    CompletableFuture<Map<TopicPartition, Long>> noted = ends;
    if (noted == null) {
      candidates = silent(workspaces);
      if (candidates.isEmpty()) {
        pace.relax();
      } else {
        Set<String> pools = pools();
        ends =
            CompletableFuture.supplyAsync(() -> watch.ask(admin -> ends(admin, pools)), executor);
      }
      return;
    }
    Map<TopicPartition, Long> reached = noted.isDone() ? Watch.result(noted) : null;
    if (reached == null) {
      if (noted.isDone()) {
        reset();
      }
      return;
    }
    candidates = new HashSet<>(candidates);
    candidates.retainAll(silent(workspaces));
    candidates.removeIf(each -> !reached.containsKey(first(each.attempt().pool())));
    if (candidates.isEmpty()) {
      reset();
      return;
    }
    boolean mark = looks++ == markersAt;
    if (mark) {
      markersAt = 2 * markersAt + 1;
    }
    inboxEnd =
        CompletableFuture.supplyAsync(() -> watch.ask(a -> inboxEnd(a, reached, mark)), executor);
  }

  private void reset() {
    candidates = Set.of();
    ends = null;
    inboxEnd = null;
    looks = 0;
    markersAt = 0;
  }

  private Set<Candidate> silent(Workspaces workspaces) {
    Set<Candidate> silent = new HashSet<>();
    for (Workspaces.Held held : workspaces.held()) {
      String workspace = held.state().workspace();
      held.state()
          .forEachUnclaimed(
              each -> {
                if (!unsent.test(each.run(), each.node())) {
                  silent.add(new Candidate(workspace, each));
                }
              });
    }
    return silent;
  }

  private TopicPartition first(String pool) {
    return new TopicPartition(watch.topics().tasks(pool), 0);
  }

  private Set<String> pools() {
    Set<String> pools = new HashSet<>();
    candidates.forEach(candidate -> pools.add(candidate.attempt().pool()));
    return pools;
  }

  private Map<TopicPartition, Long> ends(Admin admin, Set<String> pools)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    Set<String> there = admin.listTopics().names().get(InboxEnd.ANSWER_SECONDS, TimeUnit.SECONDS);
    for (String pool : pools) {
      if (!there.contains(watch.topics().tasks(pool))) {
        continue;
      }
      for (int i = 0; i < watch.connection().tasksPartitions(); i++) {
        asked.put(new TopicPartition(watch.topics().tasks(pool), i), OffsetSpec.latest());
      }
    }
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin
        .listOffsets(asked)
        .all()
        .get(InboxEnd.ANSWER_SECONDS, TimeUnit.SECONDS)
        .forEach((topic, offset) -> ends.put(topic, offset.offset()));
    return ends;
  }

  /** Where the inbox ends now, if the groups have passed all that was noted; else -1. */
  private long inboxEnd(Admin admin, Map<TopicPartition, Long> noted, boolean mark)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<String, List<TopicPartition>> byPool = new HashMap<>();
    String prefix = watch.topics().tasksPrefix();
    for (TopicPartition topic : noted.keySet()) {
      String pool = topic.topic().substring(prefix.length());
      byPool.computeIfAbsent(pool, unknown -> new ArrayList<>()).add(topic);
    }
    List<TopicPartition> behind = new ArrayList<>();
    for (Map.Entry<String, List<TopicPartition>> each : byPool.entrySet()) {
      String group = Topics.workersGroup(watch.connection(), each.getKey());
      Map<TopicPartition, SharePartitionOffsetInfo> starts =
          admin
              .listShareGroupOffsets(
                  Map.of(group, new ListShareGroupOffsetsSpec().topicPartitions(each.getValue())))
              .partitionsToOffsetInfo(group)
              .get(InboxEnd.ANSWER_SECONDS, TimeUnit.SECONDS);
      for (TopicPartition topic : each.getValue()) {
        SharePartitionOffsetInfo start = starts.get(topic);
        long end = noted.getOrDefault(topic, 0L);
        if (end > 0 && (start == null || start.startOffset() < end)) {
          behind.add(topic);
        }
      }
    }
    if (!behind.isEmpty()) {
      if (mark) {
        mark(behind);
      }
      return -1;
    }
    return watch.inboxEnd(admin);
  }

  private void mark(List<TopicPartition> topics)
      throws ExecutionException, InterruptedException, TimeoutException {
    try (Producer<String, byte[]> producer = watch.clients().producer()) {
      for (TopicPartition topic : topics) {
        Watch.mark(producer, topic);
      }
    }
  }
}
