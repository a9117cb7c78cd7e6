package io.sluice.planner.request;

import java.util.Set;

/**
 * Which pools have a topic. Asked before a transaction begins: a record for a topic that is not
 * there holds up everything that is to leave with it.
 */
@FunctionalInterface
public interface Pools {
  /** Those of them that have one. */
  Set<String> there(Set<String> pools);
}
