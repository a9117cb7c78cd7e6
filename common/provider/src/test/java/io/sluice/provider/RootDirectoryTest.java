package io.sluice.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootDirectoryTest {
  @TempDir Path directory;

  @Test
  void keepsItsId() throws IOException {
    assertThat(RootDirectory.open(directory).id()).isEqualTo(RootDirectory.open(directory).id());
  }

  @Test
  void workersThatOpenItAtOnceAgree() throws Exception {
    Set<String> ids = ConcurrentHashMap.newKeySet();
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        executor.submit(() -> ids.add(RootDirectory.open(directory).id()));
      }
    }
    assertThat(ids).hasSize(1);
    try (var files = Files.list(directory)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void refusesAFileThatIsNoId() throws IOException {
    Files.writeString(directory.resolve(".sluice-root"), "hello");
    assertThatThrownBy(() -> RootDirectory.open(directory)).hasMessageContaining(".sluice-root");
  }
}
