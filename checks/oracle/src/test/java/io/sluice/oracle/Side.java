package io.sluice.oracle;

import io.sluice.bridge.trial.RequestLog;
import java.util.List;

/** One of the two that do what a scenario says. */
interface Side extends AutoCloseable {
  /** What every configuration begins with. */
  String HEAD =
      """
      terraform {
        required_providers {
          trial = { source = "sluice/trial" }
        }
      }
      """;

  /**
   * What came of a step.
   *
   * @param entries all that the provider was asked for it
   * @param said what people are told
   */
  record Done(boolean succeeded, List<RequestLog.Entry> entries, String said) {}

  Done take(Scenario.Step step) throws Exception;

  @Override
  void close();
}
