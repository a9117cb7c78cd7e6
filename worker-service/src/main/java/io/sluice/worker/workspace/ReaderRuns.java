package io.sluice.worker.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.client.Client;
import io.sluice.client.RunRecords;
import io.sluice.client.reader.Reader;
import io.sluice.model.Action;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.provider.workspace.CarriedDocument;
import io.sluice.provider.workspace.Runs;
import io.sluice.transport.query.QueryClient;
import io.sluice.worker.secret.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The runs of workspaces whose reads have changed, as far as they are about the reading. */
final class ReaderRuns {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderRuns.class);

  /** A submission that was refused leaves no run: it is not sent with each look. */
  private static final Duration NOT_SENT_AGAIN = Duration.ofMinutes(10);

  /** So long a plan that made way for a person's run stays away. */
  private static final Duration OUT_OF_THE_WAY = Duration.ofMinutes(10);

  private static final String WALKS = "sluice_run";

  private final Client client;
  private final QueryClient query;
  private final Vault vault;
  private final Map<String, Instant> sent = new HashMap<>();

  ReaderRuns(Client client, QueryClient query, Vault vault) {
    this.client = client;
    this.query = query;
    this.vault = vault;
  }

  List<Reader> readers() {
    List<Reader> readers = new ArrayList<>();
    for (JsonNode each : query.readers()) {
      try {
        Reader.of(each, vault::open).ifPresent(readers::add);
      } catch (Vault.KeyUnavailable e) {
        LOG.debug("what {} reads can't be opened: {}", each.path("workspace"), e.getMessage());
      }
    }
    return readers;
  }

  /**
   * What the runs about a change are called: the same for every worker, and another one for other
   * values. It is made with the key, so it tells nobody what they are.
   */
  String id(Reader reader, JsonNode values) {
    String text = reader.version() + " " + Json.text(values);
    return "reads-" + vault.fingerprints(reader.workspace(), text).getFirst() + "-";
  }

  /**
   * Submits the run that is due.
   *
   * @param id of all runs about this change, but for their numbers
   * @param what has changed
   */
  void begin(Reader reader, String id, String what) {
    if (isBusy(reader)) {
      return;
    }
    int number = 0;
    Optional<RunRecord> known = run(reader, id + number);
    while (known.isPresent() && isOver(known.get())) {
      number++;
      known = run(reader, id + number);
    }
    if (known.isEmpty() && !isWalked(reader)) {
      submit(reader, id + number, what);
    }
  }

  private void submit(Reader reader, String run, String what) {
    Instant before = sent.get(run);
    Instant now = Instant.now();
    Optional<String> packed = query.document(reader.workspace());
    if (packed.isEmpty() || (before != null && before.plus(NOT_SENT_AGAIN).isAfter(now))) {
      return;
    }
    sent.values().removeIf(time -> time.plus(NOT_SENT_AGAIN).isBefore(now));
    sent.put(run, now);
    try {
      byte[] document = CarriedDocument.at(CarriedDocument.opened(packed.get()), now);
      Runs.Child child =
          new Runs.Child(
              reader.workspace(),
              run,
              "apply",
              document,
              Json.text(options()),
              ReaderStep.BY + what);
      Optional<String> failure = orders(reader, run).submit(child);
      LOG.info(
          "run {} of workspace {} is submitted, since {} changed{}",
          run,
          reader.workspace(),
          what,
          failure.map(why -> "; whether it arrived is not known: " + why).orElse(""));
    } catch (IllegalArgumentException | MalformedMessage e) {
      LOG.warn("the configuration of {} can't be read: {}", reader.workspace(), e.getMessage());
    }
  }

  private static RunOptions options() {
    return new RunOptions(
        0, OnFailure.CONTINUE, List.of(), true, RunOptions.Approval.REQUIRED, null, false, true);
  }

  void discard(Reader reader, Reader.Going run, String why) {
    orders(reader, run.run()).discard(reader.workspace(), run.run(), why);
  }

  void approve(Reader reader, Reader.Going run) {
    String hash = run.hash();
    if (hash != null) {
      orders(reader, run.run())
          .approve(reader.workspace(), run.run(), hash, ReaderStep.BY + "what it reads");
    }
  }

  private FleetRuns orders(Reader reader, String run) {
    return new FleetRuns(client, query, reader.workspace(), run);
  }

  /** What the nodes of a plan do; empty if nobody can say now. */
  Optional<List<Action>> plan(Reader.Going run) {
    List<Action> actions = new ArrayList<>();
    for (JsonNode each : query.plan(run.run()).orElseGet(Json::object).path("nodes")) {
      Optional<Node> node = RunRecords.decoded(each, Node.class);
      if (node.isEmpty()) {
        return Optional.empty();
      }
      actions.add(node.get().action());
    }
    return actions.isEmpty() ? Optional.empty() : Optional.of(actions);
  }

  private Optional<RunRecord> run(Reader reader, String id) {
    return RunRecords.answered(query.run(reader.workspace(), id));
  }

  /**
   * Whether the run was discarded for reasons that have passed: another may begin. Who gave a run
   * of their own may be about to give the next.
   */
  private static boolean isOver(RunRecord run) {
    Instant end = run.endedAt();
    boolean here =
        run.reasons().stream()
            .anyMatch(reason -> reason.startsWith("discarded by " + ReaderStep.BY));
    boolean madeWay =
        run.reasons().stream().anyMatch(reason -> reason.contains(ReaderStep.MAKES_WAY));
    return here && end != null && (!madeWay || end.plus(OUT_OF_THE_WAY).isBefore(Instant.now()));
  }

  /** What it reads may be about to change once more. */
  private boolean isBusy(Reader reader) {
    return reader.reads().keySet().stream()
        .flatMap(from -> RunRecords.decoded(query.runsOf(from)).stream())
        .anyMatch(run -> !run.ended() && run.phase() != RunPhase.AWAITING_APPROVAL);
  }

  /** Whether a run that walks workspaces takes it, or is going to. */
  private boolean isWalked(Reader reader) {
    return RunRecords.decoded(query.runs()).stream()
        .filter(run -> !run.ended())
        .flatMap(run -> query.plan(run.run()).stream())
        .anyMatch(plan -> walks(plan, reader.workspace()));
  }

  private static boolean walks(JsonNode plan, String workspace) {
    for (JsonNode node : plan.path("nodes")) {
      if (node.path("type").asText().equals(WALKS)
          && node.path("config").path("workspace").asText().equals(workspace)) {
        return true;
      }
    }
    return false;
  }
}
