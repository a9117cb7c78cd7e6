package io.sluice.state.silence;

import io.sluice.machine.graph.Awaited.Asked;
import io.sluice.machine.transition.Input;
import io.sluice.state.store.Workspaces;
import io.sluice.transport.topic.Topics;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Finds requests that the planners have passed without an answer. An answer brings tasks with it,
 * so a request is asked again only on proof, never by time: a marker is behind it, the planners'
 * group has passed the marker, and the inbox has been read to where it ended after that. A planner
 * commits offsets and answers in one transaction: what is not there by then never comes.
 *
 * <p>The marker is needed because a quiet partition ends in the marker of a transaction, which no
 * group ever passes. The end of the inbox is its high watermark: the answer may be written and not
 * yet be readable.
 *
 * <pre>
 * look (candidates) -> marker behind them -> group has passed it -> end of inbox -> inbox read
 * </pre>
 */
public final class UnansweredRequests implements Silence {
  private final Watch watch;
  private final Pace pace;
  private final Executor executor = task -> Thread.ofVirtual().name("unanswered").start(task);
  private Set<Candidate> candidates = Set.of();
  private @Nullable CompletableFuture<Long> marker;
  private @Nullable CompletableFuture<Long> inboxEnd;

  /** A request without an answer. */
  private record Candidate(String workspace, Asked asked) {}

  public UnansweredRequests(Watch watch, Duration every) {
    this.watch = watch;
    this.pace = new Pace(every, System::nanoTime);
  }

  @Override
  public List<Found> among(Workspaces workspaces, long position) {
    CompletableFuture<Long> barrier = inboxEnd;
    if (barrier != null) {
      if (!barrier.isDone()) {
        return List.of();
      }
      Long end = Watch.result(barrier);
      if (end == null || end < 0) {
        inboxEnd = null;
      } else if (position >= end) {
        Set<Candidate> silent = silent(workspaces);
        silent.retainAll(candidates);
        reset();
        return silent.stream().map(UnansweredRequests::told).toList();
      }
      return List.of();
    }
    if (pace.isDue(() -> !silent(workspaces).isEmpty())) {
      look(workspaces);
    }
    return List.of();
  }

  private static Found told(Candidate candidate) {
    Asked asked = candidate.asked();
    String what =
        asked.node() == null
            ? "the planner was asked for the plan of " + asked.run()
            : "the planner was asked for " + asked.node() + " of " + asked.run();
    return new Found(
        candidate.workspace(),
        what + " (" + asked.round() + ") and skipped the request without an answer; asking again",
        context -> new Input.Unanswered(asked.run(), asked.node(), asked.round(), context));
  }

  private void look(Workspaces workspaces) {
    Set<Candidate> silent = silent(workspaces);
    CompletableFuture<Long> written = marker;
    if (written == null) {
      candidates = silent;
      if (silent.isEmpty()) {
        pace.relax();
      } else {
        marker = CompletableFuture.supplyAsync(this::mark, executor);
      }
      return;
    }
    candidates = new HashSet<>(candidates);
    candidates.retainAll(silent);
    Long offset = written.isDone() ? Watch.result(written) : null;
    if (candidates.isEmpty() || (written.isDone() && offset == null)) {
      reset();
    } else if (offset != null) {
      inboxEnd = CompletableFuture.supplyAsync(() -> inboxEnd(offset), executor);
    }
  }

  private void reset() {
    candidates = Set.of();
    marker = null;
    inboxEnd = null;
  }

  private static Set<Candidate> silent(Workspaces workspaces) {
    Set<Candidate> silent = new HashSet<>();
    for (Workspaces.Held held : workspaces.held()) {
      String workspace = held.state().workspace();
      held.state().forEachUnanswered(each -> silent.add(new Candidate(workspace, each)));
    }
    return silent;
  }

  /** The offset of a record that is behind every request that is committed now. */
  private long mark() {
    return Watch.answered(
        "no marker could be written",
        () -> {
          try (Producer<String, byte[]> producer = watch.clients().producer()) {
            return Watch.mark(producer, requests());
          }
        });
  }

  /** Where the inbox ends now, if the planners' group has passed the marker; else -1. */
  private long inboxEnd(long marker) {
    return watch.ask(
        admin -> {
          OffsetAndMetadata at =
              admin
                  .listConsumerGroupOffsets(Topics.requestsGroup(watch.connection()))
                  .partitionsToOffsetAndMetadata()
                  .get(InboxEnd.ANSWER_SECONDS, TimeUnit.SECONDS)
                  .get(requests());
          return at == null || at.offset() <= marker ? -1 : watch.inboxEnd(admin);
        });
  }

  private TopicPartition requests() {
    return new TopicPartition(watch.topics().planRequests(), watch.partition());
  }
}
