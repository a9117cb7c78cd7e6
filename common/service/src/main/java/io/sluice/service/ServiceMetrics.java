package io.sluice.service;

import io.sluice.service.measure.Measures;

/** What a service counts. */
public interface ServiceMetrics {
  /** What stands at this moment. */
  void write(Metrics metrics);

  /** What was collected since it began. */
  Measures measures();
}
