package io.sluice.service;

/** What a service counts. */
@FunctionalInterface
public interface ServiceMetrics {
  void write(Metrics metrics);
}
