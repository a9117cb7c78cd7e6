package io.sluice.worker.execution;

import io.sluice.provider.Outcome;
import io.sluice.provider.Provider.Configured;
import io.sluice.provider.Session;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configured providers of a worker, made when first asked for, kept while they are used and for
 * a while after. What a provider refused is asked again: a name that could not be resolved a second
 * ago may be there now.
 */
public final class Sessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);
  private static final int MOST_IDLE = 64;
  private static final Duration IDLE = Duration.ofMinutes(10);

  private final int mostIdle;
  private final Duration idle;

  /** By the hash of a configuration: it is in clear, and nothing that lives long holds it. */
  private final Map<String, Entry> entries = new HashMap<>();

  private long lookedThrough = System.nanoTime();

  public Sessions() {
    this(MOST_IDLE, IDLE);
  }

  Sessions(int mostIdle, Duration idle) {
    this.mostIdle = mostIdle;
    this.idle = idle;
  }

  private static final class Entry {
    private int users;
    private long idleSince;
    private @Nullable Session session;
  }

  /** A session, to be given back, or why there is none. */
  sealed interface Opened {
    record Ready(Held held) implements Opened {}

    record Refused(Outcome.Failed why) implements Opened {}
  }

  /** One use of a session. */
  record Held(Session session, Runnable giveBack) implements AutoCloseable {
    @Override
    public void close() {
      giveBack.run();
    }
  }

  Opened of(Target target) {
    String key = target.key();
    Entry entry;
    synchronized (entries) {
      entry = entries.computeIfAbsent(key, none -> new Entry());
      entry.users++;
    }
    boolean held = false;
    try {
      Opened opened = opened(target, entry, () -> giveBack(key, entry));
      held = opened instanceof Opened.Ready;
      return opened;
    } finally {
      if (!held) {
        giveBack(key, entry);
      }
    }
  }

  /** Of callers at the same time, one configures it. */
  private static Opened opened(Target target, Entry entry, Runnable giveBack) {
    synchronized (entry) {
      Session made = entry.session;
      if (made == null) {
        Configured configured =
            ProviderBroke.guarded(() -> target.provider().configure(target.configuration()));
        switch (configured) {
          case Configured.Refused refused -> {
            return new Opened.Refused(refused.why());
          }
          case Configured.Ready ready -> {
            made = ready.session();
            entry.session = made;
          }
        }
      }
      return new Opened.Ready(new Held(made, giveBack));
    }
  }

  private void giveBack(String key, Entry entry) {
    List<Entry> over;
    synchronized (entries) {
      entry.users--;
      entry.idleSince = System.nanoTime();
      if (entry.users == 0 && entry.session == null) {
        entries.remove(key, entry);
      }
      over = mayBeOver(entry.idleSince) ? forgotten(entry.idleSince) : List.of();
    }
    over.forEach(Sessions::close);
  }

  /** Every call gives a session back, and not every one looks through all of them. */
  private boolean mayBeOver(long now) {
    return entries.size() > mostIdle || now - lookedThrough >= idle.toNanos() / 10;
  }

  /** Unused for long, or the longest unused of too many. */
  private List<Entry> forgotten(long now) {
    lookedThrough = now;
    List<Entry> unused =
        entries.values().stream()
            .filter(entry -> entry.users == 0)
            .sorted(Comparator.comparingLong(entry -> entry.idleSince - now))
            .toList();
    int surplus = Math.max(0, unused.size() - mostIdle);
    List<Entry> over =
        IntStream.range(0, unused.size())
            .filter(i -> i < surplus || now - unused.get(i).idleSince >= idle.toNanos())
            .mapToObj(unused::get)
            .toList();
    entries.values().removeAll(over);
    return over;
  }

  int size() {
    synchronized (entries) {
      return entries.size();
    }
  }

  private static void close(Entry entry) {
    Session session = entry.session;
    if (session == null) {
      return;
    }
    try {
      ProviderBroke.guarded(
          () -> {
            session.close();
            return true;
          });
    } catch (ProviderBroke e) {
      LOG.warn("a provider failed when its session was closed", e);
    }
  }

  @Override
  public void close() {
    List<Entry> all;
    synchronized (entries) {
      all = List.copyOf(entries.values());
      entries.clear();
    }
    all.forEach(Sessions::close);
  }
}
