package io.sluice.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.stack.StackDescription.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackDirectoryTest {
  @TempDir private Path root;

  @Test
  void keepsTheDirectoryToItsOwnerAndAwayFromGit() throws IOException {
    StackDirectory directory = new StackDirectory(root);
    directory.create();
    assertThat(Files.getPosixFilePermissions(directory.data())).hasSize(3);
    assertThat(directory.data().resolve(".gitignore")).hasContent("*");
  }

  @Test
  void givesTheRightToHostToOne() {
    StackDirectory directory = new StackDirectory(root);
    directory.create();
    try (HostLock lock = HostLock.take(directory).orElseThrow()) {
      assertThat(HostLock.take(directory)).isEmpty();
      assertThat(lock).isNotNull();
    }
    assertThat(HostLock.isHeld(directory)).isFalse();
  }

  @Test
  void publishesForItsOwnerOnlyAndReadsNothingBroken() throws IOException {
    StackDirectory directory = new StackDirectory(root);
    directory.create();
    assertThat(StackDescription.read(directory)).isEmpty();
    StackDescription description =
        new StackDescription(
            1, 42, "b", Mode.FULL, true, "sluice up", "k", "z", "h", "c", "t", Instant.EPOCH, 65L);
    description.publish(directory);
    assertThat(StackDescription.read(directory)).contains(description);
    assertThat(Files.getPosixFilePermissions(directory.description())).hasSize(2);
    Files.writeString(directory.description(), "{\"pid\":");
    assertThat(StackDescription.read(directory)).isEmpty();
  }
}
