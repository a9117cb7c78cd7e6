package io.sluice.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateDirectoryTest {
  @TempDir private Path directory = Path.of("unset");

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void closesWhatItMakesAboveToo() throws IOException {
    Path deep = directory.resolve(".sluice/worker/files");

    PrivateDirectory.make(deep);

    assertThat(permissions(deep)).isEqualTo("rwx------");
    assertThat(permissions(directory.resolve(".sluice"))).isEqualTo("rwx------");
  }

  @Test
  void leavesWhatIsThere() throws IOException {
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));

    PrivateDirectory.make(open.resolve("closed"));

    assertThat(permissions(open)).isEqualTo("rwxr-xr-x");
  }
}
