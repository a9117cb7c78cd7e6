package io.sluice.worker.plugin;

import io.sluice.bridge.process.PluginProcess;
import io.sluice.bridge.process.ProcessNote;
import io.sluice.service.PrivateDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows whether calls without a report can still go on. A call ends with its plugin process, and
 * that process with its worker: so a worker leaves a note for each of its incarnations, and another
 * worker that finds the note on the same machine can see whether it is alive. A request to a cloud
 * may be under way for a while after that: the kernel goes on sending for a dead process.
 */
public final class PastCalls {
  private static final Logger LOG = LoggerFactory.getLogger(PastCalls.class);

  /** With the kernel's usual settings it gives up sending after about 100 s. */
  public static final Duration USUAL_GRACE = Duration.ofMinutes(2);

  /** Calls write the note again, at most this often. */
  private static final Duration RENEWED = Duration.ofHours(1);

  private static final Duration REMEMBERED = Duration.ofDays(7);

  private final Path notes;
  private final Path runtime;
  private final Duration grace;
  private final Set<String> own = ConcurrentHashMap.newKeySet();
  private final Map<String, Optional<ProcessHandle>> calls = new ConcurrentHashMap<>();

  /** When a call was seen to be over, on the monotonic clock. */
  private final Map<String, Long> over = new ConcurrentHashMap<>();

  private final AtomicLong noted = new AtomicLong(System.nanoTime());

  /**
   * @param notes where workers of this machine leave their notes
   * @param runtime where plugins leave theirs
   * @param grace how long a request may be on its way after the end of its process
   */
  public PastCalls(Path notes, Path runtime, Duration grace) {
    this.notes = notes;
    this.runtime = runtime;
    this.grace = grace;
  }

  public Duration grace() {
    return grace;
  }

  /** From now on this is the worker's incarnation; it had others before. */
  public void joined(String incarnation) {
    own.add(incarnation);
    noted.set(System.nanoTime());
    note(incarnation);
    forgetOld();
  }

  private void note(String incarnation) {
    try {
      PrivateDirectory.make(notes);
      Files.writeString(
          notes.resolve(fileName(incarnation)),
          machine() + "\n" + ProcessNote.of(ProcessHandle.current()));
    } catch (IOException e) {
      LOG.warn(
          "No note of this worker could be left in {}: if it dies, creations in doubt wait for a"
              + " day. {}",
          notes,
          e.getMessage());
    }
  }

  /** A worker that has called nothing for a week has nothing in doubt either. */
  private void forgetOld() {
    FileTime before = FileTime.from(Instant.now().minus(REMEMBERED));
    try (Stream<Path> files = Files.list(notes)) {
      for (Path file : files.toList()) {
        if (Files.getLastModifiedTime(file).compareTo(before) < 0) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("old notes stay: {}", e.getMessage());
    }
  }

  /** A call is about to begin that may make something. */
  public void begins(String claim) {
    calls.put(claim, Optional.empty());
    long last = noted.get();
    if (System.nanoTime() - last > RENEWED.toNanos()
        && noted.compareAndSet(last, System.nanoTime())) {
      own.forEach(this::note);
    }
  }

  /** The call goes to this process. */
  public void madeOf(String claim, ProcessHandle plugin) {
    calls.put(claim, Optional.of(plugin));
  }

  /** It has come to an end, with an answer. */
  public void ended(String claim) {
    calls.remove(claim);
  }

  /**
   * For how long the calls of these claims may still have an effect; empty if that is not known.
   */
  public Optional<Duration> underWay(List<String> claims, Duration visibility) {
    long now = System.nanoTime();
    Duration longest = Duration.ZERO;
    for (String claim : claims) {
      Long end = over.get(claim);
      if (end == null) {
        if (!isOver(claim)) {
          return Optional.empty();
        }
        over.put(claim, now);
        end = now;
      }
      Duration left = grace.plus(visibility).minusNanos(now - end);
      longest = left.compareTo(longest) > 0 ? left : longest;
    }
    return Optional.of(longest);
  }

  private boolean isOver(String claim) {
    int sequence = claim.lastIndexOf('-');
    String incarnation = sequence < 0 ? claim : claim.substring(0, sequence);
    if (own.contains(incarnation)) {
      Optional<ProcessHandle> plugin = calls.get(claim);
      return plugin == null || plugin.filter(process -> !process.isAlive()).isPresent();
    }
    return isGone(incarnation);
  }

  private boolean isGone(String incarnation) {
    try {
      List<String> note =
          Files.readAllLines(notes.resolve(fileName(incarnation)), StandardCharsets.UTF_8);
      if (note.size() < 2
          || !note.get(0).equals(machine())
          || ProcessNote.find(note.get(1)).isPresent()) {
        return false;
      }
      // Plugin processes outlive their worker unless the kernel ends them.
      PluginProcess.reap(runtime);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Numbers of processes mean something only there. */
  private static String machine() {
    return text(Path.of("/proc/sys/kernel/random/boot_id"))
        + " "
        + link(Path.of("/proc/self/ns/pid"));
  }

  private static @Nullable String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return null;
    }
  }

  private static @Nullable String link(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
  }

  private static String fileName(String incarnation) {
    return incarnation.replaceAll("[^A-Za-z0-9._-]", "_");
  }
}
