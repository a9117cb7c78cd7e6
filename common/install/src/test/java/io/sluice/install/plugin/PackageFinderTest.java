package io.sluice.install.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.host.PluginPackages.Found;
import io.sluice.bridge.host.PluginPackages.Wanted;
import io.sluice.install.address.Platform;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.hash.PackageHashes;
import io.sluice.install.support.Packages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageFinderTest {
  private static final String SOURCE = "example.com/acme/cloud";
  private static final Platform HERE = Platform.current();
  private static final Map<String, String> FILES = Packages.provider("cloud", "1.0.0");

  @TempDir private Path directory = Path.of("unset");

  private Path configuration = Path.of("unset");
  private Path archive = Path.of("unset");
  private PackageHash files = new PackageHash("", "");
  private PackageHash packed = new PackageHash("", "");

  @BeforeEach
  void pack() throws IOException {
    configuration = Files.createDirectory(directory.resolve("configuration"));
    Path unpacked = directory.resolve("unpacked");
    Packages.write(unpacked, FILES);
    archive =
        directory.resolve("mirror/" + SOURCE + "/terraform-provider-cloud_1.0.0_" + HERE + ".zip");
    Files.createDirectories(archive.getParent());
    Files.write(archive, Packages.zip(FILES));
    files = PackageHashes.ofDirectory(unpacked);
    packed = PackageHashes.ofArchive(archive);
    settings(
        """
        provider_installation {
          filesystem_mirror {
            path = "%s"
          }
        }
        """
            .formatted(directory.resolve("mirror")));
  }

  private void settings(String text) throws IOException {
    Files.writeString(directory.resolve("cli.tfrc"), text);
  }

  private PackageFinder finder() {
    return new PackageFinder(
        directory.resolve("store"),
        Map.of("TF_CLI_CONFIG_FILE", directory.resolve("cli.tfrc").toString()));
  }

  private Wanted wanted(PackageHash... hashes) {
    return new Wanted(
        SOURCE,
        "1.0.0",
        List.of(hashes).stream().map(PackageHash::toString).toList(),
        Optional.of(configuration));
  }

  private static Found.Program program(Found found) {
    assertThat(found).isInstanceOf(Found.Program.class);
    return (Found.Program) found;
  }

  private static String reason(Found found) {
    assertThat(found).isInstanceOf(Found.Missing.class);
    return ((Found.Missing) found).reason();
  }

  private Path installed() {
    return configuration.resolve(".terraform/providers/" + SOURCE + "/1.0.0/" + HERE);
  }

  @Test
  void takesWhatIsInstalledInTheConfiguration() throws IOException {
    Packages.write(installed(), FILES);

    Found.Program found = program(finder().find(wanted(files)));

    assertThat(found.file()).isEqualTo(installed().resolve("terraform-provider-cloud_v1.0.0"));
    assertThat(found.content()).isEqualTo(files.toString());
    assertThat(directory.resolve("store")).doesNotExist();
  }

  @Test
  void fetchesOnceWhatIsNowhereHereAndKeepsItByItsHash() throws IOException {
    Found.Program fetched = program(finder().find(wanted(files)));

    assertThat(fetched.file())
        .startsWith(directory.resolve("store"))
        .isExecutable()
        .hasContent(FILES.get("terraform-provider-cloud_v1.0.0"));
    assertThat(fetched.content()).isEqualTo(files.toString());
    assertThat(Files.getPosixFilePermissions(fetched.file()).toString()).doesNotContain("WRITE");
    Files.delete(archive);
    assertThat(finder().find(wanted(files))).isEqualTo(fetched);
    try (var left = Files.list(directory.resolve("store"))) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void believesNoStoreThatOthersMayWriteTo() throws IOException {
    Path planted = directory.resolve("store").resolve("h1-" + hashedName());
    Files.createDirectories(planted);
    Files.writeString(planted.resolve("terraform-provider-cloud_v1.0.0"), "another program");
    Files.setPosixFilePermissions(
        directory.resolve("store"), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(reason(finder().find(wanted(files)))).contains("other users may write to");
  }

  private String hashedName() {
    return files.value().replace('/', '_').replace('+', '-').replace("=", "");
  }

  @Test
  void fetchesNothingWhereOnlyWhatIsHereIsAskedFor() throws IOException {
    assertThat(reason(finder().findHere(wanted(files))))
        .isEqualTo("example.com/acme/cloud 1.0.0 is not installed here.");
    assertThat(directory.resolve("store")).doesNotExist();

    Packages.write(installed(), FILES);
    assertThat(program(finder().findHere(wanted(files))).file()).startsWith(installed());
    PackageHash other = new PackageHash(PackageHash.FILES, "AAAA");
    assertThat(reason(finder().findHere(wanted(other))))
        .contains("is not the locked one: " + installed() + " has another");

    Found.Program kept = program(finder().find(wanted(packed)));
    assertThat(program(finder().findHere(wanted(packed)))).isEqualTo(kept);
  }

  @Test
  void findsByTheHashOfTheArchiveToo() throws IOException {
    PackageHash other = new PackageHash(PackageHash.ARCHIVE, "0".repeat(64));

    Found.Program fetched = program(finder().find(wanted(other, packed)));

    Files.delete(archive);
    assertThat(program(finder().find(wanted(other, packed))).file().toRealPath())
        .isEqualTo(fetched.file().toRealPath());
    assertThat(program(finder().find(wanted(files))).content()).isEqualTo(files.toString());
  }

  @Test
  void saysThatAPackageWasChangedAlsoWhereNoOtherIsToBeHad() throws IOException {
    Packages.write(installed(), Map.of("terraform-provider-cloud_v1.0.0", "#!/bin/sh\nrm\n"));
    settings(
        """
        provider_installation {
          network_mirror {
            url = "https://127.0.0.1:1/nowhere/"
          }
        }
        """);

    assertThat(reason(finder().find(wanted(files))))
        .startsWith("The package of example.com/acme/cloud 1.0.0 is not the locked one: ")
        .contains(installed() + " has another (h1:", "No other one could be fetched: ");
  }

  @Test
  void runsNoPackageWithAnotherHash() throws IOException {
    Packages.write(installed(), Map.of("terraform-provider-cloud_v1.0.0", "#!/bin/sh\nrm\n"));
    assertThat(program(finder().find(wanted(files))).file()).startsWith(directory.resolve("store"));

    PackageHash other = new PackageHash(PackageHash.FILES, "AAAA");
    assertThat(reason(finder().find(wanted(other))))
        .contains("Package differs", "mirror", "does not allow")
        .doesNotContain("null");
    Files.delete(archive);
    assertThat(reason(finder().find(wanted(other))))
        .contains("example.com/acme/cloud 1.0.0 for " + HERE)
        .contains(installed() + " has another", directory.resolve("mirror").toString());
    assertThat(reason(finder().find(wanted(new PackageHash("h9", "AAAA")))))
        .contains("can be compared");
  }

  @Test
  void aChangedPackageIsLookedAtAgain() throws IOException {
    Packages.write(installed(), FILES);
    PackageFinder finder = finder();
    assertThat(program(finder.find(wanted(files))).file()).startsWith(configuration);

    Packages.write(installed(), Map.of("more.txt", "more"));

    assertThat(program(finder.find(wanted(files))).file()).startsWith(directory.resolve("store"));
  }

  @Test
  void runsUnpackedPackagesOfAMirrorWhereTheyAre() throws IOException {
    Path unpacked = directory.resolve("mirror/" + SOURCE + "/1.0.0/" + HERE);
    Packages.write(unpacked, FILES);
    Files.delete(archive);

    assertThat(program(finder().find(wanted(files))).file()).startsWith(unpacked);
    assertThat(reason(finder().find(wanted(new PackageHash(PackageHash.FILES, "AAAA")))))
        .contains(unpacked + " has another");
  }

  @Test
  void manyMayWorkInOneStoreAtOnce() throws Exception {
    List<PackageFinder> finders = List.of(finder(), finder(), finder());
    Set<Found> found = new HashSet<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Found>> all = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        PackageFinder finder = finders.get(i % finders.size());
        all.add(threads.submit(() -> finder.find(wanted(files))));
      }
      for (Future<Found> one : all) {
        found.add(one.get());
      }
    }

    assertThat(found).hasSize(1).allSatisfy(PackageFinderTest::program);
    try (var left = Files.list(directory.resolve("store"))) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void runsWhatItsDeveloperBuilds() throws IOException {
    Path build = directory.resolve("build");
    Packages.write(build, FILES);
    Wanted wanted = new Wanted(SOURCE, "", List.of(), Optional.empty());
    assertThat(reason(finder().find(wanted))).contains("dev_overrides");

    settings(
        "provider_installation {\n  dev_overrides {\n    \"%s\" = \"%s\"\n  }\n}\n"
            .formatted(SOURCE, build));

    assertThat(program(finder().find(wanted)).file()).startsWith(build);
  }
}
