package io.sluice.state.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.state.store.LocalStore.Positions;
import io.sluice.state.store.LocalStore.Table;
import io.sluice.state.store.LocalStore.Write;
import io.sluice.transport.message.Parts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStoreTest {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("p.mv");
  }

  private static Write write(String key, int value) {
    return new Write(Table.STATE, key, new byte[] {(byte) value});
  }

  @Test
  void keepsRecordsAndPositionsTogether() throws IOException {
    try (LocalStore store = LocalStore.open(file(), "id")) {
      store.apply(List.of(write("w/a", 1), write("w/b", 2)), new Positions(7, 9));
      store.apply(List.of(new Write(Table.STATE, "w/a", null)), new Positions(8, 9));
    }
    try (LocalStore store = LocalStore.open(file(), "id")) {
      assertThat(store.positions()).isEqualTo(new Positions(8, 9));
      assertThat(store.find(Table.STATE, "w/a")).isNull();
      assertThat(store.find(Table.STATE, "w/b")).containsExactly(2);
    }
  }

  @Test
  void restsFromAnOrderlyEndToTheNextStart() throws IOException {
    assertThat(LocalStore.resting(file())).isEmpty();
    try (LocalStore store = LocalStore.open(file(), "id")) {
      store.apply(List.of(write("w/a", 1)), new Positions(7, 9));
      store.rest();
    }
    try (LocalStore resting = LocalStore.resting(file()).orElseThrow()) {
      assertThat(resting.find(Table.STATE, "w/a")).containsExactly(1);
      assertThat(resting.identity()).contains("id");
    }

    // The next owner may commit what the file never gets, and is killed: it says so from the start.
    try (LocalStore store = LocalStore.open(file(), "id")) {
      assertThat(store.find(Table.STATE, "w/a")).containsExactly(1);
      Path copy = folder.resolve("killed.mv");
      Files.copy(file(), copy);
      assertThat(LocalStore.resting(copy)).isEmpty();
    }
    assertThat(LocalStore.resting(file())).isEmpty();
  }

  @Test
  void knowsTheSizeOfValuesThatTravelInParts() throws IOException {
    int large = Parts.MAX_BYTES + 1;
    Write part = new Write(Table.RUNS, "w/r/!part/p/0", new byte[large]);
    try (LocalStore store = LocalStore.open(file(), "id")) {
      store.apply(List.of(part, write("w/a", 1)), new Positions(1, 1));
    }
    try (LocalStore store = LocalStore.open(file(), "id")) {
      assertThat(store.largeBytes(Table.RUNS, part.key())).isEqualTo(large);
      assertThat(store.largeBytes(Table.STATE, part.key())).isZero();
      assertThat(store.largeBytes(Table.STATE, "w/a")).isZero();

      store.apply(List.of(new Write(Table.RUNS, part.key(), null)), new Positions(2, 2));
      assertThat(store.largeBytes(Table.RUNS, part.key())).isZero();
    }
  }

  @Test
  void anOlderCopyIsOlderInBothRecordsAndPositions() throws IOException {
    try (LocalStore store = LocalStore.open(file(), "id")) {
      store.apply(List.of(write("w/a", 1)), new Positions(1, 0));
    }
    Path copy = folder.resolve("copy.mv");
    Files.copy(file(), copy, StandardCopyOption.REPLACE_EXISTING);
    try (LocalStore store = LocalStore.open(file(), "id")) {
      store.apply(List.of(write("w/a", 2)), new Positions(2, 0));
    }
    try (LocalStore store = LocalStore.open(copy, "id")) {
      assertThat(store.positions()).isEqualTo(new Positions(1, 0));
      assertThat(store.find(Table.STATE, "w/a")).containsExactly(1);
    }
  }

  @Test
  void forgetsWhatBelongsToOtherTopicsOrIsDamaged() throws IOException {
    try (LocalStore store = LocalStore.open(file(), "id")) {
      store.apply(List.of(write("w/a", 1)), new Positions(1, 0));
    }
    try (LocalStore store = LocalStore.open(file(), "other")) {
      assertThat(store.positions()).isEqualTo(Positions.START);
      assertThat(store.find(Table.STATE, "w/a")).isNull();
      store.apply(List.of(write("w/a", 1)), new Positions(1, 0));
    }
    byte[] bytes = Files.readAllBytes(file());
    for (int i = 0; i < bytes.length; i += 3) {
      bytes[i] ^= 0x5a;
    }
    Files.write(file(), bytes);
    try (LocalStore store = LocalStore.open(file(), "other")) {
      assertThat(store.positions()).isEqualTo(Positions.START);
    }
  }

  @Test
  void isAsOldAsWhatItIsACopyOfAndNoYoungerForBeingOpened() throws IOException {
    Instant made = Instant.parse("2026-01-01T00:00:00Z");
    try (LocalStore store = LocalStore.open(file(), "id", () -> made)) {
      store.apply(List.of(write("w/a", 1)), new Positions(1, 0));
      store.completeAt(made);
    }
    // Whoever could read only a part of what is missing, again and again.
    for (int hours = 1; hours <= 12; hours++) {
      Instant later = made.plus(Duration.ofHours(hours));
      try (LocalStore store = LocalStore.open(file(), "id", () -> later)) {
        store.apply(List.of(write("w/b", 1)), new Positions(1 + hours, 0));
        assertThat(store.find(Table.STATE, "w/a")).isNotNull();
      }
    }
    Instant tooLate = made.plus(Duration.ofHours(13));
    try (LocalStore store = LocalStore.open(file(), "id", () -> tooLate)) {
      assertThat(store.positions()).isEqualTo(Positions.START);
      assertThat(store.find(Table.STATE, "w/a")).isNull();
      store.apply(List.of(write("w/a", 1)), new Positions(1, 0));
    }
    // A clock that was set back says nothing of its age.
    try (LocalStore store = LocalStore.open(file(), "id", () -> made)) {
      assertThat(store.positions()).isEqualTo(Positions.START);
    }
  }

  @Test
  void neverDeletesAFileThatSomeoneHasOpen() throws IOException {
    try (LocalStore store = LocalStore.open(file(), "id")) {
      store.apply(List.of(write("w/a", 1)), new Positions(1, 0));
      assertThatThrownBy(() -> LocalStore.open(file(), "id")).isInstanceOf(IOException.class);
      assertThat(Files.exists(file())).isTrue();
      assertThat(store.find(Table.STATE, "w/a")).containsExactly(1);
    }
  }

  @Test
  void findsKeysByTheirPrefixInOrder() throws IOException {
    try (LocalStore store = LocalStore.open(file(), "id")) {
      store.apply(
          List.of(write("w2/a", 1), write("w/b", 2), write("w/a#orphan/1", 3), write("w/a", 4)),
          Positions.START);
      var keys = new java.util.ArrayList<String>();
      store
          .withPrefix(Table.STATE, "w/")
          .forEachRemaining((Map.Entry<String, byte[]> e) -> keys.add(e.getKey()));
      assertThat(keys).containsExactly("w/a", "w/a#orphan/1", "w/b");
    }
  }
}
