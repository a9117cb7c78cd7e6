package io.sluice.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.sluice.cli.Captured;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever names a file that can't be used hears why, and what to do. */
class FileTroubleTest {
  @TempDir private Path directory = Path.of("unset");

  @Test
  void writingNamesTheFolderThatIsMissingLockedOrFull() {
    Path file = directory.resolve("nosuch/x.plan");
    Path there = directory.resolve("x.plan");
    String hidden = directory.resolve(".x.plan123.new").toString();

    FileTrouble missing = FileTrouble.writing(file, new NoSuchFileException(file.toString()));
    assertThat(missing.reason()).isEqualTo("There is no folder " + file.getParent() + ".");
    assertThat(missing.advice()).contains("mkdir -p " + file.getParent());

    assertThat(FileTrouble.writing(there, new NoSuchFileException(there.toString())).reason())
        .isEqualTo("No file of this name can be made in the folder " + directory + ".");

    FileTrouble locked = FileTrouble.writing(there, new AccessDeniedException(hidden));
    assertThat(locked.reason())
        .isEqualTo("You have no permission to write in the folder " + directory + ".");
    assertThat(locked.advice()).contains("chmod", "another folder");

    FileTrouble full =
        FileTrouble.writing(
            there, new FileSystemException(hidden, null, "No space left on device"));
    assertThat(full.reason()).isEqualTo("The disk that holds " + directory + " is full.");
    assertThat(full.advice()).contains("Free some space");
    assertThat(FileTrouble.writing(there, new IOException("No space left on device")))
        .isEqualTo(full);
  }

  @Test
  void readingNamesWhatIsNotThereOrLocked() {
    Path file = directory.resolve("nosuch.json");

    FileTrouble missing = FileTrouble.reading(file, new NoSuchFileException(file.toString()));
    assertThat(missing.reason()).isEqualTo("The folder " + directory + " has no nosuch.json.");
    assertThat(missing.advice()).isNotBlank();
    assertThat(FileTrouble.reading(file, new AccessDeniedException(file.toString())).reason())
        .isEqualTo("You have no permission to read " + file + ".");
  }

  @Test
  void whatCanBeWrittenIsNotRefused() throws IOException {
    Path there = Files.writeString(directory.resolve("there"), "x");

    assertThatCode(() -> FileTrouble.requireWritable(there, "no")).doesNotThrowAnyException();
    assertThatCode(() -> FileTrouble.requireWritable(directory.resolve("fresh"), "no"))
        .doesNotThrowAnyException();
    assertThat(directory.resolve("fresh")).doesNotExist();
  }

  @Test
  void aPlanThatCouldNotBeSavedIsNotDrawn() throws IOException {
    Files.writeString(directory.resolve("main.tf"), "resource \"terraform_data\" \"a\" {}\n");
    Files.writeString(directory.resolve("file"), "x");

    Captured run = Captured.run(directory, "plan", "--out", "nosuch/x.plan");
    assertThat(run.code()).isOne();
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("The plan can't be saved to nosuch/x.plan", "There is no folder", "mkdir -p");
    assertThat(Captured.run(directory, "plan", "--out", "file/x.plan").err())
        .contains("is a file and not a folder");
    assertThat(Captured.run(directory, "plan", "--out", ".").err()).contains("is a folder");
  }

  @Test
  void stateIsPulledToAndPushedFromFilesThatCanBeUsed() {
    Captured pull = Captured.run(directory, "state", "pull", "--out", "nosuch/f.json");
    assertThat(pull.code()).isOne();
    assertThat(pull.err())
        .contains("State can't be written to nosuch/f.json", "There is no folder", "mkdir -p");

    Captured push = Captured.run(directory, "state", "push", "nosuch.json");
    assertThat(push.code()).isOne();
    assertThat(push.err())
        .contains("No such file: nosuch.json", "has no nosuch.json", "Check the name.")
        .doesNotContain("It can't be read");
  }
}
