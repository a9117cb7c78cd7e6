package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.function.Consumer;

/**
 * The numbers of a run. {@code added}, {@code changed} and {@code destroyed} count resources that
 * really changed, {@code left} those that were only forgotten because they existed before Sluice,
 * {@code imported} those that were taken over, changed or not; the rest counts what was repeated.
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

  /** Each value by its name. */
  public static RunCounts of(Consumer<Draft> values) {
    Draft draft = new Draft();
    values.accept(draft);
    return draft.built();
  }

  /** The values of a {@link RunCounts} by name; unset ones stay 0. */
  public static final class Draft {
    public int nodes;
    public int succeeded;
    public int failed;
    public int skipped;
    public int cancelled;
    public int inDoubt;
    public int added;
    public int changed;
    public int destroyed;
    public int unchanged;
    public int attempts;
    public int duplicates;
    public int orphans;
    public int redelivered;
    public int dropped;
    public int deferred;
    public int gaveUp;
    public int lostWorkers;
    public int recovered;
    public int left;
    public int imported;

    private Draft() {}

    private RunCounts built() {
      return new RunCounts(
          nodes,
          succeeded,
          failed,
          skipped,
          cancelled,
          inDoubt,
          added,
          changed,
          destroyed,
          unchanged,
          attempts,
          duplicates,
          orphans,
          redelivered,
          dropped,
          deferred,
          gaveUp,
          lostWorkers,
          recovered,
          left,
          imported);
    }
  }
}
