package io.sluice.bridge.host;

import io.sluice.bridge.process.PluginProcess;
import io.sluice.bridge.session.PluginSession;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * One plugin process in one configuration, and who uses it. All but its start is guarded by the
 * lock of the host's map.
 */
final class HostedPlugin {
  /** What makes a process the right one. */
  record Key(String content, String configuration, Path directory) {}

  /** How its start ended. */
  sealed interface Start {
    record Running(PluginProcess process, PluginSession session) implements Start {}

    record Failed(Opened why) implements Start {}
  }

  final Key key;
  final HiddenTexts hidden = new HiddenTexts();
  final CompletableFuture<Start> start = new CompletableFuture<>();
  final Set<PluginUse> uses = new HashSet<>();

  /** Users that wait for it or have it. */
  int users;

  /**
   * Those of them who only want to know what it says of itself: they need it no longer than that.
   */
  int describers;

  long idleSince = System.nanoTime();
  boolean retired;

  /** What it was let in for, until it says itself what it takes; negative while it waits. */
  long expected = -1;

  private boolean stopped;

  HostedPlugin(Key key) {
    this.key = key;
  }

  boolean isOver() {
    return retired
        || (start.isDone()
            && !(start.join() instanceof Start.Running running
                && running.process().isAlive()
                && !running.session().isLost()));
  }

  long memory() {
    if (!start.isDone()) {
      return Math.max(0, expected);
    }
    return start.join() instanceof Start.Running running
        ? ResidentMemory.of(running.process().pid())
        : 0;
  }

  /** Whether all that is left in it was given up, for the first time. */
  boolean isToBeStopped() {
    boolean now = !stopped && !uses.isEmpty() && uses.stream().allMatch(PluginUse::isGivenUp);
    stopped |= now;
    return now;
  }

  void close() {
    if (start.join() instanceof Start.Running running) {
      running.process().close();
    }
  }
}
