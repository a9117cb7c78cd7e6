package io.sluice.service;

import java.util.Map;

/**
 * The text format that Prometheus reads, version 0.0.4: each metric with its help and type, then a
 * line for each value. Written by hand, since three services with a handful of numbers need no
 * registry that keeps them a second time.
 */
public final class PrometheusText {
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private final StringBuilder text = new StringBuilder();

  /** What may rise and fall. */
  public PrometheusText gauge(String name, String help, double value) {
    head(name, "gauge", help);
    text.append(name).append(' ').append(number(value)).append('\n');
    return this;
  }

  /** What only rises; its name ends with {@code _total}. */
  public PrometheusText counter(String name, String help, long value) {
    head(name, "counter", help);
    text.append(name).append(' ').append(number(value)).append('\n');
    return this;
  }

  /** One value for each value of a label. */
  public PrometheusText gauges(
      String name, String help, String label, Map<String, ? extends Number> values) {
    head(name, "gauge", help);
    values.forEach((of, value) -> labelled(name, label, of, value));
    return this;
  }

  public PrometheusText counters(
      String name, String help, String label, Map<String, ? extends Number> values) {
    head(name, "counter", help);
    values.forEach((of, value) -> labelled(name, label, of, value));
    return this;
  }

  private void head(String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ');
    text.append(help.replace("\\", "\\\\").replace("\n", "\\n")).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private void labelled(String name, String label, String of, Number value) {
    text.append(name).append('{').append(label).append("=\"");
    text.append(of.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"));
    text.append("\"} ").append(number(value.doubleValue())).append('\n');
  }

  private static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
