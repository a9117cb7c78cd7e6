package io.sluice.provider.plugin;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnershipTest {
  @TempDir private Path directory = Path.of("unset");

  @Test
  void aDirectoryOfOnesOwnIsBelieved() throws IOException {
    Path own = Files.createDirectory(directory.resolve("own"));

    assertThatCode(() -> Ownership.requireMine(own)).doesNotThrowAnyException();
    assertThatCode(() -> Ownership.requireMine(directory.resolve("none")))
        .doesNotThrowAnyException();
  }

  @Test
  void aDirectoryThatOthersMayWriteToIsNot() throws IOException {
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xrwx"));

    assertThatThrownBy(() -> Ownership.requireMine(open))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("other users may write to");
  }

  @Test
  void norIsOneOfAnotherUserOrItsLinkToOneOfMine() throws IOException {
    assumeTrue(new UnixSystem().getUid() == 0, "only root can give a directory away");
    Path given = Files.createDirectory(directory.resolve("given"));
    Files.setAttribute(given, "unix:uid", 65_534);
    Path mine = Files.createDirectory(directory.resolve("mine"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), mine);
    Files.setAttribute(link, "unix:uid", 65_534, java.nio.file.LinkOption.NOFOLLOW_LINKS);

    for (Path others : new Path[] {given, link}) {
      assertThatThrownBy(() -> Ownership.requireMine(others))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("belongs to another user");
    }
  }
}
