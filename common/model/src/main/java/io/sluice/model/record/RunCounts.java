package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The numbers of a run. {@code added}, {@code changed} and {@code destroyed} count resources that
 * really changed, {@code left} those that were only forgotten because they existed before Sluice,
 * {@code imported} those that were taken over, changed or not; the rest says honestly what was
 * repeated.
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record RunCounts(
    int nodes,
    int succeeded,
    int failed,
    int skipped,
    int cancelled,
    int inDoubt,
    int added,
    int changed,
    int destroyed,
    int unchanged,
    int attempts,
    int duplicates,
    int orphans,
    int redelivered,
    int dropped,
    int deferred,
    int gaveUp,
    int lostWorkers,
    int recovered,
    int left,
    int imported) {
  public static final RunCounts NONE =
      new RunCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
