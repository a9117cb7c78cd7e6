package io.sluice.bridge.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessNoteTest {
  @Test
  void findsTheVeryProcess() {
    ProcessHandle here = ProcessHandle.current();

    assertThat(ProcessNote.find(ProcessNote.of(here))).contains(here);
  }

  @Test
  void findsNoOtherWithItsNumber() {
    assertThat(ProcessNote.find(ProcessHandle.current().pid() + " t1")).isEmpty();
    assertThat(ProcessNote.find(ProcessHandle.current().pid() + " 2026-01-01T00:00:00Z")).isEmpty();
    assertThat(ProcessNote.find("nonsense")).isEmpty();
  }

  @Test
  void findsNoneThatHasEnded() throws Exception {
    Process child = new ProcessBuilder("sleep", "60").start();
    String note = ProcessNote.of(child.toHandle());
    assertThat(ProcessNote.find(note)).isPresent();

    child.destroyForcibly().waitFor();

    assertThat(ProcessNote.find(note)).isEmpty();
  }
}
