package io.sluice.planner.loop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of a process that nobody can rely on any more. */
@FunctionalInterface
public interface Demise {
  /** Ends it at once: whoever watches over it starts another one, the group gives its work away. */
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
