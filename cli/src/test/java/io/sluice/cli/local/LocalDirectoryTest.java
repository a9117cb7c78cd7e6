package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.local.LocalDescription.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDirectoryTest {
  @TempDir private Path root;

  @Test
  void keepsTheDirectoryToItsOwnerAndAwayFromGit() throws IOException {
    LocalDirectory directory = new LocalDirectory(root);
    directory.create();
    assertThat(Files.getPosixFilePermissions(directory.data())).hasSize(3);
    assertThat(directory.data().resolve(".gitignore")).hasContent("*");
  }

  @Test
  void givesTheRightToHostToOne() {
    LocalDirectory directory = new LocalDirectory(root);
    directory.create();
    try (HostLock lock = HostLock.take(directory).orElseThrow()) {
      assertThat(HostLock.take(directory)).isEmpty();
      assertThat(lock).isNotNull();
    }
    assertThat(HostLock.isHeld(directory)).isFalse();
  }

  @Test
  void publishesForItsOwnerOnlyAndReadsNothingBroken() throws IOException {
    LocalDirectory directory = new LocalDirectory(root);
    directory.create();
    assertThat(LocalDescription.read(directory)).isEmpty();
    LocalDescription description =
        new LocalDescription(
            1, 42, "b", Mode.FULL, true, "sluice up", "k", "z", "h", "c", "t", Instant.EPOCH, 65L);
    description.publish(directory);
    assertThat(LocalDescription.read(directory)).contains(description);
    assertThat(Files.getPosixFilePermissions(directory.description())).hasSize(2);
    Files.writeString(directory.description(), "{\"pid\":");
    assertThat(LocalDescription.read(directory)).isEmpty();
  }
}
