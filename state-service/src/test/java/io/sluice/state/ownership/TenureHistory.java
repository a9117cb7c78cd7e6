package io.sluice.state.ownership;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage;
import io.sluice.state.Deployment;
import io.sluice.state.intake.Progress;
import io.sluice.state.intake.Source;
import io.sluice.state.intake.Superseded;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.Parts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * One seed: runs of several workspaces of a partition, their messages mixed with whatever can be
 * wrong with one; owners that fail and follow each other. The owners are the real ones.
 */
final class TenureHistory implements AutoCloseable {
  private static final int MOST_STEPS = 400;

  /** A rule broken on purpose: in this world, never in the owners. */
  enum Mutant {
    NONE,
    /** What can't travel is forgotten by the next owner. */
    BLAME_MISSING,
    /** An error ends the thread, and nobody begins another. */
    THROWABLE_MISSED,
    /** All messages of a workspace in parts are known by one id. */
    PARTS_KEYED_BY_WORKSPACE,
    /** A letter holds all the bytes of what it is about. */
    OUTPUT_UNBOUNDED
  }

  /** Of a bug that is no exception. */
  private static final class Bug extends Error {
    private static final long serialVersionUID = 1L;

    Bug() {
      super("a bug");
    }
  }

  private final TenureWorld world;
  private final Random random;
  private final Mutant mutant;
  private final Decider real;
  private final Map<String, List<String>> sent = new TreeMap<>();
  private final Map<String, List<String>> decided = new TreeMap<>();
  private final List<String[]> undecided = new ArrayList<>();
  private final TreeSet<Long> bad = new TreeSet<>();
  private final Map<String, Integer> ends = new HashMap<>();
  private @Nullable String fault;
  private boolean injected;
  private boolean spared;
  private boolean dead;
  private long applied;

  TenureHistory(Path folder, int seed, Mutant mutant) throws Exception {
    this.world = new TenureWorld(folder, Map.of("SLUICE_STATE_BATCH", "5"));
    this.random = new Random(seed);
    this.mutant = mutant;
    this.real = world.machine;
    world.machine = this::advance;
    world.unbounded = mutant == Mutant.OUTPUT_UNBOUNDED;
    world.onCommit = this::committed;
  }

  /** What was broken; nothing when all held. */
  String play() {
    world.takeOverAfresh();
    Deque<List<ProducerRecord<String, byte[]>>> records = mixed();
    for (int step = 0; step < MOST_STEPS && fault == null && !dead; step++) {
      for (int i = random.nextInt(4); i > 0 && !records.isEmpty(); i--) {
        records.removeFirst().forEach(this::append);
      }
      disturb();
      step();
      if (records.isEmpty() && world.owner().applied() == world.end(Source.INBOX)) {
        break;
      }
    }
    for (int calm = 0; calm < 3 && fault == null && !dead; calm++) {
      injected = false;
      step();
    }
    judge();
    return fault == null ? "" : fault;
  }

  private void disturb() {
    if (spared) {
      return;
    }
    switch (random.nextInt(12)) {
      case 0 -> {
        world.producer.commitTransactionException = new KafkaException("the broker is away");
        injected = true;
      }
      case 1 -> {
        world.tenure.close();
        begin(true);
      }
      default -> {
        return;
      }
    }
    // Not two in succession: three owners that come to nothing at one offset are its fault.
    spared = true;
  }

  private void begin(boolean afresh) {
    undecided.clear();
    injected = false;
    if (afresh) {
      ends.clear();
    }
    if (afresh || mutant == Mutant.BLAME_MISSING) {
      world.takeOverAfresh();
    } else {
      world.takeOver();
    }
  }

  /** What the thread of a partition does. */
  private void step() {
    try {
      world.tenure.step();
    } catch (Throwable e) {
      explain(e);
      world.tenure.close();
      if (mutant == Mutant.THROWABLE_MISSED && e instanceof Error) {
        dead = true;
        return;
      }
      begin(false);
    }
    long now = world.owner().applied();
    if (now < applied) {
      fault = "applied went back from " + applied + " to " + now;
    }
    spared &= now == applied;
    applied = now;
  }

  private void explain(Throwable e) {
    String why = String.valueOf(e.getMessage());
    if (e instanceof Bug) {
      if (ends.merge("bug", 1, Integer::sum) > Progress.LAST + 2) {
        fault = "a bug ends one owner after the other";
      }
    } else if (e instanceof Superseded && why.contains("cannot be sent")) {
      String origin = why.substring(0, why.indexOf(" leads to"));
      if (ends.merge(origin, 1, Integer::sum) > 1) {
        fault = origin + " ends one owner after the other";
      }
    } else if (!injected) {
      fault = "an owner is ended by " + e;
    }
  }

  private void committed() {
    undecided.forEach(
        each -> decided.computeIfAbsent(each[0], none -> new ArrayList<>()).add(each[1]));
    undecided.clear();
  }

  private Transition advance(WorkspaceState state, Input input) {
    if (!(input instanceof Input.Received received)) {
      return real.advance(state, input);
    }
    String run = received.message().run();
    if (run.startsWith("throws")) {
      throw new IllegalStateException("x".repeat(5_000));
    }
    if (run.startsWith("overflows")) {
      throw new StackOverflowError();
    }
    if (run.startsWith("bug")) {
      throw new Bug();
    }
    Transition transition = real.advance(state, input);
    undecided.add(new String[] {state.workspace(), name(received.message())});
    if (run.startsWith("large")) {
      List<Command> commands = new ArrayList<>(transition.commands());
      commands.add(new Command.ClearControl("x".repeat(1_100_000)));
      return new Transition(transition.changes(), commands);
    }
    return transition;
  }

  private static String name(InboxMessage message) {
    return message.getClass().getSimpleName() + " of " + message.run();
  }

  /** Every message in its workspace's order, the workspaces and what is bad at random. */
  private Deque<List<ProducerRecord<String, byte[]>>> mixed() {
    List<Deque<List<ProducerRecord<String, byte[]>>>> queues = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      queues.add(workspace("w" + i));
    }
    queues.add(nonsense());
    Deque<List<ProducerRecord<String, byte[]>>> mixed = new ArrayDeque<>();
    while (!queues.isEmpty()) {
      Deque<List<ProducerRecord<String, byte[]>>> queue = queues.get(random.nextInt(queues.size()));
      mixed.add(queue.removeFirst());
      queues.removeIf(Deque::isEmpty);
    }
    return mixed;
  }

  private Deque<List<ProducerRecord<String, byte[]>>> workspace(String workspace) {
    Deque<List<ProducerRecord<String, byte[]>>> queue = new ArrayDeque<>();
    for (int i = 0; i < 2; i++) {
      String run = workspace + "-r" + i;
      String node = "t.a" + i;
      InboxMessage part =
          new InboxMessage.PlanPart(run, "p", 0, List.of(Deployment.create(node, null)), Map.of());
      InboxMessage planned =
          InboxMessage.Planned.of(
              draft -> {
                draft.run = run;
                draft.planId = "p";
                draft.parts = 1;
                draft.nodes = 1;
                draft.hash = "hash";
              });
      queue.add(message(workspace, Deployment.submitted(run, workspace)));
      queue.add(message(workspace, part));
      queue.add(message(workspace, planned));
      if (random.nextBoolean()) {
        together(workspace, "late" + run).forEach(each -> queue.add(List.of(each)));
      }
      queue.add(message(workspace, done(run, node)));
    }
    return queue;
  }

  private List<ProducerRecord<String, byte[]>> message(String workspace, InboxMessage message) {
    sent.computeIfAbsent(workspace, none -> new ArrayList<>()).add(name(message));
    return world.messages.inbox(workspace, message, Instant.EPOCH);
  }

  /** Two messages in parts, one inside the other. */
  private List<ProducerRecord<String, byte[]>> together(String workspace, String run) {
    var first = parts(message(workspace, new InboxMessage.PlanRefused(run + "1", List.of("x"), 0)));
    var second =
        parts(message(workspace, new InboxMessage.PlanRefused(run + "2", List.of("y"), 0)));
    return List.of(first.get(0), second.get(0), first.get(1), second.get(1));
  }

  private List<ProducerRecord<String, byte[]>> parts(List<ProducerRecord<String, byte[]>> whole) {
    ProducerRecord<String, byte[]> record = whole.getFirst();
    int half = record.value().length / 2;
    String of = mutant == Mutant.PARTS_KEYED_BY_WORKSPACE ? record.key() : "id" + random.nextLong();
    List<ProducerRecord<String, byte[]>> parts = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ProducerRecord<String, byte[]> part =
          new ProducerRecord<>(
              record.topic(),
              record.partition(),
              Parts.key(record.key(), i),
              Arrays.copyOfRange(record.value(), i * half, i == 0 ? half : record.value().length));
      record.headers().forEach(part.headers()::add);
      part.headers().add(Headers.PART, bytes(i + "/2"));
      part.headers().add(Headers.PART_OF, bytes(of));
      parts.add(part);
    }
    return parts;
  }

  private Deque<List<ProducerRecord<String, byte[]>>> nonsense() {
    List<List<ProducerRecord<String, byte[]>>> all = new ArrayList<>();
    all.add(raw("{\"v\":1,\"type\":\"Result\",".getBytes(StandardCharsets.UTF_8)));
    all.add(
        raw(
            "{\"v\":1,\"type\":\"Nobody\",\"at\":\"2026-01-01T00:00:00Z\"}"
                .getBytes(StandardCharsets.UTF_8)));
    all.add(raw(new byte[Parts.MAX_BYTES + 1]));
    for (String kind :
        List.of("throws", "overflows", "large", random.nextInt(4) == 0 ? "bug" : "throws-too")) {
      all.add(bad(world.messages.inbox("bad", Deployment.submitted(kind, "bad"), Instant.EPOCH)));
    }
    // Of this one the rest never comes.
    all.add(List.of(parts(raw("half".getBytes(StandardCharsets.UTF_8))).getFirst()));
    Collections.shuffle(all, random);
    return new ArrayDeque<>(all.subList(0, 3 + random.nextInt(all.size() - 2)));
  }

  private List<ProducerRecord<String, byte[]>> raw(byte[] value) {
    return bad(
        List.of(
            world.messages.keyed(world.messages.topics().inbox(), "bad", "bad", "nobody", value)));
  }

  private static List<ProducerRecord<String, byte[]>> bad(
      List<ProducerRecord<String, byte[]>> records) {
    records.forEach(record -> record.headers().add("test-bad", bytes("1")));
    return records;
  }

  private void append(ProducerRecord<String, byte[]> record) {
    long offset = world.append(record);
    boolean part = record.headers().lastHeader(Headers.PART) != null;
    if (!part && record.headers().lastHeader("test-bad") != null) {
      bad.add(offset);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static InboxMessage.Result done(String run, String node) {
    return Deployment.made(run, node, 1, "claim");
  }

  private void judge() {
    if (fault != null) {
      return;
    }
    long end = world.end(Source.INBOX);
    if (world.owner().applied() != end) {
      fault = "the partition stands at " + world.owner().applied() + " of " + end;
      return;
    }
    for (Map.Entry<String, List<String>> each : sent.entrySet()) {
      List<String> heard = decided.getOrDefault(each.getKey(), List.of());
      if (!heard.equals(each.getValue())) {
        fault = each.getKey() + " decided " + heard + " where " + each.getValue() + " was sent";
        return;
      }
    }
    List<Long> letters =
        world.committed(world.messages.topics().deadLetters(), DeadLetter.class).stream()
            .map(DeadLetter::offset)
            .sorted()
            .toList();
    if (!letters.equals(List.copyOf(bad))) {
      fault = "letters of " + letters + " where " + bad + " is bad";
      return;
    }
    List<Event> events = world.committed(world.messages.topics().events(), Event.class);
    for (String workspace : sent.keySet()) {
      for (int i = 0; i < 2; i++) {
        String run = workspace + "-r" + i;
        long ended =
            events.stream()
                .filter(event -> event.run().equals(run) && event.kind() == EventKind.RUN_ENDED)
                .count();
        if (i == 0 && ended != 1) {
          fault = run + " ended " + ended + " times";
        }
      }
    }
  }

  @Override
  public void close() {
    world.close();
  }
}
