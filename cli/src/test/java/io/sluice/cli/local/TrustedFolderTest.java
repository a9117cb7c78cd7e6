package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code .sluice/} has to be, for every command. */
class TrustedFolderTest {
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("state", "list"),
          List.of("status"),
          List.of("plan"),
          List.of("output"),
          List.of("workspace", "list"),
          List.of("doctor"),
          List.of("down"),
          List.of("apply", "-auto-approve"));

  @TempDir private Path directory;

  @Test
  void isNotOpenToOthers() throws Exception {
    Path folder = made("rwxr-x---");
    for (List<String> command : COMMANDS) {
      Captured ended = Captured.run(directory, command.toArray(String[]::new));
      assertThat(ended.code()).as(command + ended.out()).isEqualTo(1);
      assertThat(ended.err()).contains(".sluice can't be trusted", "chmod 700 " + folder);
    }
    assertThat(Captured.run(directory, "version").code()).isZero();
    assertThat(Files.list(folder)).as("nothing was made in it").isEmpty();
  }

  @Test
  void isNoLink() throws Exception {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.createSymbolicLink(directory.resolve(".sluice"), elsewhere);
    assertThat(Captured.run(directory, "state", "list").err())
        .contains(".sluice can't be trusted", "symbolic link");
    assertThat(Files.list(elsewhere)).isEmpty();
  }

  @Test
  void isTheCallersOwn() throws Exception {
    Path folder = made("rwx------");
    Assumptions.assumeTrue(
        Files.getAttribute(folder, "unix:uid").equals(0), "only root can give it away: left out");
    Files.setAttribute(folder, "unix:uid", 65534);
    Captured ended = Captured.run(directory, "state", "list");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains(".sluice can't be trusted", "It belongs to ");
  }

  /** Root reads everything: whether an unreadable one is an error, only another user can tell. */
  @Test
  void whatCannotBeReadIsNotEmpty() throws Exception {
    Path folder = made("---------");
    Assumptions.assumeFalse(Files.isReadable(folder), "root reads everything: left out");
    Captured ended = Captured.run(directory, "state", "list");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains(".sluice can't be read", "permission denied");
  }

  private Path made(String permissions) throws Exception {
    Path folder = Files.createDirectory(directory.resolve(".sluice"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    return folder;
  }
}
