package io.sluice.bridge.process;

import java.util.List;

/** How a plugin ended that was not asked to end. */
public record CrashReport(String name, int exitCode, List<String> lastLines) {
  private static final int SIGNALLED = 128;

  public CrashReport {
    lastLines = List.copyOf(lastLines);
  }

  /** A panic says at its beginning what it is about; whatever else ends a plugin was said last. */
  private String telling() {
    return PluginLog.isPanic(lastLines.getFirst()) ? lastLines.getFirst() : lastLines.getLast();
  }

  /** In one sentence; {@link #lastLines} has what the plugin said last. */
  public String sentence() {
    String how =
        exitCode > SIGNALLED
            ? "was killed by signal " + (exitCode - SIGNALLED)
            : "ended with exit code " + exitCode;
    String said = lastLines.isEmpty() ? "" : ": " + telling();
    return "The plugin of %s %s%s".formatted(name, how, said.isEmpty() ? "." : said);
  }
}
