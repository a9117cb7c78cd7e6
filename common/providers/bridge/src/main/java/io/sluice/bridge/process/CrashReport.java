package io.sluice.bridge.process;

import java.util.List;
import java.util.Optional;

/** How a plugin ended that was not asked to end. */
public record CrashReport(String name, int exitCode, List<String> lastLines) {
  private static final int SIGNALLED = 128;

  public CrashReport {
    lastLines = List.copyOf(lastLines);
  }

  /**
   * The line that says why a program ended, if one does: a panic says it at its beginning, whatever
   * else ends a plugin is said last. What it logs of its other work, at levels that nobody asked
   * for, says nothing of its end.
   */
  static Optional<String> telling(List<String> lines) {
    if (!lines.isEmpty() && PluginLog.isPanic(lines.getFirst())) {
      return Optional.of(lines.getFirst());
    }
    return lines.reversed().stream()
        .map(LogLine::parse)
        .filter(LogLine::isMeantForPeople)
        .map(LogLine::message)
        .filter(said -> !said.isBlank())
        .findFirst();
  }

  /** In one sentence; {@link #lastLines} has what the plugin said last. */
  public String sentence() {
    String how =
        exitCode > SIGNALLED
            ? "was killed by signal " + (exitCode - SIGNALLED)
            : "ended with exit code " + exitCode;
    String said = telling(lastLines).map(line -> ": " + line).orElse(".");
    return "The plugin of %s %s%s".formatted(name, how, said);
  }
}
