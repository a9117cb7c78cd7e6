package io.sluice.worker;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.sluice.worker.manners.Guard;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What this worker does, in the text format that Prometheus reads. */
@Controller("/metrics")
final class MetricsController {
  private final Worker worker;

  MetricsController(Worker worker) {
    this.worker = worker;
  }

  @Get(produces = MediaType.TEXT_PLAIN)
  String metrics() {
    StringBuilder text = new StringBuilder();
    text.append("# TYPE sluice_worker_in_flight gauge\n")
        .append("sluice_worker_in_flight ")
        .append(worker.inFlight())
        .append('\n');
    List<Guard.Standing> providers = worker.providers();
    gauge(text, "breaker_open", providers, each -> each.breaker().equals("open") ? 1 : 0);
    gauge(text, "breaker_half_open", providers, each -> each.breaker().equals("half_open") ? 1 : 0);
    gauge(text, "running", providers, Guard.Standing::running);
    gauge(text, "waiting", providers, Guard.Standing::waiting);
    gauge(text, "limit", providers, Guard.Standing::limit);
    gauge(text, "rate", providers, Guard.Standing::rate);
    gauge(text, "throttled_total", providers, Guard.Standing::throttled);
    return text.toString();
  }

  private static void gauge(
      StringBuilder text,
      String name,
      List<Guard.Standing> providers,
      ToDoubleFunction<Guard.Standing> value) {
    String metric = "sluice_provider_" + name;
    String type = name.endsWith("_total") ? "counter" : "gauge";
    text.append("# TYPE ").append(metric).append(' ').append(type).append('\n');
    for (Guard.Standing provider : providers) {
      text.append(metric)
          .append("{provider=\"")
          .append(provider.provider())
          .append("\"} ")
          .append(value.applyAsDouble(provider))
          .append('\n');
    }
  }
}
