package io.sluice.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FileManifestTest {
  private static FileEntry entry(String content) {
    return FileEntry.of(content.getBytes(StandardCharsets.UTF_8), FileEntry.USUAL_MODE);
  }

  @Test
  void pathsThatLeadAboveTheDirectoryStayInside() {
    FileManifest manifest =
        FileManifest.of(
            "/home/me/infra/live/prod",
            Map.of(
                "main.tf", entry("a"),
                "./modules//x/../x/main.tf", entry("b"),
                "../../shared/net.tf", entry("c"),
                "/etc/hosts", entry("d")));

    assertThat(manifest.base()).isEqualTo(List.of("live", "prod"));
    assertThat(manifest.files())
        .containsOnlyKeys("live/prod/main.tf", "live/prod/modules/x/main.tf", "shared/net.tf");
    assertThat(manifest.place("./main.tf")).contains("live/prod/main.tf");
    assertThat(manifest.place("/etc/hosts")).isEmpty();
  }

  @Test
  void nothingLeadsAboveTheTop() {
    FileManifest manifest =
        FileManifest.of(
            "/work", Map.of("../../../../etc/passwd", entry("a"), "a/../..", entry("b")));

    assertThat(manifest.files()).isEmpty();
  }

  @Test
  void hashIsThatOfContentsPlacesAndPermissions() {
    FileManifest one = FileManifest.of("/work", Map.of("a", entry("x"), "./b", entry("y")));

    assertThat(FileManifest.of("/elsewhere", Map.of("./a", entry("x"), "b", entry("y"))).hash())
        .isEqualTo(one.hash());
    assertThat(FileManifest.of("/work", Map.of("a", entry("y"), "b", entry("x"))).hash())
        .isNotEqualTo(one.hash());
    byte[] content = "x".getBytes(StandardCharsets.UTF_8);
    assertThat(
            FileManifest.of("/work", Map.of("a", FileEntry.of(content, 0755), "b", entry("y")))
                .hash())
        .isNotEqualTo(one.hash());
  }

  @Test
  void aFileWhoseContentIsAnotherIsDamaged() {
    var json = BundledFile.of("x".getBytes(StandardCharsets.UTF_8), 0755).toJson();
    assertThat(BundledFile.read(json))
        .get()
        .extracting(file -> file.entry().mode())
        .isEqualTo(0755);
    assertThat(BundledFile.read(json.deepCopy().put("base64", "eQ=="))).isEmpty();
    assertThat(BundledFile.read(json.deepCopy().put("base64", "!"))).isEmpty();
  }
}
