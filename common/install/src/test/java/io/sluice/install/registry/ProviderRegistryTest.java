package io.sluice.install.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.install.address.Platform;
import io.sluice.install.address.Version;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.settings.Credentials;
import io.sluice.install.settings.InstallSettings;
import io.sluice.install.source.PackageOffer;
import io.sluice.install.source.Proof;
import io.sluice.install.support.FakeRegistry;
import io.sluice.install.support.LoopbackServer;
import io.sluice.install.support.Packages;
import io.sluice.install.support.SigningKey;
import io.sluice.language.address.ProviderSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderRegistryTest {
  private static final Platform LINUX = new Platform("linux", "amd64");
  private static final Platform MAC = new Platform("darwin", "arm64");
  private static final SigningKey KEY = SigningKey.generate();

  @TempDir Path directory;
  private LoopbackServer server;
  private FakeRegistry fake;
  private ProviderSource cloud;

  @BeforeEach
  void start() throws IOException {
    server = LoopbackServer.start(directory);
    fake = new FakeRegistry(server, KEY);
    cloud = ProviderSource.parse(fake.source("cloud"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ProviderRegistry registry() {
    return registry(InstallSettings.none());
  }

  private ProviderRegistry registry(InstallSettings settings) {
    return new ProviderRegistry(server.fetch(), new Discovery(server.fetch(), settings));
  }

  @Test
  void offersWhatItsAuthorSigned() throws IOException {
    fake.provider("cloud", "1.0.0", LINUX, MAC);
    fake.provider("cloud", "1.1.0", LINUX);
    ProviderRegistry registry = registry();

    assertThat(registry.versions(cloud).orElseThrow())
        .containsExactlyInAnyOrder(Version.parse("1.0.0"), Version.parse("1.1.0"));
    PackageOffer offer = registry.offer(cloud, Version.parse("1.0.0"), LINUX).orElseThrow();
    Proof.Verified verified = offer.proof().verify(offer, downloaded(offer));

    assertThat(verified.how()).isEqualTo("signed, key ID " + KEY.id());
    assertThat(verified.signedHashes()).hasSize(2).allMatch(hash -> hash.scheme().equals("zh"));
  }

  @Test
  void knowsWhatIsNotThere() {
    fake.provider("cloud", "1.0.0", LINUX);

    assertThat(registry().versions(ProviderSource.parse(fake.source("other")))).isEmpty();
    assertThat(registry().offer(cloud, Version.parse("1.0.0"), MAC)).isEmpty();
  }

  @Test
  void refusesAnotherSignature() throws IOException {
    fake.provider("cloud", "1.0.0", SigningKey.generate(), document -> {}, LINUX);
    PackageOffer offer = registry().offer(cloud, Version.parse("1.0.0"), LINUX).orElseThrow();
    Path archive = downloaded(offer);

    assertThatThrownBy(() -> offer.proof().verify(offer, archive))
        .isInstanceOf(InstallFault.class)
        .hasMessageContaining("Package isn't signed by its author");
  }

  @Test
  void refusesBytesThatWereChanged() throws IOException {
    fake.provider("cloud", "1.0.0", LINUX);
    PackageOffer offer = registry().offer(cloud, Version.parse("1.0.0"), LINUX).orElseThrow();
    Path other = Files.write(directory.resolve("other.zip"), Packages.zip(Map.of("a", "b")));

    assertThatThrownBy(() -> offer.proof().verify(offer, other))
        .hasMessageContaining("Package isn't what it should be")
        .hasMessageContaining("its checksum is");
  }

  @Test
  void refusesAChecksumThatTheListDoesNotHave() throws IOException {
    String sha256 = "0".repeat(64);
    fake.provider("cloud", "1.0.0", KEY, document -> document.put("shasum", sha256), LINUX);
    PackageOffer offer = registry().offer(cloud, Version.parse("1.0.0"), LINUX).orElseThrow();
    Path archive = downloaded(offer);

    assertThatThrownBy(() -> offer.proof().verify(offer, archive))
        .hasMessageContaining("the registry announces the checksum " + sha256);
  }

  @Test
  void refusesAnotherPlatformAndAnOldProtocol() {
    fake.provider("cloud", "1.0.0", KEY, document -> document.put("os", "windows"), LINUX);
    fake.provider(
        "cloud", "1.1.0", KEY, document -> document.putArray("protocols").add("4.0"), LINUX);

    assertThatThrownBy(() -> registry().offer(cloud, Version.parse("1.0.0"), LINUX))
        .hasMessageContaining("it offers a package for windows_amd64");
    assertThatThrownBy(() -> registry().offer(cloud, Version.parse("1.1.0"), LINUX))
        .hasMessageContaining("speaks plug-in protocol 4.0");
  }

  @Test
  void saysThatTheRegistryIsAway() {
    server.close();

    assertThatThrownBy(() -> registry().versions(cloud))
        .isInstanceOf(InstallFault.class)
        .hasMessageContaining("Registry can't be reached")
        .hasMessageContaining(server.host())
        .hasMessageContaining("the connection was refused");
  }

  @Test
  void saysThatItWantsAToken() {
    server.reply("/v1/providers/acme/cloud/versions", 401, Map.of(), new byte[0]);

    assertThatThrownBy(() -> registry().versions(cloud))
        .hasMessageContaining("Registry refuses access");
  }

  @Test
  void sendsTheTokenToItsHostAlone() throws IOException {
    fake.provider("cloud", "1.0.0", LINUX);
    server.reply(
        "/v1/providers/acme/cloud/versions",
        302,
        Map.of("Location", "https://127.0.0.1:" + server.host().split(":")[1] + "/moved"),
        new byte[0]);
    server.json("/moved", "{\"versions\":[{\"version\":\"1.0.0\"}]}");
    InstallSettings settings =
        new InstallSettings(
            null,
            Map.of(),
            null,
            false,
            new Credentials(Map.of(server.host(), "secret")),
            Map.of(),
            List.of());

    assertThat(registry(settings).versions(cloud).orElseThrow()).hasSize(1);
    assertThat(server.tokens())
        .containsEntry("/v1/providers/acme/cloud/versions", "Bearer secret")
        .doesNotContainKey("/moved");
  }

  @Test
  void asksNoHostWhoseServicesAreSet() {
    fake.provider("cloud", "1.0.0", LINUX);
    ProviderSource elsewhere = ProviderSource.parse("registry.example.com/acme/cloud");
    InstallSettings settings =
        new InstallSettings(
            null,
            Map.of(),
            null,
            false,
            new Credentials(Map.of()),
            Map.of("registry.example.com", Map.of("providers.v1", server.url("/v1/providers/"))),
            List.of());

    assertThat(registry(settings).versions(elsewhere).orElseThrow()).hasSize(1);
    assertThat(server.asked()).doesNotContain("/.well-known/terraform.json");
  }

  private Path downloaded(PackageOffer offer) throws IOException {
    Path file = directory.resolve("archive-" + System.nanoTime());
    PackageOffer.Download download = (PackageOffer.Download) offer.location();
    server.fetch().download(download.uri(), java.util.Optional.empty(), file);
    return file;
  }
}
