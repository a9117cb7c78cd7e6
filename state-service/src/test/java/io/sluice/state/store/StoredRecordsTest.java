package io.sluice.state.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Envelope;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.state.store.LocalStore.Positions;
import io.sluice.state.store.LocalStore.Table;
import io.sluice.state.store.LocalStore.Write;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredRecordsTest {
  private static final Address THING = Address.of("thing.a");
  private static final Instant NOW = Instant.parse("2026-11-18T10:00:00Z");

  @TempDir Path folder;
  private LocalStore store;
  private StoredRecords records;
  private long position;

  @BeforeEach
  void open() throws IOException {
    store = LocalStore.open(folder.resolve("p.mv"), "id");
    records = new StoredRecords(store, "shop", new RecordCache());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static StateRecord thing(String id) {
    return StateRecord.of(
        draft -> {
          draft.workspace = "shop";
          draft.address = THING;
          draft.type = "thing";
          draft.id = id;
          draft.attributes = Json.object().put("id", id);
          draft.desired = Json.object();
          draft.status = RecordStatus.OK;
          draft.version = 1;
          draft.epoch = 1;
          draft.runId = "run";
          draft.updatedAt = NOW;
        });
  }

  /** As a transaction does: the store first, then the overlay goes. */
  private void commit(@Nullable StateRecord record) {
    byte[] value = record == null ? null : Envelope.encode(record, NOW);
    store.apply(
        List.of(new Write(Table.STATE, RecordKeys.state("shop", THING), value)),
        new Positions(++position, 0));
    records.committed();
  }

  @Test
  void findsWhatWasCommittedAfterItHadFoundNothing() {
    assertThat(records.find(THING)).isEmpty();
    records.put(thing("one"));
    assertThat(records.find(THING)).contains(thing("one"));
    commit(thing("one"));
    assertThat(records.find(THING)).contains(thing("one"));
  }

  @Test
  void forgetsTheFormerRecordWhenAnotherIsCommitted() {
    records.put(thing("one"));
    commit(thing("one"));
    assertThat(records.find(THING)).contains(thing("one"));
    records.put(thing("two"));
    commit(thing("two"));
    assertThat(records.find(THING)).contains(thing("two"));
  }

  @Test
  void findsNothingOnceTheRecordIsGone() {
    records.put(thing("one"));
    commit(thing("one"));
    assertThat(records.find(THING)).isPresent();
    records.remove(THING);
    assertThat(records.find(THING)).isEmpty();
    commit(null);
    assertThat(records.find(THING)).isEmpty();
  }
}
