package io.sluice.install.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.install.address.Platform;
import io.sluice.install.address.VersionConstraints;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.lock.LockFile;
import io.sluice.install.lock.ProviderLock;
import io.sluice.install.mirror.SourceChain;
import io.sluice.install.settings.InstallMethod;
import io.sluice.install.settings.InstallSettings;
import io.sluice.install.support.FakeRegistry;
import io.sluice.install.support.LoopbackServer;
import io.sluice.install.support.Packages;
import io.sluice.install.support.SigningKey;
import io.sluice.language.address.ProviderSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderInstallerTest {
  private static final Platform LINUX = new Platform("linux", "amd64");
  private static final Platform MAC = new Platform("darwin", "arm64");
  private static final SigningKey KEY = SigningKey.generate();

  @TempDir Path directory;
  private LoopbackServer server;
  private FakeRegistry fake;
  private ProviderSource cloud;
  private ProviderStore store;
  private ProviderStore cache;
  private ProviderInstaller.Options options = ProviderInstaller.Options.USUAL;
  private InstallSettings settings = InstallSettings.none();

  @BeforeEach
  void start() throws IOException {
    server = LoopbackServer.start(directory);
    fake = new FakeRegistry(server, KEY);
    cloud = ProviderSource.parse(fake.source("cloud"));
    store = ProviderStore.of(directory.resolve("configuration"), LINUX);
    fake.provider("cloud", "1.0.0", LINUX, MAC);
    fake.provider("cloud", "1.1.0", LINUX, MAC);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void installsTheNewestThatFitsAndLocksAllPlatforms() throws IOException {
    ProviderInstaller.Outcome outcome = install("~> 1.0", DependencyLocks.NONE);

    assertThat(outcome.failures()).isEmpty();
    ProviderLock lock = outcome.locks().of(cloud).orElseThrow();
    assertThat(lock.version()).hasToString("1.1.0");
    assertThat(lock.constraints()).hasToString("~> 1.0");
    assertThat(lock.hashes()).extracting(PackageHash::scheme).containsExactly("h1", "zh", "zh");
    Path installed = store.directory(cloud, lock.version());
    Path program = ProviderStore.executable(installed, cloud).orElseThrow();
    assertThat(Files.isExecutable(program)).isTrue();
    try (Stream<Path> beside = Files.list(installed.getParent())) {
      assertThat(beside).containsExactly(installed);
    }
  }

  @Test
  void keepsWhatIsLockedWithoutAskingAgain() {
    DependencyLocks first = install("1.0.0", DependencyLocks.NONE).locks();
    int asked = server.asked().size();

    DependencyLocks second = install(">= 1.0", first).locks();

    assertThat(LockFile.text(second)).isEqualTo(LockFile.text(first));
    assertThat(server.asked()).hasSize(asked);
  }

  @Test
  void upgradesWhenAskedTo() {
    DependencyLocks first = install("1.0.0", DependencyLocks.NONE).locks();
    options = new ProviderInstaller.Options(true, false, false);

    ProviderLock second = install(">= 1.0", first).locks().of(cloud).orElseThrow();

    assertThat(second.version()).hasToString("1.1.0");
    assertThat(second.hashes()).doesNotContainAnyElementsOf(first.of(cloud).orElseThrow().hashes());
  }

  @Test
  void saysThatTheLockedVersionDoesNotFit() {
    DependencyLocks first = install("1.0.0", DependencyLocks.NONE).locks();

    InstallFault fault = failure(install("~> 1.1", first));

    assertThat(fault.summary()).isEqualTo("Locked version doesn't fit");
    assertThat(fault.hint()).contains("-upgrade");
  }

  @Test
  void refusesAPackageThatTheLockDoesNotKnow() {
    ProviderLock lock = install("1.0.0", DependencyLocks.NONE).locks().of(cloud).orElseThrow();
    DependencyLocks other =
        DependencyLocks.NONE.with(
            new ProviderLock(
                cloud,
                lock.version(),
                lock.constraints(),
                new TreeSet<>(List.of(PackageHash.parse("h1:another=")))));

    InstallFault fault = failure(install("1.0.0", other));

    assertThat(fault.summary()).isEqualTo("Package differs from the lock file");
    assertThat(fault.hint()).contains("providers lock --platform=linux_amd64");
  }

  @Test
  void keepsTheHashesOfOtherPlatforms() {
    ProviderLock lock = install("1.0.0", DependencyLocks.NONE).locks().of(cloud).orElseThrow();
    DependencyLocks more =
        DependencyLocks.NONE.with(lock.with(List.of(PackageHash.parse("h1:of-mac="))));
    store = ProviderStore.of(directory.resolve("another"), LINUX);

    ProviderLock again = install("1.0.0", more).locks().of(cloud).orElseThrow();

    assertThat(again.hashes()).contains(PackageHash.parse("h1:of-mac="));
    assertThat(again.hashes()).hasSize(4);
  }

  @Test
  void replacesWhatWasDamaged() throws IOException {
    DependencyLocks locks = install("1.0.0", DependencyLocks.NONE).locks();
    Path installed = store.directory(cloud, locks.of(cloud).orElseThrow().version());
    Files.writeString(installed.resolve("LICENSE.txt"), "changed");

    assertThat(install("1.0.0", locks).failures()).isEmpty();

    assertThat(installed.resolve("LICENSE.txt")).hasContent("as you like");
  }

  @Test
  void findsWhatIsInstalledAndUnchanged() throws IOException {
    ProviderLock lock = install("1.0.0", DependencyLocks.NONE).locks().of(cloud).orElseThrow();
    InstalledPackages installed = new InstalledPackages(store);

    InstalledPackages.Found found = installed.require(lock).found();
    assertThat(found.program().getFileName()).hasToString("terraform-provider-cloud_v1.0.0");

    Files.writeString(found.directory().resolve("more"), "changed");
    assertThatThrownBy(() -> installed.require(lock))
        .hasMessageContaining("Package differs from the lock file");
    InstalledPackages none =
        new InstalledPackages(ProviderStore.of(directory.resolve("none"), LINUX));
    assertThat(none.find(lock)).isEmpty();
    assertThatThrownBy(() -> none.require(lock)).hasMessageContaining("Provider isn't installed");
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(failure(install("~> 2.0", DependencyLocks.NONE)).detail())
        .contains("meets ~> 2.0", "the newest of 2 there is 1.1.0");
    store = new ProviderStore(directory.resolve("x"), new Platform("plan9", "mips"));
    assertThat(failure(install("", DependencyLocks.NONE)).summary())
        .isEqualTo("Provider isn't there for this platform");
    cloud = ProviderSource.parse(fake.source("unknown"));
    assertThat(failure(install("", DependencyLocks.NONE)).summary()).isEqualTo("No such provider");
  }

  @Test
  void linksToTheCacheAndTakesFromItWhatIsLocked() throws IOException {
    cache = new ProviderStore(directory.resolve("cache"), LINUX);
    DependencyLocks locks = install("1.0.0", DependencyLocks.NONE).locks();
    Path installed = store.directory(cloud, locks.of(cloud).orElseThrow().version());
    assertThat(Files.isSymbolicLink(installed)).isTrue();
    int asked = server.asked().size();
    store = ProviderStore.of(directory.resolve("another"), LINUX);

    DependencyLocks again = install("1.0.0", locks).locks();

    assertThat(again.chooseSameAs(locks)).isTrue();
    assertThat(server.asked()).hasSize(asked);
    assertThat(store.directory(cloud, locks.of(cloud).orElseThrow().version())).isSymbolicLink();
  }

  @Test
  void takesPackagesOfDirectories() throws IOException {
    Path mirror = directory.resolve("mirror");
    Path unpacked = mirror.resolve(cloud.toString()).resolve("3.0.0/linux_amd64");
    Packages.write(unpacked, Packages.provider("cloud", "3.0.0"));
    Files.write(
        mirror.resolve(cloud.toString()).resolve("terraform-provider-cloud_2.0.0_linux_amd64.zip"),
        Packages.zip(Packages.provider("cloud", "2.0.0")));
    settings = settings.only(new InstallMethod.Directory(mirror.toString()));

    ProviderLock newest = install("", DependencyLocks.NONE).locks().of(cloud).orElseThrow();
    ProviderLock packed = install("< 3", DependencyLocks.NONE).locks().of(cloud).orElseThrow();

    assertThat(newest.version()).hasToString("3.0.0");
    assertThat(Files.readSymbolicLink(store.directory(cloud, newest.version())))
        .isEqualTo(unpacked);
    assertThat(packed.hashes()).extracting(PackageHash::scheme).containsExactly("h1");
    assertThat(store.directory(cloud, packed.version())).isDirectory();
  }

  @Test
  void takesPackagesOfServersWithCopies() throws IOException {
    byte[] archive = Packages.zip(Packages.provider("cloud", "2.0.0"));
    Path file = Files.write(directory.resolve("copy.zip"), archive);
    String base = "/mirror/" + cloud + "/";
    server.json(base + "index.json", "{\"versions\":{\"2.0.0\":{}}}");
    server.json(
        base + "2.0.0.json",
        "{\"archives\":{\"linux_amd64\":{\"url\":\"copy.zip\",\"hashes\":[\"%s\"]}}}"
            .formatted(io.sluice.install.hash.PackageHashes.ofArchivedFiles(file)));
    server.bytes(base + "copy.zip", archive);
    settings = settings.only(new InstallMethod.Network(server.url("/mirror/")));

    ProviderLock lock = install("", DependencyLocks.NONE).locks().of(cloud).orElseThrow();
    assertThat(lock.hashes()).extracting(PackageHash::scheme).containsExactly("h1");

    server.bytes(base + "copy.zip", Packages.zip(Packages.provider("cloud", "6.6.6")));
    store = ProviderStore.of(directory.resolve("another"), LINUX);
    assertThat(failure(install("", DependencyLocks.NONE)).summary())
        .isEqualTo("Package isn't what it should be");
    assertThat(store.root())
        .satisfiesAnyOf(
            root -> assertThat(root).doesNotExist(),
            root -> assertThat(Files.walk(root).filter(Files::isRegularFile)).isEmpty());
  }

  @Test
  void locksOtherPlatforms() {
    DependencyLocks locks = install("1.0.0", DependencyLocks.NONE).locks();
    PackageInstall packages = new PackageInstall(server.fetch());

    ProviderInstaller.Outcome outcome =
        new PlatformLocks(source(), packages, InstallProgress.NONE)
            .lock(List.of(requirement("1.0.0")), locks, List.of(LINUX, MAC));

    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.locks().of(cloud).orElseThrow().hashes())
        .extracting(PackageHash::scheme)
        .containsExactly("h1", "h1", "zh", "zh");
  }

  private ProviderInstaller.Outcome install(String constraints, DependencyLocks before) {
    return new ProviderInstaller(
            source(),
            new PackageInstall(server.fetch()),
            store,
            cache,
            options,
            InstallProgress.NONE)
        .install(List.of(requirement(constraints)), before);
  }

  private SourceChain source() {
    return SourceChain.of(settings, directory, server.environment(), server.fetch());
  }

  private ProviderRequirement requirement(String constraints) {
    return new ProviderRequirement(
        cloud,
        VersionConstraints.parse(constraints),
        true,
        new TreeSet<>(List.of("the root module")),
        List.of());
  }

  private static InstallFault failure(ProviderInstaller.Outcome outcome) {
    assertThat(outcome.failures()).hasSize(1);
    return outcome.failures().getFirst().fault();
  }
}
