package io.sluice.planning.graph;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.Held;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.Question;
import io.sluice.planning.decide.Changes;
import io.sluice.planning.decide.Decision;
import io.sluice.planning.decide.DesiredDocument;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.decide.Refusals;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.decide.StateIndex;
import io.sluice.planning.document.LatePart;
import io.sluice.planning.graph.NodeGraph.Placed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** Draws the plan of a run. */
public final class Diff {
  private final Situation situation;
  private final StateIndex state;
  private final Refusals refusals = new Refusals();
  private final Changes changes;
  private final NodeGraph graph = new NodeGraph();
  private final Set<Address> createBeforeDestroy = new HashSet<>();
  private final DesiredState wanting;
  private final Departures departures;

  /** What became of it. */
  public sealed interface Outcome {}

  public record Drawn(Plan plan) implements Outcome {}

  public record Refused(List<Diagnostic> reasons) implements Outcome {
    public Refused {
      reasons = List.copyOf(reasons);
    }
  }

  /** Answers are missing: with them the plan can be drawn, or more will be asked. */
  public record Asked(List<Question> questions) implements Outcome {
    public Asked {
      questions = List.copyOf(questions);
    }
  }

  private Diff(Situation situation, DesiredState wanting, BiPredicate<Address, Reference> outside) {
    this.situation = situation;
    this.wanting = wanting;
    this.state =
        new StateIndex(situation.snapshot(), wanting.moved(situation.snapshot().resources()));
    this.changes = new Changes(situation, state, refusals, outside);
    this.departures = new Departures(situation, state, changes, wanting, refusals);
  }

  /** Draws the plan of a desired state other than a document. */
  public static Outcome draw(Situation situation, DesiredState wanting) {
    return new Diff(situation, wanting, (asking, reference) -> false).draw();
  }

  public static Outcome draw(Situation situation) {
    return drawPart(situation, (asking, reference) -> false);
  }

  /**
   * Draws the plan of a part of a document.
   *
   * @param outside whether for the resource at an address a reference to what is not in the part
   *     may have another value by now
   */
  public static Outcome drawPart(Situation situation, BiPredicate<Address, Reference> outside) {
    return new Diff(situation, new DesiredDocument(situation.document()), outside).draw();
  }

  /** The same of a part that is not wanted as a document wants it. */
  public static Outcome drawPart(
      Situation situation, DesiredState wanting, BiPredicate<Address, Reference> outside) {
    return new Diff(situation, wanting, outside).draw();
  }

  private Outcome draw() {
    switch (situation.kind()) {
      case APPLY -> wanting.decide(changes);
      case DESTROY -> {}
      case IMPORT -> {
        return Importing.draw(situation, state);
      }
      case REFRESH, DRIFT, EDIT, PLAN ->
          refusals.add("Nothing to plan", "A run of this kind changes nothing.", "");
    }
    if (!refusals.isEmpty()) {
      return new Refused(refusals.list());
    }
    if (changes.questions().isEmpty() && wanting.isComplete()) {
      departures.find(); // as long as answers are missing, more may turn out to be wanted
    }
    List<Question> questions = new ArrayList<>(changes.questions());
    questions.addAll(departures.questions());
    if (!questions.isEmpty()) {
      return new Asked(questions);
    }
    spreadCreateBeforeDestroy();
    refuseSameNames();
    refuseMovedIntoTheUnknown();
    addVertices();
    new NodeOrder(graph, changes, state, wanting, createBeforeDestroy).add();
    graph.untangle();
    Targets.keep(situation.kind(), situation.options(), graph, refusals);
    new BeforeDeletion(graph, state, wanting).add();
    refuseProtected();
    List<String> ring = graph.ring();
    if (!ring.isEmpty()) {
      refusals.add(
          "Dependency cycle",
          "These changes wait for each other: " + String.join(", ", ring) + ".",
          "Apply them in two steps, or break the cycle with lifecycle.create_before_destroy.");
    }
    return refusals.isEmpty() ? new Drawn(plan()) : new Refused(refusals.list());
  }

  /**
   * As in Terraform: what something made early depends on has to be made early, too. What its old
   * half depended on counts as well, also across resources that go: the old half goes late.
   */
  private void spreadCreateBeforeDestroy() {
    List<Address> next = new ArrayList<>();
    for (Decision decision : changes.decisions().values()) {
      if (decision.resource().settings().lifecycle().createBeforeDestroy()) {
        next.add(decision.resource().address());
      }
    }
    Set<Address> seen = new HashSet<>();
    while (!next.isEmpty()) {
      Address address = next.removeLast();
      if (!seen.add(address)) {
        continue;
      }
      Decision decision = changes.decisions().get(address);
      if (decision != null) {
        createBeforeDestroy.add(address);
        decision.resource().dependencies().forEach(on -> next.addAll(changes.meaning(on)));
      }
      if (decision == null || decision.isReplaced()) {
        state.find(address).ifPresent(record -> next.addAll(record.dependencies()));
      }
    }
  }

  /**
   * Where only one object can have a name, the new one would take the place of the old one, and
   * deleting the old one would delete it.
   */
  private void refuseSameNames() {
    for (Decision decision : changes.decisions().values()) {
      Address address = decision.resource().address();
      if (createBeforeDestroy.contains(address) && decision.keepsItsName()) {
        refusals.add(
            "Cannot create before destroying",
            address
                + " must be replaced and keeps its name, so the new object cannot be created while"
                + " the old one exists.",
            "Remove create_before_destroy from its lifecycle and from those of its dependents, or"
                + " give it another name.");
      }
    }
  }

  /** Only the run knows whether the instance to which the record was moved will exist. */
  private void refuseMovedIntoTheUnknown() {
    state
        .moved()
        .forEach(
            (to, from) ->
                changes
                    .placeholderOf(to)
                    .ifPresent(
                        every ->
                            refusals.add(
                                "Moved to an instance that is not known yet",
                                "%s was moved to %s, and only the run finds out which instances of %s there are."
                                    .formatted(from, to, every),
                                "Apply what the number of instances comes from first"
                                    + " (--target).")));
  }

  private void addVertices() {
    for (Decision decision : changes.decisions().values()) {
      graph.add(new Vertex.Wanted(decision));
      if (decision.imported() != null && !decision.isNothing()) {
        graph.add(new Vertex.Imported(decision));
      }
      StateRecord record = decision.record();
      if (decision.isReplaced() && record != null) {
        graph.add(new Vertex.OldHalf(decision, record));
      } else if (decision.isGone() && record != null && isAtItsKey(record)) {
        graph.add(new Vertex.Gone(record));
      }
    }
    changes.waiting().values().forEach(waiting -> graph.add(new Vertex.Unexpanded(waiting)));
    latePartsOfUse().forEach(part -> graph.add(new Vertex.Late(part)));
    wanting.auxiliary().forEach(node -> graph.add(new Vertex.Companion(node)));
    departures.deleted().forEach(graph::add);
    departures.forgotten().stream()
        .filter(this::isAtItsKey)
        .forEach(record -> graph.add(new Vertex.Forgotten(record.address(), record)));
    departures.gone().stream()
        .filter(this::isAtItsKey)
        .forEach(record -> graph.add(new Vertex.Gone(record)));
    state
        .moved()
        .forEach(
            (to, from) ->
                state.find(to).ifPresent(record -> graph.add(new Vertex.Forgotten(from, record))));
  }

  /** The late parts, without outputs that nothing uses. */
  private List<LatePart> latePartsOfUse() {
    Map<Address, LatePart> late = changes.late();
    if (late.isEmpty()) {
      return List.of();
    }
    List<Address> next = new ArrayList<>();
    changes.decisions().values().forEach(made -> next.addAll(made.resource().dependencies()));
    changes.waiting().values().forEach(waiting -> next.addAll(waiting.dependencies()));
    wanting.auxiliary().forEach(node -> next.addAll(node.dependencies()));
    late.values().stream().filter(part -> !part.isIdle()).forEach(part -> next.add(part.address()));
    Set<Address> used = new HashSet<>();
    while (!next.isEmpty()) {
      LatePart part = late.get(next.removeLast());
      if (part != null && used.add(part.address())) {
        next.addAll(part.dependencies());
      }
    }
    return late.values().stream().filter(part -> used.contains(part.address())).toList();
  }

  /** The record of what was moved goes as it is. */
  private boolean isAtItsKey(StateRecord record) {
    return state.key(record.address()).equals(record.address());
  }

  private void refuseProtected() {
    for (Vertex vertex : graph.vertices()) {
      if (wanting.protects(vertex.address().live())
          && vertex.action() == Action.DELETE
          && !vertex.address().isDeposed()) {
        refusals.add(
            "Instance cannot be destroyed",
            vertex.address()
                + " has lifecycle.prevent_destroy set, but the plan calls for it to be destroyed.",
            "Remove the setting, or undo the change that forces its replacement.");
      }
    }
  }

  private Plan plan() {
    NodeMaker maker =
        new NodeMaker(
            situation.registry(), state, wanting, departures::planned, createBeforeDestroy);
    List<Node> nodes = new ArrayList<>();
    SortedMap<Address, Long> basis = new TreeMap<>();
    for (Placed placed : graph.placed()) {
      Node node = maker.node(placed);
      nodes.add(node);
      if (node.prior() != null) {
        basis.put(node.prior().record(), node.prior().version());
      }
      for (Reference reference : node.values()) {
        state
            .find(reference.address())
            .ifPresent(record -> basis.put(state.key(record.address()), record.version()));
      }
    }
    for (Address read : wanting.read()) {
      state.find(read).ifPresent(record -> basis.put(state.key(read), record.version()));
    }
    int unchanged =
        (int)
            changes.decisions().values().stream()
                .filter(decision -> decision.isNothing() && decision.imported() == null)
                .count();
    List<Held> held = new HeldBack(graph, state).all();
    return new Plan(nodes, basis, held, unchanged, Fingerprint.of(nodes, wanting.shown()));
  }
}
