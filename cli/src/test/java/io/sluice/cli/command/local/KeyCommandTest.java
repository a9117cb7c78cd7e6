package io.sluice.cli.command.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.seal.Keyring;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyCommandTest {
  @TempDir private Path directory;

  @Test
  void aRotatedKeySealsAndTheOldOneStillOpens() throws Exception {
    Path file = directory.resolve("key");
    String old = Keyring.loadOrGenerate(file).keyId();

    Captured rotated = run("rotate");
    assertThat(rotated.code()).as(rotated.err()).isZero();
    Keyring ring = Keyring.load(file);
    assertThat(ring.keyIds()).containsExactly(ring.keyId(), old).doesNotHaveDuplicates();
    assertThat(rotated.out())
        .contains("Key " + ring.keyId() + " seals from now on; " + old + " opens");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");

    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2031-02-03T04:05:06.7Z")));
    List<String> keys = Files.readAllLines(file);
    Captured list = run("list");
    assertThat(list.out())
        .isEqualTo(
            ring.keyId() + "  seals and opens, since 2031-02-03T04:05:06Z\n" + old + "  opens\n")
        .doesNotContain(keys);
  }

  @Test
  void anEmbeddedStacksKeyIsItsDirectorysWhateverIsSet() {
    Keyring.loadOrGenerate(directory.resolve("key"));
    Path own = new LocalDirectory(directory).key();
    new LocalDirectory(directory).create();
    Keyring ring = Keyring.loadOrGenerate(own);

    Captured list = Captured.run(directory, Map.of("SLUICE_KEY_FILE", "key"), "key", "list");

    assertThat(list.out()).startsWith(ring.keyId() + "  seals");
  }

  private Captured run(String command) {
    return Captured.run(
        directory,
        Map.of("SLUICE_KEY_FILE", "key", "SLUICE_KAFKA", "h:1", "SLUICE_ZOOKEEPER", "h:2"),
        "key",
        command);
  }
}
