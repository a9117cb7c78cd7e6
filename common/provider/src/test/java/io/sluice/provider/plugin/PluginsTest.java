package io.sluice.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.sluice.provider.plugin.Plugin.Standing;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsTest {
  @TempDir Path directory;
  @TempDir Path home;
  private Path jar = Path.of("");

  @BeforeEach
  void aDirectoryThatCameWithAJar() throws IOException {
    jar = Files.createDirectories(directory.resolve("plugins")).resolve("notes.jar");
    jar(jar, "one");
  }

  @Test
  void aJarThatCameWithTheDirectoryIsLoadedOnceItIsAllowed() throws IOException {
    Plugin before = only(plugins());
    assertThat(before.standing()).isEqualTo(Standing.NOT_ALLOWED);
    assertThat(before.loads()).isFalse();
    assertThat(before.why()).contains("sluice plugins allow " + jar);

    plugins().allow(jar);

    Plugin after = only(plugins());
    assertThat(after.loads()).isTrue();
    assertThat(after.file()).startsWith(home).hasSameBinaryContentAs(jar);
    assertThat(directory.resolve(".sluice.lock"))
        .content()
        .contains("sha256:" + after.digest() + "  notes.jar\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(consents())))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(after.file())))
        .isEqualTo("rw-------");
  }

  @Test
  void aListThatCameWithTheDirectoryIsNoConsent(@TempDir Path another) throws IOException {
    plugins().allow(jar);
    Plugins another1 = Plugins.of(directory, Map.of("HOME", another.toString()));
    assertThat(only(another1).standing()).isEqualTo(Standing.NOT_ALLOWED);
  }

  @Test
  void aConsentWithoutTheListOfTheDirectoryIsNotEnough() throws IOException {
    plugins().allow(jar);
    Files.delete(directory.resolve(".sluice.lock"));
    assertThat(only(plugins()).loads()).isFalse();
  }

  @Test
  void anotherContentIsNotWhatWasAllowed() throws IOException {
    plugins().allow(jar);
    jar(jar, "two");
    assertThat(only(plugins()).standing()).isEqualTo(Standing.CHANGED);
    assertThat(only(plugins()).why()).contains("differs from the jar that was allowed");

    plugins().allow(jar);
    assertThat(only(plugins()).loads()).isTrue();
  }

  @Test
  void whatIsExchangedAfterTheLookIsNotWhatRuns() throws IOException {
    plugins().allow(jar);
    Plugin looked = only(plugins());
    byte[] allowed = Files.readAllBytes(looked.file());
    jar(jar, "two");
    assertThat(looked.file()).hasBinaryContent(allowed);
  }

  @Test
  void aCopyThatIsGoneOrSpoiltIsMadeAnew() throws IOException {
    Path copy = plugins().allow(jar).file();
    Files.writeString(copy, "spoilt");
    assertThat(only(plugins()).file()).hasSameBinaryContentAs(jar);
    Files.delete(copy);
    assertThat(only(plugins()).file()).hasSameBinaryContentAs(jar);
  }

  @Test
  void whatOthersMayWriteIsNoConsent() throws IOException {
    plugins().allow(jar);
    Files.setPosixFilePermissions(consents(), PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(only(plugins()).loads()).isFalse();
    assertThat(only(plugins()).why()).contains("other users may write", "chmod go-w");
  }

  @Test
  void aFolderOfAnotherUserIsNoConsent() throws IOException {
    plugins().allow(jar);
    Path own = consents().resolveSibling("plugins");
    Files.createDirectory(own);
    jar(own.resolve("other.jar"), "three");
    assertThat(plugins().all()).allMatch(Plugin::loads).hasSize(2);
    assumeThat(Files.getAttribute(own, "unix:uid")).as("only root can give it away").isEqualTo(0);

    Files.setAttribute(own.getParent(), "unix:uid", 65534);

    assertThat(plugins().all())
        .noneMatch(Plugin::loads)
        .allMatch(plugin -> plugin.why().contains(own.getParent() + " belongs to "));
  }

  @Test
  void aLinkInPlaceOfTheListIsReplacedAndNotFollowed(@TempDir Path elsewhere) throws IOException {
    Path victim = Files.writeString(elsewhere.resolve("victim"), "mine");
    Files.createSymbolicLink(directory.resolve(".sluice.lock"), victim);
    plugins().allow(jar);
    assertThat(victim).hasContent("mine");
    assertThat(only(plugins()).loads()).isTrue();
  }

  @Test
  void whatIsNoPluginIsNotAllowed() throws IOException {
    Path garbage = Files.writeString(directory.resolve("plugins/garbage.jar"), "no jar");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> plugins().allow(garbage))
        .withMessageContaining("not a readable jar");
    Path elsewhere = Files.copy(jar, directory.resolve("elsewhere.jar"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> plugins().allow(elsewhere))
        .withMessageContaining("not a jar in");
  }

  @Test
  void theUsersOwnFoldersNeedNoConsent() throws IOException {
    Path own = Files.createDirectories(home.resolve(".sluice/plugins"));
    jar(own.resolve("own.jar"), "own");
    assertThat(plugins().all()).extracting(Plugin::loads).containsExactly(true, false);

    Plugins named =
        Plugins.of(directory, Map.of("HOME", home.toString(), "SLUICE_PLUGINS", "plugins"));
    assertThat(named.all()).extracting(Plugin::loads).containsExactly(true, true);
  }

  private static Plugin only(Plugins plugins) {
    List<Plugin> all = plugins.all();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  private Path consents() {
    return home.resolve(".sluice/consents");
  }

  private Plugins plugins() {
    return Plugins.of(directory, Map.of("HOME", home.toString()));
  }

  private static void jar(Path file, String content) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      jar.putNextEntry(new ZipEntry("META-INF/services/io.sluice.provider.Provider"));
      jar.putNextEntry(new ZipEntry(content));
    }
  }
}
