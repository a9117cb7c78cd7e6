package io.sluice.state.store;

import io.sluice.model.record.StateRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Committed records as they were decoded last, by their keys, and which keys have none: a result
 * looks at the same few again and again. Only the owner of a partition may have one, since nothing
 * else writes then; bounded in number and in the size of each. Not safe for use by two threads.
 */
public final class RecordCache {
  private static final int RECORDS = 4_096;
  private static final int LARGEST_BYTES = 4 * 1024;

  private final Map<String, Optional<StateRecord>> records =
      new LinkedHashMap<>(1_024, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<StateRecord>> eldest) {
          return size() > RECORDS;
        }
      };

  /** The record, or that there is none; null when this is not known here. */
  @SuppressWarnings("NullableOptional") // unknown, absent and there are three answers
  @Nullable Optional<StateRecord> known(String key) {
    return records.get(key);
  }

  void keep(String key, Optional<StateRecord> record, int bytes) {
    if (bytes <= LARGEST_BYTES) {
      records.put(key, record);
    }
  }

  /** The store has another record there now. */
  void forget(String key) {
    records.remove(key);
  }
}
