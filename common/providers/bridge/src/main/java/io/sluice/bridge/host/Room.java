package io.sluice.bridge.host;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory that the plugins of a host take together: which of the unused ones have to go, and
 * when a further one may be started.
 */
final class Room {
  private static final Logger LOG = LoggerFactory.getLogger(Room.class);
  private static final Duration LOOK = Duration.ofMillis(250);

  /** A call may take hours, and whoever waits may hold another plugin meanwhile. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Map<HostedPlugin.Key, HostedPlugin> plugins;
  private final HostSettings settings;

  /** What the largest process of a package took, for the next of them. */
  private final Map<String, Long> largest = new HashMap<>();

  /**
   * @param plugins of the host, which is the lock of all of it, too
   */
  Room(Map<HostedPlugin.Key, HostedPlugin> plugins, HostSettings settings) {
    this.plugins = plugins;
    this.settings = settings;
  }

  /** Takes those out that nobody uses and that have to go. */
  List<HostedPlugin> overdue() {
    synchronized (plugins) {
      return overdue(settings.memory());
    }
  }

  /**
   * Returns when a process may be started. If it would be too much, the longest unused ones are
   * taken out; and if that isn't enough, it waits until others are no longer used.
   *
   * @return whether it still is to be started
   */
  boolean await(HostedPlugin starting, Consumer<HostedPlugin> ends) {
    long began = System.nanoTime();
    while (true) {
      List<HostedPlugin> over;
      boolean enters;
      synchronized (plugins) {
        if (plugins.get(starting.key) != starting) {
          return false;
        }
        measure();
        long one = largest.getOrDefault(starting.key.content(), 0L);
        over = overdue(settings.memory() - one);
        boolean late = System.nanoTime() - began > PATIENCE.toNanos();
        boolean fits = measure() + one <= settings.memory();
        // What is too large alone would wait for ever.
        enters = fits || late || one > settings.memory() || !isAnyUsedBeside(starting);
        if (enters) {
          starting.expected = one;
        }
        if (late && !fits) {
          LOG.warn(
              "Plugins take more than the {} MiB that they may: all are in use, and one more is"
                  + " wanted",
              settings.memory() >> 20);
        }
      }
      over.forEach(ends);
      if (enters || !slept()) {
        return enters;
      }
    }
  }

  private static boolean slept() {
    try {
      Thread.sleep(LOOK);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Those that wait themselves do not count. */
  private boolean isAnyUsedBeside(HostedPlugin starting) {
    return plugins.values().stream()
        .anyMatch(each -> each != starting && each.users > 0 && each.expected >= 0);
  }

  /** What all take together. */
  private long measure() {
    long total = 0;
    for (HostedPlugin plugin : plugins.values()) {
      long size = plugin.memory();
      total += size;
      if (plugin.start.isDone()) {
        largest.merge(plugin.key.content(), size, Math::max);
      }
    }
    return total;
  }

  private List<HostedPlugin> overdue(long most) {
    long now = System.nanoTime();
    List<HostedPlugin> unused =
        plugins.values().stream()
            .filter(plugin -> plugin.users == 0)
            .sorted(Comparator.comparingLong(plugin -> plugin.idleSince - now))
            .toList();
    List<HostedPlugin> over = new ArrayList<>();
    if (unused.isEmpty()) {
      return over;
    }
    long total = measure();
    for (HostedPlugin plugin : unused) {
      boolean isOld = now - plugin.idleSince >= settings.idle().toNanos();
      if (isOld || total > most) {
        total -= plugin.memory();
        plugins.remove(plugin.key, plugin);
        over.add(plugin);
      }
    }
    return over;
  }
}
