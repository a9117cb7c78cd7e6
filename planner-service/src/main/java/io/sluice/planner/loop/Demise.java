package io.sluice.planner.loop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a process ends that cannot be relied on any more. */
@FunctionalInterface
public interface Demise {
  /** Ends it at once: its supervisor starts another one, and the group gives its work to others. */
  Demise EXIT =
      (what, cause) -> {
        try {
          Logger log = LoggerFactory.getLogger(Demise.class);
          log.error("The planner's process ends: {} ({})", what, String.valueOf(cause));
        } finally {
          Runtime.getRuntime().halt(70);
        }
      };

  void of(String what, Throwable cause);

  /** Whether it is the process that is broken, and not what it worked on. */
  static boolean isDue(Throwable failure) {
    return failure instanceof LinkageError
        || (failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError));
  }
}
