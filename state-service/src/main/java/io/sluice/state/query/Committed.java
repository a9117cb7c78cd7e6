package io.sluice.state.query;

import io.sluice.state.store.LocalStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What can be read here: the committed records of the partitions that this instance serves. */
public interface Committed {
  Optional<LocalStore> store(int partition);

  List<Integer> serving();

  /** Partitions that are assigned and can't be served, with the reason. */
  Map<Integer, String> troubles();

  /**
   * Why what should be served here is not, a sentence each; none when all of it is.
   *
   * @param causes also what happened: only for callers with the token
   */
  List<String> unserved(boolean causes);

  /** Partitions and the inbox offsets at which they are halted until a record is skipped. */
  Map<Integer, Long> halted();

  /** Workspaces that are served in part, with the reason. */
  Map<String, String> ailing();

  /** How it keeps up, as of a few seconds ago. */
  Standing standing();

  /** How often this instance has taken a partition over. */
  long takeovers();
}
