package io.sluice.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import io.sluice.install.address.Platform;
import io.sluice.install.support.FakeRegistry;
import io.sluice.install.support.LoopbackServer;
import io.sluice.install.support.Packages;
import io.sluice.install.support.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code init} and {@code providers} with a registry, and what they say when it misbehaves. */
class RegistryInitTest {
  private static final Platform HERE = Platform.current();
  private static final Platform OTHER = new Platform("plan9", "mips");
  private static final SigningKey KEY = SigningKey.generate();

  @TempDir Path directory;
  private Path root;
  private LoopbackServer server;
  private FakeRegistry fake;

  @BeforeEach
  void start() throws IOException {
    root = Files.createDirectory(directory.resolve("root"));
    server = LoopbackServer.start(directory);
    fake = new FakeRegistry(server, KEY);
    require("");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void installsModulesAndTheProvidersThatTheyRequire() throws IOException {
    fake.provider("cloud", "1.0.0", HERE, OTHER);
    server.bytes(
        "/net.zip", Packages.zip(Map.of("main.tf", Files.readString(root.resolve("main.tf")))));
    fake.module("net", List.of("2.0.0"), server.url("/net.zip"));
    Files.writeString(
        root.resolve("main.tf"),
        "module \"net\" {\n  source  = \"%s/acme/net/aws\"\n  version = \"~> 2.0\"\n}\n"
            .formatted(server.dottedHost()));

    Captured run = run("init");

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("Fetching module.net from " + server.dottedHost() + "/acme/net/aws 2.0.0")
        .contains("cloud 1.0.0 is installed (signed, key ID " + KEY.id());
    assertThat(lock()).contains("h1:", "zh:");
    assertThat(run("init").out())
        .contains("module.net 2.0.0 is installed", "cloud 1.0.0 is installed (as locked)");
    assertThat(run("providers").out()).contains("└── module.net", "cloud (locked at 1.0.0)");
  }

  @Test
  void locksAndMirrorsOtherPlatforms() throws IOException {
    fake.provider("cloud", "1.0.0", HERE, OTHER);

    Captured locked = run("providers", "lock", "-platform=" + HERE, "-platform=plan9_mips");
    assertThat(locked.err()).isEmpty();
    assertThat(lock()).containsPattern("(?s)h1:.*h1:.*zh:.*zh:");
    assertThat(run("init").out()).doesNotContain("Wrote");

    Captured mirrored = run("providers", "mirror", "-platform=plan9_mips", "copies");
    assertThat(mirrored.err()).isEmpty();
    Path copies = root.resolve("copies").resolve(fake.source("cloud"));
    assertThat(copies.resolve("terraform-provider-cloud_1.0.0_plan9_mips.zip")).exists();
    assertThat(copies.resolve("index.json")).content().contains("\"1.0.0\": {}");
    assertThat(copies.resolve("1.0.0.json")).content().contains("plan9_mips", "h1:");
  }

  @Test
  void refusesAWrongSignature() {
    fake.provider("cloud", "1.0.0", SigningKey.generate(), document -> {}, HERE);

    refused("Package isn't signed by its author", "Nothing of it was installed");
  }

  @Test
  void refusesAWrongChecksum() {
    fake.provider("cloud", "1.0.0", KEY, document -> document.put("shasum", "0".repeat(64)), HERE);

    refused("Package isn't what it should be", "the registry announces the checksum 000");
  }

  @Test
  void refusesAPackageThatTheLockDoesNotKnow() throws IOException {
    fake.provider("cloud", "1.0.0", HERE);
    run("init");
    Files.writeString(
        root.resolve(".terraform.lock.hcl"), lock().replaceAll("\"(h1|zh):....", "\"$1:0000"));
    String before = lock();

    Captured run = run("init");

    assertThat(run.code()).isOne();
    assertThat(run.err()).contains("Package differs from the lock file", "main.tf line 3");
    assertThat(lock()).isEqualTo(before);
  }

  @Test
  void saysWhatTheRegistryDoesNotHave() throws IOException {
    fake.provider("cloud", "1.0.0", OTHER);
    refused("Provider isn't there for this platform", HERE.toString());

    require("~> 2.0");
    refused("No version fits", "~> 2.0", "the newest of 1 there is 1.0.0");
  }

  @Test
  void refusesAnOldProtocol() {
    fake.provider(
        "cloud", "1.0.0", KEY, document -> document.putArray("protocols").add("4.0"), HERE);

    refused("Provider speaks another protocol", "4.0");
  }

  @Test
  void saysThatTheRegistryIsAway() {
    server.close();

    refused("Registry can't be reached", server.host(), "HTTPS_PROXY");
  }

  private void refused(String... told) {
    Captured run = run("init");
    assertThat(run.code()).isOne();
    assertThat(run.err()).contains(told).contains("main.tf line 3").doesNotContain("Exception");
    assertThat(root.resolve(".terraform.lock.hcl")).doesNotExist();
  }

  /**
   * @param constraint empty for any version
   */
  private void require(String constraint) throws IOException {
    String version = constraint.isEmpty() ? "" : "version = \"" + constraint + "\"";
    Files.writeString(
        root.resolve("main.tf"),
        """
        terraform {
          required_providers {
            cloud = {
              source = "%s"
              %s
            }
          }
        }
        """
            .formatted(fake.source("cloud"), version));
  }

  private Captured run(String... arguments) {
    return Captured.run(root, server.environment(), arguments);
  }

  private String lock() throws IOException {
    return Files.readString(root.resolve(".terraform.lock.hcl"));
  }
}
