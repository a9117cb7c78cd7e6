package io.sluice.worker.execution;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sorts what is thrown: a provider's bug and a fault of one task are its node's; without memory, or
 * with classes missing from Sluice itself, the whole process can't be trusted and ends. Its leases
 * are then found lost, as after any other death.
 */
@FunctionalInterface
public interface Fate {
  /** As the virtual machine exits when it runs out of memory. */
  int EXIT_CODE = 3;

  /** Ends the process, after it was said why; returns in tests only. */
  void end(Throwable why);

  /** Whether the fault lies in the process and not in what it was doing. */
  static boolean isOfTheProcess(Throwable thrown) {
    return (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError))
        || thrown instanceof LinkageError;
  }

  /** Says why on the log and on stderr, then halts without the hooks, which may hang. */
  static Fate halting() {
    Logger log = LoggerFactory.getLogger(Fate.class);
    return why -> {
      try {
        log.error("this process cannot continue and ends", why);
        System.err.println("The worker's process ends: " + why);
      } finally {
        Runtime.getRuntime().halt(EXIT_CODE);
      }
    };
  }
}
