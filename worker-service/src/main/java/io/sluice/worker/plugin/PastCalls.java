package io.sluice.worker.plugin;

import io.sluice.bridge.process.PluginProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows of calls that nobody reported on whether they can still go on. A call ends with its plugin
 * process, and that with the worker's: so a worker leaves a note of itself for each of its
 * incarnations, and whoever finds the note on the same machine can see whether it lives. What was
 * asked of a cloud may be on its way for a while after that: the kernel goes on sending for a dead
 * process.
 */
public final class PastCalls {
  private static final Logger LOG = LoggerFactory.getLogger(PastCalls.class);

  /** With the kernel's usual settings it gives up sending after about 100 s. */
  public static final Duration USUAL_GRACE = Duration.ofMinutes(2);

  private static final Duration REMEMBERED = Duration.ofDays(7);

  /** It may be the first to make the directory that holds a deployment's secrets. */
  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path notes;
  private final Path runtime;
  private final Duration grace;
  private final Set<String> own = new HashSet<>();
  private final Map<String, Optional<ProcessHandle>> calls = new HashMap<>();
  private final Map<String, Instant> over = new HashMap<>();

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

  /** This worker is called so from now on, and was called otherwise before. */
  public synchronized void joined(String incarnation) {
    own.add(incarnation);
    try {
      Files.createDirectories(notes, PRIVATE);
      forgetOld();
      Files.writeString(
          notes.resolve(fileName(incarnation)),
          machine() + "\n" + describe(ProcessHandle.current()));
    } catch (IOException e) {
      LOG.warn(
          "No note of this worker could be left in {}: if it dies, creations in doubt wait for a"
              + " day. {}",
          notes,
          e.getMessage());
    }
  }

  private void forgetOld() throws IOException {
    Instant before = Instant.now().minus(REMEMBERED);
    try (Stream<Path> files = Files.list(notes)) {
      for (Path file : files.toList()) {
        if (Files.getLastModifiedTime(file).compareTo(FileTime.from(before)) < 0) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /** A call is about to begin that may make something. */
  public synchronized void begins(String claim) {
    calls.put(claim, Optional.empty());
  }

  /** It is made of this process. */
  public synchronized void madeOf(String claim, ProcessHandle plugin) {
    calls.put(claim, Optional.of(plugin));
  }

  /** It has come to an end, with an answer. */
  public synchronized void ended(String claim) {
    calls.remove(claim);
  }

  /** For how long what these claims called may still have an effect; empty if nobody can say. */
  public synchronized Optional<Duration> underWay(List<String> claims, Duration visibility) {
    Instant last = Instant.MIN;
    for (String claim : claims) {
      Instant end = over.get(claim);
      if (end == null) {
        if (!isOver(claim)) {
          return Optional.empty();
        }
        end = Instant.now();
        over.put(claim, end);
      }
      last = end.isAfter(last) ? end : last;
    }
    return Optional.of(
        last.equals(Instant.MIN)
            ? Duration.ZERO
            : Duration.between(Instant.now(), last.plus(grace).plus(visibility)));
  }

  private boolean isOver(String claim) {
    int sequence = claim.lastIndexOf('-');
    String incarnation = sequence < 0 ? claim : claim.substring(0, sequence);
    if (own.contains(incarnation)) {
      return !calls.containsKey(claim)
          || calls.get(claim).filter(process -> !process.isAlive()).isPresent();
    }
    return isGone(incarnation);
  }

  private boolean isGone(String incarnation) {
    try {
      List<String> note =
          Files.readAllLines(notes.resolve(fileName(incarnation)), StandardCharsets.UTF_8);
      if (note.size() < 2 || !note.get(0).equals(machine()) || lives(note.get(1))) {
        return false;
      }
      // Where the kernel does not see to it, plugins outlive their worker.
      PluginProcess.reap(runtime);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean lives(String description) {
    String pid = description.substring(0, Math.max(0, description.indexOf(' ')));
    return !pid.matches("[0-9]{1,10}")
        || ProcessHandle.of(Long.parseLong(pid))
            .filter(process -> process.isAlive() && describe(process).equals(description))
            .isPresent();
  }

  private static String describe(ProcessHandle process) {
    return process.pid() + " " + process.info().startInstant().map(Instant::toString).orElse("-");
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
