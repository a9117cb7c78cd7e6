package io.sluice.worker.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.client.reader.Reader;
import io.sluice.client.reader.ReaderCircles;
import io.sluice.model.json.Json;
import io.sluice.provider.workspace.Workspaces;
import io.sluice.transport.TransportFailure;
import io.sluice.worker.secret.Vault;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then whether outputs have changed since the workspaces that read them were applied.
 * Every worker does, each the more seldom the more there are; what two do at once has one id and so
 * happens once.
 */
public final class ReaderWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderWatch.class);
  private static final Duration END = Duration.ofMillis(200);

  private final ReaderRuns runs;
  private final Function<String, Workspaces.Look> outputs;
  private final IntSupplier workers;
  private final Duration every;
  private volatile boolean closed;
  private final Thread thread = Thread.ofVirtual().name("readers").unstarted(this::watch);

  ReaderWatch(
      ReaderRuns runs,
      Function<String, Workspaces.Look> outputs,
      IntSupplier workers,
      Duration every) {
    this.runs = runs;
    this.outputs = outputs;
    this.workers = workers;
    this.every = every;
  }

  public void start() {
    thread.start();
  }

  private void watch() {
    try {
      while (!closed) {
        Duration all = every.multipliedBy(Math.max(1, workers.getAsInt()));
        Thread.sleep(all.toMillis() / 2 + ThreadLocalRandom.current().nextLong(all.toMillis()));
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      List<Reader> readers = runs.readers();
      if (readers.isEmpty()) {
        return;
      }
      Map<String, Map<String, JsonNode>> now = now(readers);
      Set<String> circles = ReaderCircles.in(readers);
      readers.forEach(reader -> look(reader, now, circles));
    } catch (TransportFailure e) {
      LOG.debug("who reads what can't be seen now: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("who reads what could not be looked at; the next look is in {}", every, e);
    }
  }

  private void look(Reader reader, Map<String, Map<String, JsonNode>> now, Set<String> circles) {
    if (!now.keySet().containsAll(reader.reads().keySet())) {
      return;
    }
    SortedMap<String, SortedSet<String>> changed = reader.changed(now);
    Optional<String> id =
        changed.isEmpty() ? Optional.empty() : Optional.of(runs.id(reader, values(changed, now)));
    switch (ReaderStep.next(reader, id)) {
      case ReaderStep.Nothing nothing -> {}
      case ReaderStep.Begin due -> runs.begin(reader, id.orElseThrow(), Reader.text(changed));
      case ReaderStep.Discard(Reader.Going run, String why) -> runs.discard(reader, run, why);
      case ReaderStep.Judge(Reader.Going run) ->
          runs.plan(run)
              .filter(plan -> ReaderStep.mayGo(reader, circles, plan))
              .ifPresent(plan -> runs.approve(reader, run));
    }
  }

  /** The outputs that are read; a workspace that can't be seen now is not there. */
  private Map<String, Map<String, JsonNode>> now(List<Reader> readers) {
    SortedSet<String> read = new TreeSet<>();
    readers.forEach(reader -> read.addAll(reader.reads().keySet()));
    Map<String, Map<String, JsonNode>> now = new HashMap<>();
    for (String workspace : read) {
      if (seen(workspace) instanceof Workspaces.Found(var found)) {
        Map<String, JsonNode> values = new HashMap<>();
        found.forEach((name, output) -> values.put(name, output.value()));
        now.put(workspace, values);
      }
    }
    return now;
  }

  private Workspaces.Look seen(String workspace) {
    try {
      return outputs.apply(workspace);
    } catch (Vault.KeyUnavailable e) {
      return new Workspaces.Unreadable(String.valueOf(e.getMessage()));
    }
  }

  private static JsonNode values(
      SortedMap<String, SortedSet<String>> changed, Map<String, Map<String, JsonNode>> now) {
    ObjectNode values = Json.object();
    changed.forEach(
        (from, names) ->
            names.forEach(
                name ->
                    values
                        .withObject("/" + from)
                        .set(name, now.getOrDefault(from, Map.of()).get(name))));
    return values;
  }

  @Override
  public void close() {
    closed = true;
    if (thread.getState() == Thread.State.NEW) {
      return;
    }
    thread.interrupt();
    try {
      thread.join(END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
