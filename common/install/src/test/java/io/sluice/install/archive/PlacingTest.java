package io.sluice.install.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacingTest {
  @TempDir Path directory;

  @Test
  void replacesFilesAndLeavesNothingBeside() throws IOException {
    Path file = Files.writeString(directory.resolve("a"), "old");

    Placing.write(file, "new".getBytes(StandardCharsets.UTF_8));

    assertThat(file).hasContent("new");
    assertThat(names()).containsExactly("a");
  }

  @Test
  void replacesALinkAndNotWhatItLeadsTo() throws IOException {
    Path real = Files.createDirectory(directory.resolve("real"));
    Files.writeString(real.resolve("kept"), "");
    Path target = Files.createSymbolicLink(directory.resolve("target"), real);
    Path fresh = Files.createDirectory(Placing.beside(target));

    Placing.replaceDirectory(fresh, target);

    assertThat(target).isEmptyDirectory();
    assertThat(Files.isSymbolicLink(target)).isFalse();
    assertThat(real.resolve("kept")).exists();
    assertThat(names()).containsExactly("real", "target");
  }

  @Test
  void deletesWhatDeadProcessesLeftLongAgo() throws IOException {
    Path abandoned = Files.createDirectory(directory.resolve(".a.999999999999-1"));
    Files.writeString(abandoned.resolve("part"), "");
    Files.setLastModifiedTime(abandoned, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
    Files.createDirectory(directory.resolve(".a.999999999999-2"));
    Path other = Files.createFile(directory.resolve(".a.note"));
    Files.setLastModifiedTime(other, FileTime.from(Instant.now().minus(Duration.ofDays(1))));

    Placing.write(directory.resolve("a"), new byte[0]);

    assertThat(names()).containsExactly(".a.999999999999-2", ".a.note", "a");
  }

  private Stream<String> names() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList().stream();
    }
  }
}
