package io.sluice.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Terminal;
import io.sluice.install.address.Platform;
import io.sluice.language.source.Diagnostic;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code init} and {@code providers} with packages in a directory, so that nothing is fetched. */
class InitTest {
  @TempDir Path directory;
  private Path mirror;
  private Map<String, String> environment;

  @BeforeEach
  void fillMirror() throws IOException {
    mirror = directory.resolve("mirror");
    for (String version : new String[] {"1.0.0", "1.1.0"}) {
      Path file =
          mirror.resolve(
              "example.com/acme/cloud/terraform-provider-cloud_%s_%s.zip"
                  .formatted(version, Platform.current()));
      Files.createDirectories(file.getParent());
      try (OutputStream out = Files.newOutputStream(file);
          ZipOutputStream zip = new ZipOutputStream(out)) {
        zip.putNextEntry(new ZipEntry("terraform-provider-cloud_v" + version));
        zip.write("#!/bin/sh\n".getBytes(StandardCharsets.UTF_8));
      }
    }
    Path settings =
        Files.writeString(
            directory.resolve("cli.tfrc"),
            "provider_installation {\n  filesystem_mirror {\n    path = \"%s\"\n  }\n}\n"
                .formatted(mirror));
    environment = Map.of("TF_CLI_CONFIG_FILE", settings.toString());
  }

  @Test
  void ignoresNoFlagThatNobodyHas() throws IOException {
    require("~> 1.0");

    Captured slip = run("init", "--upgarde");
    Captured terraform = run("init", "-input=false");

    assertThat(slip.code()).isNotZero();
    assertThat(slip.err()).contains("--upgarde");
    assertThat(terraform.code()).isZero();
  }

  @Test
  void installsAndLocksProviders() throws IOException {
    require("~> 1.0");

    Captured first = run("init");

    assertThat(first.err()).isEmpty();
    assertThat(first.code()).isZero();
    assertThat(first.out())
        .startsWith("Reading the configuration\n")
        .contains("example.com/acme/cloud 1.1.0 is installed")
        .contains("Wrote .terraform.lock.hcl");
    String lock = lock();
    assertThat(lock).contains("version     = \"1.1.0\"", "constraints = \"~> 1.0\"");
    assertThat(
            directory.resolve(
                ".terraform/providers/example.com/acme/cloud/1.1.0/"
                    + Platform.current()
                    + "/terraform-provider-cloud_v1.1.0"))
        .exists();

    Captured second = run("init");

    assertThat(second.out()).contains("as locked").doesNotContain("Wrote");
    assertThat(lock()).isEqualTo(lock);
  }

  @Test
  void changesNoLockThatIsReadOnly() throws IOException {
    require("1.0.0");
    Captured refused = run("init", "-lockfile=readonly");
    assertThat(refused.code()).isOne();
    assertThat(refused.err()).contains("Lock file would change");
    assertThat(directory.resolve(".terraform.lock.hcl")).doesNotExist();

    assertThat(run("init").code()).isZero();
    assertThat(run("init", "-lockfile=readonly").code()).isZero();
    assertThat(run("init", "-lockfile=readonly", "-upgrade").err()).contains("Contradicting flags");
    assertThat(run("init", "-lockfile=no").err()).contains("Invalid value of --lockfile");
  }

  @Test
  void upgradesWhenAskedTo() throws IOException {
    require("1.0.0");
    run("init");
    require(">= 1.0");

    assertThat(run("init").out()).contains("cloud 1.0.0 is installed (as locked)");
    assertThat(run("init", "-upgrade").out()).contains("cloud 1.1.0 is installed");
    require("~> 2.0");
    Captured none = run("init");
    assertThat(none.err()).contains("Locked version doesn't fit", "main.tf line 3");

    // Nor does a plan rest on it.
    Invocation inside = new Invocation(directory, environment, Terminal.ofProcess(environment));
    assertThat(LockedVersions.misfits(Installation.of(inside).configuration(), inside))
        .extracting(Diagnostic::summary)
        .containsExactly("Locked version doesn't fit");
    require(">= 1.1");
    assertThat(LockedVersions.misfits(Installation.of(inside).configuration(), inside)).isEmpty();
  }

  @Test
  void saysWhereAProviderIsAskedForThatIsNotThere() throws IOException {
    Files.writeString(directory.resolve("main.tf"), "resource \"aws_instance\" \"a\" {}\n");

    Captured run = run("init");

    assertThat(run.code()).isOne();
    assertThat(run.err())
        .contains("No such provider", "hashicorp/aws", mirror.toString(), "main.tf line 1");
    assertThat(directory.resolve(".terraform.lock.hcl")).doesNotExist();
  }

  @Test
  void anEntryMeansTheRealProvider() throws IOException {
    local("hashicorp/local");

    Captured init = run("init");
    Captured validate = run("validate");

    assertThat(init.code()).isOne();
    assertThat(init.err())
        .contains("No such provider", "hashicorp/local", "source = \"sluice.io/builtin/local\"");
    assertThat(validate.code()).isOne();
    assertThat(validate.err())
        .contains("Provider isn't installed", "local_file is served by hashicorp/local")
        .contains("Run `sluice init`.", "source = \"sluice.io/builtin/local\"");
  }

  @Test
  void builtInsServeTheirOwnSourcesAndNamesWithoutAnEntry() throws IOException {
    local("sluice.io/builtin/local");
    assertThat(run("init").code()).isZero();
    assertThat(directory.resolve(".terraform")).doesNotExist();
    assertThat(run("validate").code()).isZero();

    Files.writeString(
        directory.resolve("main.tf"),
        "resource \"local_file\" \"a\" {\n  filename = \"a\"\n  content  = \"a\"\n}\n");
    assertThat(run("init").code()).isZero();
    assertThat(run("validate").code()).isZero();
  }

  @Test
  void anEntryInTheLockFileMeansTheRealProvider() throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        "resource \"local_file\" \"a\" {\n  filename = \"a\"\n  content  = \"a\"\n}\n");
    Files.writeString(
        directory.resolve(".terraform.lock.hcl"),
        """
        provider "registry.terraform.io/hashicorp/local" {
          version = "2.5.1"
          hashes  = ["h1:AAAA"]
        }
        """);

    Captured validate = run("validate");

    assertThat(validate.code()).isOne();
    assertThat(validate.err())
        .contains("Provider isn't installed", "It is locked at 2.5.1 and not installed here.");
  }

  private void local(String source) throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        terraform {
          required_providers {
            local = {
              source = "%s"
            }
          }
        }
        resource "local_file" "a" {
          filename = "a"
          content  = "a"
        }
        """
            .formatted(source));
  }

  @Test
  void showsWhatIsRequired() throws IOException {
    require("~> 1.0");
    Files.writeString(
        directory.resolve("more.tf"), "module \"child\" {\n  source = \"./child\"\n}\n");
    Files.createDirectory(directory.resolve("child"));
    Files.writeString(
        directory.resolve("child/main.tf"),
        "resource \"local_file\" \"a\" {\n  filename = \"a\"\n  content = \"a\"\n}\n");

    assertThat(run("providers").out())
        .isEqualTo(
            """
            the root module
            ├── example.com/acme/cloud ~> 1.0 (not locked)
            └── module.child
                └── hashicorp/local (built in)
            """);
    run("init");
    assertThat(run("providers").out()).contains("cloud ~> 1.0 (locked at 1.1.0)");
  }

  @Test
  void locksFromAMirror() throws IOException {
    require("1.0.0");

    Captured run = run("providers", "lock", "-fs-mirror=mirror");

    assertThat(run.err()).isEmpty();
    assertThat(lock()).contains("h1:");
    assertThat(directory.resolve(".terraform")).doesNotExist();
    assertThat(run("providers").out()).contains("cloud 1.0.0 (locked at 1.0.0, not installed)");
    assertThat(run("providers", "lock", "-fs-mirror=mirror").out())
        .contains("has all of it already");
    assertThat(run("providers", "lock", "-fs-mirror=mirror", "hashicorp/aws").err())
        .contains("Provider isn't required");
    assertThat(run("providers", "lock", "-fs-mirror=mirror", "-platform=linux").err())
        .contains("is not a platform");
  }

  @Test
  void pointsAtFaultsOfTheUsersSettings() throws IOException {
    require("1.0.0");
    Files.writeString(directory.resolve("cli.tfrc"), "provider_installation {\n  direkt {}\n}\n");

    assertThat(run("init").err()).contains("Invalid CLI configuration", "line 2", "direkt");
  }

  private void require(String constraint) throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        terraform {
          required_providers {
            cloud = {
              source  = "example.com/acme/cloud"
              version = "%s"
            }
          }
        }
        """
            .formatted(constraint));
  }

  private Captured run(String... arguments) {
    return Captured.run(directory, environment, arguments);
  }

  private String lock() throws IOException {
    return Files.readString(directory.resolve(".terraform.lock.hcl"));
  }
}
