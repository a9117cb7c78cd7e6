/**
 * Which figures there are, and those that a service collects as long as it runs: durations, counts,
 * and those of its process and its Kafka clients.
 *
 * <p>Every name is in {@link io.sluice.service.measure.Figure}: nothing else can be written, so the
 * reference, the alerts and the dashboards can be compared with it.
 */
@NullMarked
package io.sluice.service.measure;

import org.jspecify.annotations.NullMarked;
