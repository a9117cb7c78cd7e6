package io.sluice.oracle;

import io.sluice.bridge.trial.RequestLog;
import java.util.List;

/** One of the two programs that carry out a scenario. */
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
   * The outcome of a step.
   *
   * @param entries all requests to the provider
   * @param said the output for people
   */
  record Done(boolean succeeded, List<RequestLog.Entry> entries, String said) {}

  Done take(Scenario.Step step) throws Exception;

  @Override
  void close();
}
