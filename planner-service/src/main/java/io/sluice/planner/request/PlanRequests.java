package io.sluice.planner.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.machine.task.InitialRelease;
import io.sluice.machine.task.InitialRelease.FirstTask;
import io.sluice.machine.task.MachineSettings;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Purpose;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.planner.loop.Again;
import io.sluice.planner.loop.Arrived;
import io.sluice.planner.loop.Outcome;
import io.sluice.planner.loop.Work;
import io.sluice.planning.DiagnosticLines;
import io.sluice.planning.Foresight;
import io.sluice.planning.Planning;
import io.sluice.planning.configuration.Bundle;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.check.DocumentCheck;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.request.Verdict;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.questions.AnswerBook;
import io.sluice.questions.TravellingAnswers;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Messages;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers each plan request: with a plan or with reasons against one, and with nothing only where
 * its workspace can't be seen for as long as a request may wait.
 */
public final class PlanRequests implements Work {
  private static final Logger LOG = LoggerFactory.getLogger(PlanRequests.class);

  /** Parts of less than this go with the plan: one way to the broker instead of two. */
  private static final long SMALL_BYTES = 256 * 1024;

  private static final int MOST_TASK = Limits.STANDARD.bytes().task();

  private final Messages messages;
  private final DeadLetters deadLetters;
  private final ProviderRegistry registry;
  private final Snapshots snapshots;
  private final PartSender parts;
  private final Pools pools;
  private final Secrets secrets;
  private final KnownDocuments known;
  private final Clock clock;
  private final InitialRelease release = new InitialRelease(MachineSettings.DEFAULT);

  public PlanRequests(
      Messages messages,
      DeadLetters deadLetters,
      ProviderRegistry registry,
      Snapshots snapshots,
      PartSender parts,
      Pools pools,
      Secrets secrets,
      KnownDocuments known,
      Clock clock) {
    this.messages = messages;
    this.deadLetters = deadLetters;
    this.registry = registry;
    this.snapshots = snapshots;
    this.parts = parts;
    this.pools = pools;
    this.secrets = secrets;
    this.known = known;
    this.clock = clock;
  }

  @Override
  public Outcome answer(Arrived arrived) throws InterruptedException {
    return switch (Messages.decode(arrived.value())) {
      case Messages.Malformed(String cause) -> parked(arrived, cause);
      case Messages.Newer(String cause) -> parked(arrived, cause);
      case Messages.Understood(var envelope) ->
          switch (envelope.payload()) {
            case PlanRequest request -> answer(request, arrived);
            default ->
                parked(arrived, "a " + envelope.type().wireName() + " is not a plan request");
          };
    };
  }

  /** A run whose request is never answered would hold its claim for ever. */
  @Override
  public List<ProducerRecord<String, byte[]>> refusal(Arrived arrived, String why) {
    return Messages.decode(arrived.value()) instanceof Messages.Understood(var envelope)
            && envelope.payload() instanceof PlanRequest request
        ? refused(request, why)
        : List.of();
  }

  private Outcome parked(Arrived arrived, String cause) {
    LOG.warn("a plan request is unreadable: {}", cause);
    return new Outcome.Send(List.of(deadLetters.letter(arrived.record(), cause, clock.instant())));
  }

  private Outcome answer(PlanRequest request, Arrived arrived) throws InterruptedException {
    Sighting sighting = Sighting.of(request, snapshots, arrived);
    Snapshot snapshot = sighting.snapshot();
    return switch (sighting.verdict()) {
      case Verdict.Later(String why, Verdict.Missing missing) ->
          new Outcome.Later(again(why, missing));
      case Verdict.Pass(String why) ->
          new Outcome.Pass("run " + request.run() + " gets no answer: " + why);
      case Verdict.Refuse(String why) -> new Outcome.Send(refused(request, why));
      case Verdict.Answer answer ->
          new Outcome.Send(
              switch (request) {
                case PlanRun run -> plan(run, Objects.requireNonNull(snapshot));
                case PlanRequest.ExpandNode expand ->
                    expand(expand, Objects.requireNonNull(snapshot));
              });
    };
  }

  private static Again again(String why, Verdict.Missing missing) {
    return switch (missing) {
      case OWNER -> new Again(why, "the owner of their workspaces", true);
      case VERSION -> new Again(why, "a version that their workspaces have not reached", false);
    };
  }

  private List<ProducerRecord<String, byte[]>> refused(PlanRequest request, String why) {
    LOG.info("the request of run {} is refused: {}", request.run(), why);
    return switch (request) {
      case PlanRun run ->
          refused(run, List.of(Diagnostic.error("The run cannot be planned", why, null)));
      case PlanRequest.ExpandNode expand -> inbox(expand, Expansions.refused(expand, why));
    };
  }

  private List<ProducerRecord<String, byte[]>> plan(PlanRun request, Snapshot snapshot)
      throws InterruptedException {
    long began = System.nanoTime();
    List<ProducerRecord<String, byte[]>> answer = answer(request, snapshot);
    LOG.info(
        "run {} of workspace {} planned in {} ms",
        request.run(),
        request.workspace(),
        (System.nanoTime() - began) / 1_000_000);
    return answer;
  }

  /**
   * Compares with values in clear. What leaves is made from the snapshot as it was read: sealed.
   */
  private List<ProducerRecord<String, byte[]>> answer(PlanRun request, Snapshot snapshot)
      throws InterruptedException {
    JsonNode tree =
        Bundle.drawnFor(
            secrets.opened(request.workspace(), request.document()),
            request.options().approvedHash());
    if (Bundle.is(tree)) {
      return answer(
          request,
          snapshot,
          new Planning.Travelling(tree, wanted(request, tree), registry),
          () -> secrets.openedWhole(snapshot),
          TravellingAnswers.opened(tree.path(Bundle.FIELD).get("answers"))
              .learn(opened(request.workspace(), request.answers())),
          Bundle.place(tree));
    }
    return switch (checked(request, tree)) {
      case DocumentCheck.Faulty faulty -> refused(request, faulty.diagnostics());
      case DocumentCheck.Checked(CheckedDocument document) ->
          answer(
              request,
              snapshot,
              new Planning.Document(
                  document,
                  wanted(request, tree).kind(),
                  request.options(),
                  wanted(request, tree).refreshed(),
                  registry),
              () -> secrets.opened(snapshot),
              AnswerBook.empty(),
              null);
    };
  }

  private List<ProducerRecord<String, byte[]>> answer(
      PlanRun request,
      Snapshot snapshot,
      Planning.Request wanted,
      Supplier<Snapshot> opened,
      AnswerBook answers,
      @Nullable WorkingDirectory directory)
      throws InterruptedException {
    List<Diagnostic> foreign = RootCheck.refusal(request, snapshot);
    if (!foreign.isEmpty()) {
      return refused(request, foreign);
    }
    return switch (Foresight.of(wanted, opened.get(), answers)) {
      case Planning.Drawn drawn when isOnlyAsked(request, drawn) ->
          drawn(request, snapshot, nothing(drawn.plan()), drawn.purpose());
      case Planning.Drawn drawn -> drawn(request, snapshot, drawn.plan(), drawn.purpose());
      case Planning.Ask ask -> asked(request, snapshot, ask, answers, directory);
      case Planning.Refused refused -> refused(request, refused.reasons());
    };
  }

  /** The run that a plan-only request stands for; it does not read into state. */
  private static PlanRun wanted(PlanRun request, JsonNode document) {
    if (request.kind() != RunKind.PLAN) {
      return request;
    }
    boolean destroys = document.path("destroys").asBoolean();
    return request.planning(destroys ? RunKind.DESTROY : RunKind.APPLY);
  }

  private List<JsonNode> opened(String workspace, List<JsonNode> answers) {
    return answers.stream().map(answer -> secrets.opened(workspace, answer)).toList();
  }

  /** The run was for the answers, and they are complete. */
  private static boolean isOnlyAsked(PlanRun request, Planning.Drawn drawn) {
    return request.kind() == RunKind.PLAN && drawn.purpose() == Purpose.CHANGE;
  }

  private static Plan nothing(Plan plan) {
    return new Plan(List.of(), new TreeMap<>(), List.of(), 0, plan.hash());
  }

  private List<ProducerRecord<String, byte[]>> asked(
      PlanRun request,
      Snapshot snapshot,
      Planning.Ask ask,
      AnswerBook book,
      @Nullable WorkingDirectory directory)
      throws InterruptedException {
    return switch (WaveNodes.before(request, secrets, directory).nodes(ask, book)) {
      case WaveNodes.Outcome.Asked(List<Node> nodes) ->
          drawn(request, snapshot, Plan.part(nodes), Purpose.ASK);
      case WaveNodes.Outcome.Refused(List<Diagnostic> reasons) -> refused(request, reasons);
    };
  }

  private DocumentCheck.Outcome checked(PlanRun request, JsonNode tree) {
    Optional<CheckedDocument> before = known.take(request.run(), tree);
    if (before.isPresent()) {
      return new DocumentCheck.Checked(before.get());
    }
    boolean mayBeEmpty = request.options().allowEmpty() || request.kind() != RunKind.APPLY;
    return DocumentCheck.check(tree, registry, new DocumentCheck.Options(mayBeEmpty));
  }

  private List<ProducerRecord<String, byte[]>> refused(
      PlanRun request, List<Diagnostic> diagnostics) {
    return inbox(
        request,
        new PlanRefused(request.run(), DiagnosticLines.lines(diagnostics), request.round()));
  }

  private List<ProducerRecord<String, byte[]>> drawn(
      PlanRun request, Snapshot snapshot, Plan plan, Purpose purpose) throws InterruptedException {
    Optional<Diagnostic> pools = PoolBound.refusal(plan.nodes());
    if (pools.isPresent()) {
      return refused(request, List.of(pools.get()));
    }
    List<Node> nodes = secrets.sealed(request.workspace(), plan);
    PlanParts cut =
        PlanParts.cut(request, nodes, plan.basis(), new SnapshotLookup(snapshot)::record);
    if (!cut.tooLarge().isEmpty()) {
      return refused(request, cut.refusals());
    }
    List<ProducerRecord<String, byte[]>> partRecords = new ArrayList<>();
    for (PlanPart part : cut.parts()) {
      partRecords.addAll(inbox(request, part));
    }
    List<ProducerRecord<String, byte[]>> answer = new ArrayList<>();
    if (cut.bytes() <= SMALL_BYTES) {
      answer.addAll(partRecords);
    } else {
      parts.send(partRecords);
    }
    List<FirstTask> leaving = leaving(request, snapshot, plan, nodes);
    answer.addAll(
        inbox(
            request,
            Planned.of(
                draft -> {
                  draft.run = request.run();
                  draft.planId = cut.planId();
                  draft.parts = cut.parts().size();
                  draft.nodes = nodes.size();
                  draft.hash = plan.hash();
                  draft.version = snapshot.version();
                  draft.basis = new TreeMap<>();
                  draft.released = leaving.stream().map(FirstTask::released).toList();
                  draft.windows = windows(nodes);
                  draft.refresh = purpose == Purpose.READ;
                  draft.held = plan.held();
                  draft.round = request.round();
                  draft.asks = purpose == Purpose.ASK;
                })));
    for (FirstTask task : leaving) {
      answer.addAll(messages.task(task.pool(), task.task(), clock.instant()));
    }
    return answer;
  }

  private List<FirstTask> leaving(PlanRun request, Snapshot snapshot, Plan plan, List<Node> nodes) {
    String approved = request.options().approvedHash();
    if (approved != null && !approved.equals(plan.hash())) {
      return List.of();
    }
    Set<Address> closed = new HashSet<>();
    snapshot.closed().forEach(address -> closed.add(Address.of(address).live()));
    Set<String> held = new HashSet<>();
    plan.held().forEach(node -> held.add(node.node()));
    nodes.stream()
        .filter(node -> held.contains(node.id()))
        .forEach(node -> closed.add(node.address().live()));
    List<FirstTask> chosen =
        release.choose(request, nodes, windows(nodes), closed, new SnapshotLookup(snapshot));
    return sendable(chosen);
  }

  /** What has no topic yet, or is too large for it, is left to the machine. */
  private List<FirstTask> sendable(List<FirstTask> chosen) {
    Set<String> named = chosen.stream().map(FirstTask::pool).collect(Collectors.toSet());
    Set<String> there = named.isEmpty() ? named : pools.there(named);
    return chosen.stream()
        .filter(leaving -> there.contains(leaving.pool()))
        .filter(leaving -> Json.encode(leaving.task()).length <= MOST_TASK)
        .toList();
  }

  /** Places of providers that may be asked for only so much at once. */
  private static Map<String, Integer> windows(List<Node> nodes) {
    Map<String, Integer> windows = new TreeMap<>();
    for (Node node : nodes) {
      ProviderBlock block = node.providerBlock();
      if (block != null && block.maxConcurrent() != null && node.provider() != null) {
        windows.put(node.provider(), block.maxConcurrent());
      }
    }
    return windows;
  }

  private List<ProducerRecord<String, byte[]>> expand(
      PlanRequest.ExpandNode request, Snapshot snapshot) {
    return inbox(
        request,
        new Expansions(registry, secrets)
            .answer(
                request,
                request.expand().plugin() == null && request.document() == null
                    ? secrets.opened(snapshot)
                    : secrets.openedWhole(snapshot)));
  }

  private List<ProducerRecord<String, byte[]>> inbox(PlanRequest request, InboxMessage message) {
    return messages.inbox(request.workspace(), message, clock.instant());
  }
}
