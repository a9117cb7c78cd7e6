package io.sluice.install.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.install.hash.PackageHash;
import io.sluice.install.hash.PackageHashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifiedDirectoriesTest {
  private static final PackageHash PLANTED = new PackageHash("h1", "planted");
  private static final Duration NEVER_TOO_YOUNG = Duration.ofHours(-1);

  @TempDir private Path directory = Path.of("unset");
  private Path packaged;
  private Path notes;
  private Path program;

  @BeforeEach
  void make() throws IOException {
    packaged = Files.createDirectory(directory.resolve("package"));
    notes = directory.resolve("notes");
    program = Files.writeString(packaged.resolve("program"), "one");
  }

  private VerifiedDirectories process(Duration young) {
    return new VerifiedDirectories(notes, young);
  }

  /** Whoever believes the note answers with the hash that is planted here. */
  private void plant() throws IOException {
    Path note;
    try (Stream<Path> all = Files.list(notes)) {
      note = all.findFirst().orElseThrow();
    }
    List<String> lines = Files.readAllLines(note);
    Files.write(note, List.of(lines.getFirst(), PLANTED.toString()));
  }

  @Test
  void aLaterProcessReadsNothingOfAnUnchangedPackage() throws IOException {
    PackageHash hash = process(NEVER_TOO_YOUNG).hash(packaged);
    assertThat(hash).isEqualTo(PackageHashes.ofDirectory(packaged));
    plant();

    assertThat(process(NEVER_TOO_YOUNG).hash(packaged)).isEqualTo(PLANTED);
  }

  @Test
  void readsWhatWasChangedWithItsOldSizeAndTime() throws IOException {
    FileTime time = Files.getLastModifiedTime(program);
    process(NEVER_TOO_YOUNG).hash(packaged);
    plant();

    Files.writeString(program, "two");
    Files.setLastModifiedTime(program, time);

    assertThat(process(NEVER_TOO_YOUNG).hash(packaged))
        .isEqualTo(PackageHashes.ofDirectory(packaged));
  }

  @Test
  void readsWhatWasPutInPlaceOfAnother() throws IOException {
    process(NEVER_TOO_YOUNG).hash(packaged);
    plant();

    Path other = Files.writeString(directory.resolve("other"), "one");
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(program));
    Files.move(other, program, java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    assertThat(process(NEVER_TOO_YOUNG).hash(packaged))
        .isEqualTo(PackageHashes.ofDirectory(packaged));
  }

  @Test
  void notesNothingThatMayStillChangeWithinATick() throws IOException {
    process(Duration.ofHours(1)).hash(packaged);

    assertThat(notes).doesNotExist();
  }

  @Test
  void aDamagedNoteIsNone() throws IOException {
    process(NEVER_TOO_YOUNG).hash(packaged);
    try (Stream<Path> all = Files.list(notes)) {
      Files.writeString(all.findFirst().orElseThrow(), "\u0000\nnonsense\n");
    }

    assertThat(process(NEVER_TOO_YOUNG).hash(packaged))
        .isEqualTo(PackageHashes.ofDirectory(packaged));
  }
}
