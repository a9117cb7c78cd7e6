package io.sluice.machine.simulation;

import io.sluice.model.message.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tasks topic read by a share group: locks, delivery counts, and acquisitions that a restart
 * forgets, whatever their holders are about to say.
 */
final class TaskTopic {
  private static final int DELIVERIES = 5;

  static final class Slot {
    final Task task;
    private final int leaderEpoch;
    int deliveries;
    boolean done;
    @Nullable Object holder;

    Slot(Task task, int leaderEpoch) {
      this.task = task;
      this.leaderEpoch = leaderEpoch;
    }
  }

  private final List<Slot> slots = new ArrayList<>();
  private int leaderEpoch;

  void send(Task task) {
    slots.add(new Slot(task, leaderEpoch));
  }

  List<Slot> available() {
    return slots.stream().filter(slot -> !slot.done && slot.holder == null).toList();
  }

  void acquire(Slot slot, Object holder) {
    slot.deliveries++;
    slot.holder = holder;
  }

  /** Whether a count of 1 was kept by the leader under which the record was written. */
  boolean surelyFirst(Slot slot) {
    return slot.leaderEpoch == leaderEpoch;
  }

  /** Whether the acknowledgement was confirmed. */
  boolean accept(Slot slot, Object holder) {
    if (slot.holder != holder || slot.done) {
      return false;
    }
    slot.done = true;
    return true;
  }

  void release(Slot slot, Object holder) {
    if (slot.holder == holder && !slot.done) {
      slot.holder = null;
      slot.done = slot.deliveries >= DELIVERIES;
    }
  }

  /** The broker came back: who had acquired what is forgotten, and counted as if it never was. */
  void restart() {
    leaderEpoch++;
    for (Slot slot : slots) {
      if (slot.holder != null && !slot.done) {
        slot.holder = null;
        slot.deliveries--;
      }
    }
  }

  /** Whether no worker has it and none will get it. */
  boolean passed(String run, String node, int attempt) {
    Optional<Slot> found =
        slots.stream()
            .filter(
                slot ->
                    slot.task.run().equals(run)
                        && slot.task.node().equals(node)
                        && slot.task.attempt() == attempt)
            .findFirst();
    return found.isEmpty() || found.get().done;
  }
}
