package io.sluice.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.install.address.Platform;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.lock.LockFile;
import io.sluice.install.mirror.MirrorWriter;
import io.sluice.install.mirror.SourceChain;
import io.sluice.install.module.ModuleInstaller;
import io.sluice.install.module.ModuleProgress;
import io.sluice.install.provider.InstallProgress;
import io.sluice.install.provider.PackageInstall;
import io.sluice.install.provider.PlatformLocks;
import io.sluice.install.provider.ProviderInstaller;
import io.sluice.install.provider.ProviderRequirement;
import io.sluice.install.provider.ProviderRequirements;
import io.sluice.install.provider.ProviderStore;
import io.sluice.install.registry.Discovery;
import io.sluice.install.registry.ModuleRegistry;
import io.sluice.install.settings.InstallSettings;
import io.sluice.install.settings.SettingsFiles;
import io.sluice.install.source.PackageOffer;
import io.sluice.install.support.FakeRegistry;
import io.sluice.install.support.GitRepository;
import io.sluice.install.support.LoopbackServer;
import io.sluice.install.support.Packages;
import io.sluice.install.support.SigningKey;
import io.sluice.install.support.TerraformProgram;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Module;
import io.sluice.language.config.load.ConfigurationLoader;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same configuration, once for terraform and once for Sluice: the files are the same bytes. */
class TerraformInitTest {
  private static final Platform HERE = Platform.current();
  private static final Platform MAC = new Platform("darwin", "arm64");
  private static final SigningKey KEY = SigningKey.generate();

  @TempDir Path directory;
  private Path theirs;
  private Path ours;
  private LoopbackServer server;
  private FakeRegistry fake;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void start() throws IOException {
    TerraformProgram.assumeInstalled();
    theirs = Files.createDirectory(directory.resolve("theirs"));
    ours = Files.createDirectory(directory.resolve("ours"));
    server = LoopbackServer.start(directory);
    fake = new FakeRegistry(server, KEY);
    for (String version : List.of("1.0.0", "1.1.0", "1.10.0", "2.0.0-beta1", "2.0.0")) {
      fake.provider("cloud", version, HERE, MAC);
    }
    fake.provider("net-work", "0.1.0", HERE);
    environment.putAll(server.environment());
    environment.put("HOME", directory.toString());
    environment.put("PATH", System.getenv("PATH"));
    environment.put("TF_CLI_CONFIG_FILE", "/dev/null");
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void locksWhatARegistryHas() throws Exception {
    require("cloud", ">= 1.0, < 2", "net-work", "~>0.1");
    both(false);
    assertSame(LockFile.NAME);
    assertThat(lock()).contains("zh:", "constraints = \">= 1.0.0, < 2.0.0\"");

    both(false);
    assertSame(LockFile.NAME);

    require("cloud", ">= 1.0", "net-work", "0.1.0");
    both(false);
    assertSame(LockFile.NAME);
    assertThat(lock()).contains("\"1.10.0\"");

    both(true);
    assertSame(LockFile.NAME);
    assertThat(lock()).contains("\"2.0.0\"");

    require("cloud", "2.0.0-beta1");
    both(true);
    assertSame(LockFile.NAME);
    assertThat(lock()).contains("2.0.0-beta1").doesNotContain("net-work");
  }

  @Test
  void keepsHashesOfOtherPlatforms() throws Exception {
    require("cloud", "~> 1.0");
    both(false);
    String other =
        lock().replaceFirst("(?m)^( *)\"h1:", "$1\"h1:0000of-another-platform=\",\n$1\"h1:");
    for (Path each : List.of(theirs, ours)) {
      Files.writeString(each.resolve(LockFile.NAME), other);
      Packages.write(each, Map.of(".terraform/old", ""));
      io.sluice.install.archive.Placing.delete(each.resolve(".terraform"));
    }

    both(false);

    assertSame(LockFile.NAME);
    assertThat(lock()).contains("h1:0000of-another-platform=");
  }

  @Test
  void locksWhatADirectoryHas() throws Exception {
    Path mirror = directory.resolve("mirror");
    Path provider = mirror.resolve("example.com/acme/thing");
    Packages.write(provider.resolve("1.0.0/" + HERE), Packages.provider("thing", "1.0.0"));
    Files.write(
        provider.resolve("terraform-provider-thing_1.2.0_" + HERE + ".zip"),
        Packages.zip(Packages.provider("thing", "1.2.0")));
    configure(
        "provider_installation {\n  filesystem_mirror {\n    path = \"" + mirror + "\"\n  }\n}\n");
    for (String constraint : List.of("1.0.0", "~> 1.0")) {
      write(
          """
          terraform {
            required_providers {
              thing = {
                source  = "example.com/acme/thing"
                version = "%s"
              }
            }
          }
          """
              .formatted(constraint));
      both(true);
      assertSame(LockFile.NAME);
    }
    assertThat(lock()).contains("1.2.0").doesNotContain("zh:");
  }

  @Test
  void locksTheProviderOfAws() throws Exception {
    Path mirror = Path.of("/opt/tf-plugins");
    assumeTrue(
        Files.isDirectory(mirror.resolve("registry.terraform.io/hashicorp/aws")),
        "skipped: the AWS provider is not on this machine");
    configure(
        "provider_installation {\n  filesystem_mirror {\n    path = \"" + mirror + "\"\n  }\n}\n");
    write(
        "terraform {\n"
            + "  required_providers {\n"
            + "    aws = {\n"
            + "      source = \"hashicorp/aws\"\n"
            + "    }\n"
            + "  }\n"
            + "}\n");
    both(false);
    assertSame(LockFile.NAME);
  }

  @Test
  void locksFurtherPlatforms() throws Exception {
    require("cloud", "~> 1.0");
    both(false);
    TerraformProgram.done(
        theirs, environment, "providers", "lock", "-platform=" + HERE, "-platform=" + MAC);
    ProviderInstaller.Outcome outcome =
        new PlatformLocks(source(), packages(), InstallProgress.NONE)
            .lock(required(), LockFile.read(ours, new Diagnostics()), List.of(HERE, MAC));
    LockFile.write(ours, outcome.locks());

    assertSame(LockFile.NAME);
  }

  @Test
  void mirrorsPackages() throws Exception {
    require("cloud", "~> 1.0");
    Path their = directory.resolve("their-mirror");
    Path our = directory.resolve("our-mirror");
    TerraformProgram.done(
        theirs,
        environment,
        "providers",
        "mirror",
        "-platform=" + HERE,
        "-platform=" + MAC,
        their.toString());
    MirrorWriter writer = new MirrorWriter(our, packages());
    ProviderSource cloud = ProviderSource.parse(fake.source("cloud"));
    for (Platform platform : List.of(HERE, MAC)) {
      PackageOffer offer =
          source()
              .offer(cloud, io.sluice.install.address.Version.parse("1.10.0"), platform)
              .orElseThrow();
      writer.add(offer);
    }
    writer.writeIndexes();

    assertThat(files(our)).isEqualTo(files(their));
  }

  @Test
  void installsTheSameModules() throws Exception {
    GitRepository repository = GitRepository.in(directory.resolve("repository"));
    repository.commit("a/main.tf", "module \"beside\" {\n  source = \"../b\"\n}\n");
    repository.commit("b/main.tf", "output \"o\" {\n  value = 1\n}\n");
    repository.tag("v1");
    server.bytes(
        "/net-1.2.0.tgz",
        Packages.tarGzip(
            Map.of(
                "main.tf", "module \"inner\" {\n  source = \"./inner//x/..\"\n}\n",
                "inner/main.tf", "")));
    fake.module("net", List.of("1.0.0", "1.2.0"), server.url("/net-VERSION.tgz"));
    server.bytes("/x.zip", Packages.zip(Map.of("deep/main.tf", "")));
    Path copied = directory.resolve("copied");
    Packages.write(
        copied,
        Map.of("main.tf", "module \"again\" {\n  source = \"./sub\"\n}\n", "sub/main.tf", ""));
    for (Path each : List.of(theirs, ours)) {
      Packages.write(each, Map.of("local/main.tf", "", "local/more/main.tf", ""));
    }
    configure(
        "host \"registry.example.com\" {\n  services = {\n    \"modules.v1\" = \"%s\"\n  }\n}\n"
            .formatted(server.url("/v1/modules/")));
    write(
        """
        module "local" {
          source = "./local/../local//more"
        }
        module "net" {
          source  = "registry.example.com/acme/net/aws"
          version = ">= 1.0, != 1.1.0"
        }
        module "git" {
          source = "git::%1$s//a?ref=v1"
        }
        module "archive" {
          source = "%2$s//deep"
        }
        module "queried" {
          source = "%2$s//deep?archive=zip&x=1"
        }
        module "copied" {
          source = "%3$s"
        }
        """
            .formatted(repository.url(), server.url("/x.zip"), copied));
    server.bytes("/x.zip?x=1", Packages.zip(Map.of("deep/main.tf", "")));

    both(false);
    assertSame(".terraform/modules/modules.json");
    both(true);
    assertSame(".terraform/modules/modules.json");
  }

  private void require(String... namesAndConstraints) throws IOException {
    StringBuilder entries = new StringBuilder();
    for (int i = 0; i < namesAndConstraints.length; i += 2) {
      entries.append(
          "    %1$s = {\n      source = \"%2$s\"\n      version = \"%3$s\"\n    }\n"
              .formatted(
                  namesAndConstraints[i],
                  fake.source(namesAndConstraints[i]),
                  namesAndConstraints[i + 1]));
    }
    write("terraform {\n  required_providers {\n" + entries + "  }\n}\n");
  }

  private void write(String text) throws IOException {
    Files.writeString(theirs.resolve("main.tf"), text);
    Files.writeString(ours.resolve("main.tf"), text);
  }

  private void configure(String text) throws IOException {
    environment.put(
        "TF_CLI_CONFIG_FILE", Files.writeString(directory.resolve("cli.tfrc"), text).toString());
  }

  private void both(boolean upgrade) throws Exception {
    String flag = upgrade ? "-upgrade" : "-upgrade=false";
    TerraformProgram.done(theirs, environment, "init", "-no-color", flag);
    Diagnostics diagnostics = new Diagnostics();
    ModuleRegistry registry =
        new ModuleRegistry(server.fetch(), new Discovery(server.fetch(), settings()));
    ModuleInstaller.install(
        ours,
        upgrade,
        new ModuleInstaller.Access(registry, server.fetch(), environment),
        ModuleProgress.NONE,
        diagnostics);
    assertThat(diagnostics.list()).isEmpty();
    DependencyLocks before = LockFile.read(ours, diagnostics);
    Collection<ProviderRequirement> required = required();
    if (required.isEmpty()) {
      return;
    }
    ProviderInstaller.Outcome outcome =
        new ProviderInstaller(
                source(),
                packages(),
                ProviderStore.of(ours, HERE),
                null,
                new ProviderInstaller.Options(upgrade, false, false),
                InstallProgress.NONE)
            .install(required, before);
    assertThat(outcome.failures()).isEmpty();
    if (!outcome.locks().chooseSameAs(before)) {
      LockFile.write(ours, outcome.locks());
    }
  }

  private Collection<ProviderRequirement> required() {
    Diagnostics diagnostics = new Diagnostics();
    Module module = ConfigurationLoader.load(new DirectoryFiles(ours), diagnostics).orElseThrow();
    Collection<ProviderRequirement> required =
        ProviderRequirements.of(module, diagnostics).values();
    assertThat(diagnostics.list()).isEmpty();
    return required;
  }

  private InstallSettings settings() {
    return SettingsFiles.read(environment);
  }

  private SourceChain source() {
    return SourceChain.of(settings(), ours, environment, server.fetch());
  }

  private PackageInstall packages() {
    return new PackageInstall(server.fetch());
  }

  private void assertSame(String file) throws IOException {
    assertThat(Files.readString(ours.resolve(file)))
        .isEqualTo(Files.readString(theirs.resolve(file)));
  }

  private String lock() throws IOException {
    return Files.readString(theirs.resolve(LockFile.NAME));
  }

  private static Map<String, String> files(Path root) throws IOException {
    Map<String, String> found = new HashMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : new TreeSet<>(all.filter(Files::isRegularFile).toList())) {
        boolean text = file.toString().endsWith(".json");
        found.put(
            root.relativize(file).toString(),
            text ? Files.readString(file) : FakeRegistry.sha256(Files.readAllBytes(file)));
      }
    }
    return found;
  }
}
