package io.sluice.install.module;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.install.registry.Discovery;
import io.sluice.install.registry.ModuleRegistry;
import io.sluice.install.settings.InstallSettings;
import io.sluice.install.support.FakeRegistry;
import io.sluice.install.support.GitRepository;
import io.sluice.install.support.LoopbackServer;
import io.sluice.install.support.Packages;
import io.sluice.install.support.SigningKey;
import io.sluice.language.config.Module;
import io.sluice.language.config.load.ConfigurationLoader;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleInstallerTest {
  private static final SigningKey KEY = SigningKey.generate();

  @TempDir Path directory;
  private Path root;
  private LoopbackServer server;
  private FakeRegistry fake;
  private final Diagnostics diagnostics = new Diagnostics();

  @BeforeEach
  void start() throws IOException {
    root = Files.createDirectory(directory.resolve("root"));
    server = LoopbackServer.start(directory);
    fake = new FakeRegistry(server, KEY);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void installsModulesOfRegistriesWithThoseThatTheyCall() throws IOException {
    server.bytes(
        "/net-1.2.0.tgz",
        Packages.tarGzip(
            Map.of(
                "net-1.2.0/main.tf", "module \"inner\" {\n  source = \"./inner\"\n}\n",
                "net-1.2.0/inner/main.tf", "output \"o\" {\n  value = 1\n}\n")));
    fake.module(
        "net",
        List.of("1.0.0", "1.2.0", "2.0.0"),
        server.url("/net-VERSION.tgz//*?archive=tar.gz"));
    write(
        "module \"net\" {\n  source  = \"%s/acme/net/aws\"\n  version = \"~> 1.0\"\n}\n"
            .formatted(server.dottedHost()));

    Module loaded = install(false);

    assertThat(loaded.children().get("module.net").children().get("module.inner").directory())
        .isEqualTo(".terraform/modules/net/net-1.2.0/inner");
    assertThat(manifest())
        .isEqualTo(
            ("{\"Modules\":[{\"Key\":\"\",\"Source\":\"\",\"Dir\":\".\"},"
                    + "{\"Key\":\"net\",\"Source\":\"HOST/acme/net/aws\",\"Version\":\"1.2.0\","
                    + "\"Dir\":\".terraform/modules/net/net-1.2.0\"},"
                    + "{\"Key\":\"net.inner\",\"Source\":\"./inner\","
                    + "\"Dir\":\".terraform/modules/net/net-1.2.0/inner\"}]}")
                .replace("HOST", server.dottedHost()));
    int asked = server.asked().size();
    install(false);
    assertThat(server.asked()).hasSize(asked);
  }

  @Test
  void clonesAtARefAndTakesADirectoryOfTheRepository() throws Exception {
    GitRepository repository = GitRepository.in(directory.resolve("repository"));
    repository.commit("sub/main.tf", "output \"version\" {\n  value = 1\n}\n");
    repository.tag("v1");
    repository.commit("sub/main.tf", "output \"other\" {\n  value = 2\n}\n");
    write("module \"m\" {\n  source = \"git::%s//sub?ref=v1\"\n}\n".formatted(repository.url()));

    Module loaded = install(false);

    assertThat(loaded.children().get("module.m").outputs()).containsOnlyKeys("version");
    assertThat(loaded.children().get("module.m").directory()).isEqualTo(".terraform/modules/m/sub");
    write("module \"m\" {\n  source = \"git::%s//sub\"\n}\n".formatted(repository.url()));
    assertThat(install(false).children().get("module.m").outputs()).containsOnlyKeys("other");
  }

  @Test
  void usesTheUsersOwnGitConfiguration() throws Exception {
    GitRepository repository = GitRepository.in(directory.resolve("repository"));
    repository.commit("main.tf", "output \"o\" {\n  value = 1\n}\n");
    Files.writeString(
        directory.resolve(".gitconfig"),
        "[url \"%s\"]\n  insteadOf = https://git.example.com/x.git\n".formatted(repository.url()));
    write("module \"m\" {\n  source = \"git::https://git.example.com/x.git\"\n}\n");

    assertThat(install(false).children().get("module.m").outputs()).containsOnlyKeys("o");
  }

  @Test
  void followsPagesToArchives() throws IOException {
    server.reply(
        "/page?terraform-get=1",
        200,
        Map.of("Content-Type", "text/html"),
        "<html><head><meta name=\"terraform-get\" content=\"/x.zip//in\"></head></html>"
            .getBytes());
    byte[] archive = Packages.zip(Map.of("in/main.tf", "output \"o\" {\n  value = 1\n}\n"));
    server.bytes("/x.zip", archive);
    server.bytes("/bad.zip", archive);
    write(
        "module \"m\" {\n  source = \"%s\"\n}\nmodule \"bad\" {\n  source = \"%s\"\n}\n"
            .formatted(
                server.url("/page"), server.url("/bad.zip?checksum=sha256:" + "0".repeat(64))));

    Module loaded = install(false);

    assertThat(loaded.children().get("module.m").directory()).isEqualTo(".terraform/modules/m/in");
    assertThat(diagnostics.list()).hasSize(1);
    assertThat(diagnostics.list().getFirst().detail()).contains("its sha256 is", "should be 000");
  }

  @Test
  void fetchesAPackageOnceForSeveralCalls() throws IOException {
    server.bytes("/x.zip", Packages.zip(Map.of("a/main.tf", "", "b/main.tf", "")));
    write(
        "module \"a\" {\n  source = \"%s\"\n}\nmodule \"b\" {\n  source = \"%s\"\n}\n"
            .formatted(server.url("/x.zip//a"), server.url("/x.zip//b")));

    install(false);

    assertThat(diagnostics.list()).isEmpty();
    assertThat(root.resolve(".terraform/modules/b/b/main.tf")).exists();
    assertThat(server.asked()).containsOnlyOnce("/x.zip");
  }

  @Test
  void saysAtTheCallWhatIsWrong() throws IOException {
    fake.module("net", List.of("1.0.0"), server.url("/missing.zip"));
    write(
        """
        module "none" {
          source  = "HOST/acme/net/aws"
          version = "~> 3.0"
        }
        module "lost" {
          source = "HOST/acme/net/aws"
        }
        module "unknown" {
          source = "HOST/acme/unknown/aws"
        }
        module "versioned" {
          source  = "git::https://example.com/x.git"
          version = "1.0"
        }
        module "word" {
          source = "word"
        }
        module "bucket" {
          source = "s3::https://example.com/x"
        }
        """
            .replace("HOST", server.dottedHost()));

    install(false);

    assertThat(diagnostics.list())
        .extracting(Diagnostic::summary)
        .containsExactly(
            "No version fits",
            "Module can't be fetched",
            "No such module",
            "Invalid version constraint",
            "Invalid module source or version",
            "Module can't be fetched");
    assertThat(diagnostics.list())
        .extracting(one -> one.range().line())
        .containsExactly(2, 6, 9, 12, 16, 19);
    assertThat(root.resolve(".terraform/modules/lost")).doesNotExist();
  }

  @Test
  void writesNowhereElseWhateverAModuleIsCalled() throws IOException {
    byte[] archive = Packages.zip(Map.of("main.tf", ""));
    server.bytes("/x.zip", archive);
    server.bytes(
        "/outer.zip",
        Packages.zip(
            Map.of(
                "main.tf",
                "module \"../../../out\" {\n  source = \"%s\"\n}\n"
                    .formatted(server.url("/x.zip")))));
    write("module \"m\" {\n  source = \"%s\"\n}\n".formatted(server.url("/outer.zip")));

    install(false);

    assertThat(directory.resolve("out")).doesNotExist();
    assertThat(server.asked()).doesNotContain("/x.zip");
  }

  @Test
  void leavesConfigurationsWithoutFetchedModulesAlone() throws IOException {
    Files.createDirectory(root.resolve("child"));
    Files.writeString(root.resolve("child/main.tf"), "");
    write("module \"child\" {\n  source = \"./child\"\n}\n");

    install(false);

    assertThat(root.resolve(".terraform")).doesNotExist();
  }

  private void write(String text) throws IOException {
    Files.writeString(root.resolve("main.tf"), text);
  }

  private String manifest() throws IOException {
    return Files.readString(root.resolve(".terraform/modules/modules.json"));
  }

  private Module install(boolean upgrade) {
    Map<String, String> environment = new HashMap<>(server.environment());
    environment.put("HOME", directory.toString());
    environment.put("PATH", System.getenv("PATH"));
    ModuleRegistry registry =
        new ModuleRegistry(server.fetch(), new Discovery(server.fetch(), InstallSettings.none()));
    ModuleInstaller.install(
        root,
        upgrade,
        new ModuleInstaller.Access(registry, server.fetch(), environment),
        ModuleProgress.NONE,
        diagnostics);
    return ConfigurationLoader.load(new DirectoryFiles(root), new Diagnostics()).orElseThrow();
  }
}
