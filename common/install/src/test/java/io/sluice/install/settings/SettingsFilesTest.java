package io.sluice.install.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.install.fault.InstallFault;
import io.sluice.language.address.ProviderSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFilesTest {
  @TempDir Path directory;

  @Test
  void readsTheFileThatIsNamed() throws IOException {
    InstallSettings settings =
        read(
            """
            # a comment
            plugin_cache_dir = "$HOME/cache" // another
            disable_checkpoint = true
            credentials "app.example.com" { token = "secret-token" }
            host "example.com" {
              services = { "providers.v1" = "https://mirror.example.com/v1/", }
            }
            provider_installation {
              dev_overrides {
                "acme/cloud" = "/dev/${USER_DIR}/bin"
              }
              filesystem_mirror {
                path    = "/mirror"
                include = ["hashicorp/*", "example.com/*/*"]
              }
              network_mirror { url = "https://mirror.example.com/" exclude = ["acme/cloud"] }
              direct {}
            }
            """,
            Map.of("USER_DIR", "mine"));

    assertThat(settings.cache()).isEqualTo(directory.resolve("cache"));
    assertThat(settings.credentials().token("app.example.com")).contains("secret-token");
    assertThat(settings.toString()).doesNotContain("secret-token");
    assertThat(settings.service("example.com", "providers.v1"))
        .contains("https://mirror.example.com/v1/");
    assertThat(settings.overrides())
        .containsEntry(ProviderSource.parse("acme/cloud"), Path.of("/dev/mine/bin"));
    assertThat(settings.methods())
        .extracting(InstallMethod::place)
        .containsExactly(
            new InstallMethod.Directory("/mirror"),
            new InstallMethod.Network("https://mirror.example.com/"),
            new InstallMethod.Direct());
    InstallMethod mirror = settings.methods().getFirst();
    assertThat(mirror.serves(ProviderSource.parse("aws"))).isTrue();
    assertThat(mirror.serves(ProviderSource.parse("example.com/a/b"))).isTrue();
    assertThat(mirror.serves(ProviderSource.parse("acme/cloud"))).isFalse();
    assertThat(settings.methods().get(1).serves(ProviderSource.parse("acme/cloud"))).isFalse();
  }

  @Test
  void readsJson() throws IOException {
    InstallSettings settings =
        read(
            """
            {"credentials": {"app.example.com": {"token": "t"}},
             "provider_installation": [{"filesystem_mirror": [{"path": "/m", "include": ["*/*/*"]}]}]}
            """,
            Map.of());

    assertThat(settings.credentials().token("app.example.com")).contains("t");
    assertThat(settings.methods())
        .extracting(InstallMethod::place)
        .containsExactly(new InstallMethod.Directory("/m"));
  }

  @Test
  void takesTheFilesOfTheHomeDirectoryWithoutAName() throws IOException {
    Files.writeString(directory.resolve(".terraformrc"), "plugin_cache_dir = \"/one\"\n");
    Path folder = Files.createDirectory(directory.resolve(".terraform.d"));
    Files.writeString(
        folder.resolve("credentials.tfrc.json"),
        "{\"credentials\":{\"Example.com\":{\"token\":\"of the file\"}}}");

    InstallSettings settings = SettingsFiles.read(Map.of("HOME", directory.toString()));

    assertThat(settings.cache()).isEqualTo(Path.of("/one"));
    assertThat(settings.methods()).isNull();
    assertThat(settings.credentials().token("example.com")).contains("of the file");
  }

  @Test
  void putsTheEnvironmentAboveFiles() throws IOException {
    InstallSettings settings =
        read(
            "plugin_cache_dir = \"/one\"\n"
                + "credentials \"my-host.example.com\" {\n"
                + "  token = \"a\"\n"
                + "}\n",
            Map.of(
                "TF_PLUGIN_CACHE_DIR", "/two",
                "TF_TOKEN_my__host_example_com", "b",
                "TF_PLUGIN_CACHE_MAY_BREAK_DEPENDENCY_LOCK_FILE", "1"));

    assertThat(settings.cache()).isEqualTo(Path.of("/two"));
    assertThat(settings.cacheMayBreakLocks()).isTrue();
    assertThat(settings.credentials().token("my-host.example.com")).contains("b");
  }

  @Test
  void saysWhereAFileIsWrong() {
    assertThatThrownBy(() -> read("a = 1\nprovider_installation {\n  ftp_mirror {}\n}\n", Map.of()))
        .isInstanceOf(InstallFault.class)
        .hasMessageContaining("line 3")
        .hasMessageContaining("ftp_mirror");
    assertThatThrownBy(() -> read("credentials \"x.example\" {\n", Map.of()))
        .hasMessageContaining("a closing brace is missing");
    assertThatThrownBy(
            () ->
                read(
                    "provider_installation {\n  filesystem_mirror {\n    path = \"/m\"\n"
                        + "    include = [\"*/acme/x\"]\n  }\n}\n",
                    Map.of()))
        .hasMessageContaining("star");
  }

  private InstallSettings read(String text, Map<String, String> more) throws IOException {
    Path file = Files.writeString(directory.resolve("cli.tfrc"), text);
    Map<String, String> environment = new HashMap<>(more);
    environment.put("TF_CLI_CONFIG_FILE", file.toString());
    environment.put("HOME", directory.toString());
    return SettingsFiles.read(environment);
  }
}
