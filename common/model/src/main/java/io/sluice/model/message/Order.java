package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What people ask of a run or of state; it travels on a topic of its own. */
public sealed interface Order extends InboxMessage {
  String by();

  record Cancel(String run, boolean force, String by) implements Order {}

  record Pause(String run, String by) implements Order {}

  record Resume(String run, String by) implements Order {}

  record Approve(String run, String hash, String by) implements Order {}

  /** Ends a run that waits for approval. */
  record Discard(String run, String by) implements Order {}

  record SetParallelism(String run, int parallelism, String by) implements Order {}

  record ForceUnlock(String run, String by) implements Order {}

  /** Ends a run at once, whatever it waits for: what is out is left in doubt. */
  record Abandon(String run, String by) implements Order {}

  /** Skips the inbox offset at which a partition is halted. {@code run} is the order's own id. */
  record InboxSkip(String run, int partition, long offset, String reason, String by)
      implements Order {}

  /** A person settles a node in doubt, or ends a call that hangs so that it can be settled. */
  record Resolve(String run, String node, Resolution resolution, @Nullable String id, String by)
      implements Order {}

  enum Resolution {
    @JsonProperty("adopt")
    ADOPT,
    @JsonProperty("retry")
    RETRY,
    @JsonProperty("abandon")
    ABANDON,
    /** It is not in doubt yet: its call hangs, and is to be ended. */
    @JsonProperty("interrupt")
    INTERRUPT
  }

  /** Failed nodes of a finished run again, as run {@code again}. */
  record Retry(String run, String again, String by) implements Order {}

  /**
   * State surgery, all or nothing: records to write and addresses to forget.
   *
   * @param expected the versions that the edit rests on; 0 says that there was no such record
   * @param whole what the edit says of the workspace as a whole; then {@code expected} lists all
   *     records that there may be
   */
  record StateEdit(
      String run,
      String workspace,
      String what,
      List<StateRecord> put,
      List<Address> remove,
      Map<Address, Long> expected,
      String by,
      @Nullable Whole whole)
      implements Order {
    public StateEdit {
      put = put == null ? List.of() : List.copyOf(put);
      remove = remove == null ? List.of() : List.copyOf(remove);
      expected = expected == null ? Map.of() : Map.copyOf(expected);
    }

    public StateEdit(
        String run,
        String workspace,
        String what,
        List<StateRecord> put,
        List<Address> remove,
        Map<Address, Long> expected,
        String by) {
      this(run, workspace, what, put, remove, expected, by, null);
    }
  }

  /**
   * @param lineage what the workspace's state is from now on; null leaves it
   * @param serial how often that state had been written
   * @param forget the workspace goes, with all that it remembers of itself
   */
  record Whole(@Nullable String lineage, long serial, boolean forget) {}
}
