package io.sluice.bridge.session;

import io.sluice.bridge.process.CrashReport;
import java.util.Optional;

/**
 * A call to which there is no answer, because the process, its connection or somebody's patience
 * ended.
 *
 * @param call its name in the protocol
 */
public record Loss(String call, Phase phase, String sentence, Optional<CrashReport> crash) {

  /** How far the call was. */
  public enum Phase {
    /** The provider never saw it. */
    BEFORE_CALL,
    /** The provider may have done any part of it. */
    DURING_CALL
  }

  /** For people: what was not answered, why, and the last words of a process that died. */
  public String told() {
    String last = crash.map(report -> " " + report.sentence()).orElse("");
    return "no answer to " + call + ": " + sentence + last;
  }
}
