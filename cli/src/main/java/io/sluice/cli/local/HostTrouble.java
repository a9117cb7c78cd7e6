package io.sluice.cli.local;

import io.sluice.cli.terminal.Fault;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What is wrong with a deployment whose process lives: somebody damaged or removed the files by
 * which commands find it. A deployment that merely starts or stops has no trouble.
 */
public final class HostTrouble {
  /**
   * A host that has just begun takes away what a killed one left, and a process that dies gives its
   * locks back one after the other.
   */
  private static final Duration PASSES_WITHIN = Duration.ofSeconds(1);

  private static final Duration PAUSE = Duration.ofMillis(40);

  private HostTrouble() {}

  /** Empty where nothing is wrong, or no process hosts the deployment. */
  public static Optional<Fault> of(LocalDirectory directory) {
    if (!directory.exists()) {
      return Optional.empty();
    }
    if (stays(() -> HostLock.isHeld(directory) && LocalDescription.isDamaged(directory))) {
      return Optional.of(damaged(directory));
    }
    return stays(() -> HostLock.isBypassed(directory))
        ? Optional.of(bypassed(directory))
        : Optional.empty();
  }

  public static void throwIfAny(LocalDirectory directory) {
    of(directory)
        .ifPresent(
            trouble -> {
              throw trouble;
            });
  }

  /**
   * For who holds the host lock: fails where another process uses the data all the same, so that
   * nothing of a living host is touched.
   */
  static void requireFreeData(LocalDirectory directory) {
    if (stays(() -> HostLock.isDataHeld(directory))) {
      throw bypassed(directory);
    }
  }

  /** The process that hosts the deployment, where that is certain. */
  static Optional<ProcessHandle> holder(LocalDirectory directory) {
    return HostLock.isHeld(directory)
        ? LockHolder.of(directory.hostLock())
        : LockHolder.of(directory.dataLock());
  }

  private static boolean stays(BooleanSupplier trouble) {
    long began = System.nanoTime();
    while (trouble.getAsBoolean()) {
      if (Duration.ofNanos(System.nanoTime() - began).compareTo(PASSES_WITHIN) > 0) {
        return true;
      }
      if (!DeploymentEntry.paused(PAUSE)) {
        return false;
      }
    }
    return false;
  }

  private static Fault damaged(LocalDirectory directory) {
    Optional<ProcessHandle> holder = LockHolder.of(directory.hostLock());
    return Fault.of(
        "The description of the running deployment can't be read",
        directory.description()
            + " was damaged, or is of another build; "
            + holder.map(process -> "the process " + process.pid()).orElse("a process")
            + " hosts the deployment all the same.",
        whatEnds(holder, directory.hostLock().toString()));
  }

  private static Fault bypassed(LocalDirectory directory) {
    Optional<ProcessHandle> holder = LockHolder.of(directory.dataLock());
    return Fault.of(
        "A process still holds the data of this deployment, although its lock file is gone",
        holder.map(process -> "The process " + process.pid()).orElse("A process")
            + " holds "
            + directory.dataLock()
            + "; somebody removed "
            + directory.hostLock()
            + " while it ran. Nothing was changed.",
        whatEnds(holder, directory.dataLock().toString()));
  }

  private static String whatEnds(Optional<ProcessHandle> holder, String lock) {
    return holder
        .map(
            process ->
                "`sluice down` ends it, and so does `kill "
                    + process.pid()
                    + "`. Nothing is lost; `sluice up` starts the deployment again.")
        .orElse(
            "End that process (`fuser "
                + lock
                + "` or `lsof` names it). Nothing is lost; `sluice up` starts the deployment"
                + " again.");
  }
}
