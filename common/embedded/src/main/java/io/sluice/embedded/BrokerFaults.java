package io.sluice.embedded;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Exit;
import org.jspecify.annotations.Nullable;

/**
 * A broker that gives up calls {@code Exit.halt}, which would take this JVM with it without a word.
 * Here the call unwinds the broker's thread instead, and the broker's starter gets the fault.
 */
final class BrokerFaults {
  private static final List<Consumer<String>> LISTENERS = new CopyOnWriteArrayList<>();

  /** Ends the thread that wanted to end the JVM. */
  private static final class Halted extends Error {
    private static final long serialVersionUID = 1L;

    Halted(String message) {
      super(message, null, false, false);
    }
  }

  private BrokerFaults() {}

  static synchronized void listen(Consumer<String> listener) {
    if (LISTENERS.isEmpty()) {
      Exit.setExitProcedure(BrokerFaults::report);
      Exit.setHaltProcedure(BrokerFaults::report);
    }
    LISTENERS.add(listener);
  }

  static void forget(Consumer<String> listener) {
    // The procedures stay: threads of a broker that is going down may still call them.
    LISTENERS.remove(listener);
  }

  /** The part of the broker that gave up: its reason is in the log alone. */
  private static String stopper() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getClassName)
                    .filter(BrokerFaults::mayGiveUp)
                    .findFirst()
                    .map(name -> name.substring(name.lastIndexOf('.') + 1))
                    .orElse("a part of its own"));
  }

  private static boolean mayGiveUp(String type) {
    return !type.startsWith("io.sluice.")
        && !type.startsWith("java.")
        && !type.equals(Exit.class.getName())
        && !type.startsWith(Exit.class.getName() + "$")
        && !type.equals("kafka.utils.Exit$")
        && !type.contains("FaultHandler");
  }

  private static void report(int status, @Nullable String message) {
    String fault =
        message == null
            ? "it stopped itself in " + stopper() + " (status " + status + ")"
            : message;
    LISTENERS.forEach(listener -> listener.accept(fault));
    throw new Halted(fault);
  }
}
