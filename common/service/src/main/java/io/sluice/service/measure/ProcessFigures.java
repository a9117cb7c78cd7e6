package io.sluice.service.measure;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of the virtual machine and its process, as Micrometer takes them. */
public final class ProcessFigures implements AutoCloseable {
  private static final Set<String> SHOWN =
      Stream.of(Figure.values()).map(Figure::title).collect(Collectors.toUnmodifiableSet());

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();

  public ProcessFigures() {
    registry.config().meterFilter(MeterFilter.denyUnless(this::isShown));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  /** Some tell their unit only later. */
  private boolean isShown(Meter.Id id) {
    String name =
        registry.config().namingConvention().name(id.getName(), id.getType(), id.getBaseUnit());
    return SHOWN.contains(name) || SHOWN.contains(name + "_seconds");
  }

  public String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
