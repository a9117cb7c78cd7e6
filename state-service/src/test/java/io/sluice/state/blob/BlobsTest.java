package io.sluice.state.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.bridge.cloud.Moto;
import io.sluice.model.digest.Sha256;
import io.sluice.model.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobsTest {
  private static final byte[] CONTENT = "a content".getBytes(StandardCharsets.UTF_8);
  private static final String DIGEST = Sha256.hex(CONTENT);

  @TempDir private Path folder;

  private static Clock in(Duration later) {
    return Clock.fixed(Instant.now().plus(later), ZoneOffset.UTC);
  }

  private static InputStream content() {
    return new ByteArrayInputStream(CONTENT);
  }

  private Map<String, String> inDirectory() {
    return Map.of(BlobSettings.BLOBS, folder.resolve("blobs").toString());
  }

  private static void keeps(Map<String, String> environment) throws IOException {
    BlobSettings settings = BlobSettings.from(environment);
    try (Blobs blobs = new Blobs(settings, Clock.systemUTC());
        Blobs later = new Blobs(settings, in(Duration.ofDays(20)));
        Blobs latest = new Blobs(settings, in(Duration.ofDays(40)))) {
      assertThat(blobs.has(DIGEST)).isFalse();
      assertThat(blobs.open(DIGEST)).isEmpty();
      assertThat(blobs.put("0".repeat(64), content())).isEqualTo(Blobs.Brought.OTHER);
      assertThat(blobs.open("0".repeat(64))).isEmpty();

      assertThat(blobs.put(DIGEST, content())).isEqualTo(Blobs.Brought.KEPT);
      assertThat(blobs.put(DIGEST, content())).isEqualTo(Blobs.Brought.KEPT);

      assertThat(blobs.has(DIGEST)).isTrue();
      BlobStore.Opened opened = blobs.open(DIGEST).orElseThrow();
      try (InputStream in = opened.content()) {
        assertThat(in.readAllBytes()).isEqualTo(CONTENT);
        assertThat(opened.bytes()).isEqualTo(CONTENT.length);
      }
      assertThat(later.has(DIGEST)).as("from half of its age on it is brought again").isFalse();
      assertThat(later.open(DIGEST)).isPresent();

      blobs.write("shop", "run-1", "a.b[\"x/../y\"]", Json.encode(Map.of("node", "first")));
      blobs.write("shop", "run-1", "a.b[\"x/../y\"]", Json.encode(Map.of("node", "again")));
      blobs.write("shop", "run-1", "c.d", Json.encode(Map.of("node", "other")));
      assertThat(blobs.written("shop", "run-1").stream().map(each -> each.path("node").asText()))
          .containsExactlyInAnyOrder("again", "other");
      assertThat(blobs.written("shop", "run-2")).isEmpty();

      latest.sweep();
      assertThat(blobs.open(DIGEST)).isEmpty();
      assertThat(blobs.written("shop", "run-1")).isEmpty();
    }
  }

  @Test
  void keepsContentsInADirectoryUntilTheyAreOld() throws IOException {
    keeps(inDirectory());
  }

  @Test
  void keepsContentsInABucketUntilTheyAreOld() throws Exception {
    Assumptions.assumeTrue(Moto.isThere() && Moto.isOnPath("aws"), "no moto_server here");
    try (Moto moto = Moto.start(folder)) {
      moto.aws("us-east-1", "s3api", "create-bucket", "--bucket", "kept");
      Map<String, String> environment = new HashMap<>();
      environment.put(BlobSettings.BLOBS, "s3://kept/some/prefix");
      environment.put("AWS_ENDPOINT_URL_S3", moto.endpoint());
      environment.put("AWS_REGION", "us-east-1");
      environment.put("AWS_ACCESS_KEY_ID", "local");
      environment.put("AWS_SECRET_ACCESS_KEY", "local");
      keeps(environment);
    }
  }

  @Test
  void boundsAllContentsTogether() throws IOException {
    BlobSettings usual = BlobSettings.from(inDirectory());
    BlobSettings small = new BlobSettings(usual.place(), usual.age(), 12, usual.s3());
    try (Blobs blobs = new Blobs(small, Clock.systemUTC())) {
      assertThat(blobs.put(DIGEST, content())).isEqualTo(Blobs.Brought.KEPT);
      byte[] more = "more".getBytes(StandardCharsets.UTF_8);
      assertThat(blobs.put(Sha256.hex(more), new ByteArrayInputStream(more)))
          .isEqualTo(Blobs.Brought.FULL);
    }
  }

  @Test
  void countsOnceWhatIsBroughtAgainAndNotAtAllWhatCouldNotBeWritten() throws IOException {
    BlobSettings usual = BlobSettings.from(inDirectory());
    long room = CONTENT.length + 20;
    BlobSettings small = new BlobSettings(usual.place(), usual.age(), room, usual.s3());
    byte[] other = "0123456789".getBytes(StandardCharsets.UTF_8);
    try (Blobs blobs = new Blobs(small, Clock.systemUTC())) {
      for (int i = 0; i < 10; i++) {
        assertThat(blobs.put(DIGEST, content())).isEqualTo(Blobs.Brought.KEPT);
      }
      String digest = Sha256.hex(other);
      Path inTheWay = folder.resolve("blobs/blobs/" + digest.substring(0, 2));
      Files.createDirectories(inTheWay.getParent());
      Files.writeString(inTheWay, "no directory");
      for (int i = 0; i < 10; i++) {
        assertThatThrownBy(() -> blobs.put(digest, new ByteArrayInputStream(other)))
            .isInstanceOf(IOException.class);
      }
      Files.delete(inTheWay);
      assertThat(blobs.put(digest, new ByteArrayInputStream(other))).isEqualTo(Blobs.Brought.KEPT);
    }
  }

  /** Not one that is away, for which clients wait and try again. */
  @Test
  void aFullDiskIsAnAnswerAndTakesNoRoomInTheCount() throws IOException {
    AtomicBoolean full = new AtomicBoolean(true);
    BlobStore disk =
        new DirectoryBlobs(folder.resolve("blobs")) {
          @Override
          public void put(String key, Path content) throws IOException {
            if (full.get()) {
              throw new FileSystemException(key, null, "No space left on device");
            }
            super.put(key, content);
          }
        };
    BlobSettings usual = BlobSettings.from(inDirectory());
    BlobSettings small = new BlobSettings(usual.place(), usual.age(), 100, usual.s3());
    byte[] said = Json.encode(Map.of("node", "x".repeat(60)));
    try (Blobs blobs = new Blobs(small, Optional.of(disk), Clock.systemUTC())) {
      for (int i = 0; i < 20; i++) {
        assertThat(blobs.put(DIGEST, content())).isEqualTo(Blobs.Brought.DISK_FULL);
        assertThat(blobs.write("shop", "run-1", "a.b", said)).isEqualTo(Blobs.Brought.DISK_FULL);
      }
      full.set(false);
      assertThat(blobs.put(DIGEST, content())).isEqualTo(Blobs.Brought.KEPT);
      assertThat(blobs.write("shop", "run-1", "a.b", said)).isEqualTo(Blobs.Brought.KEPT);
    }
  }

  @Test
  void whatRunsSayTheyWroteHasItsBoundToo() throws IOException {
    BlobSettings usual = BlobSettings.from(inDirectory());
    BlobSettings small = new BlobSettings(usual.place(), usual.age(), 100, usual.s3());
    byte[] said = Json.encode(Map.of("node", "x".repeat(60)));
    try (Blobs blobs = new Blobs(small, Clock.systemUTC())) {
      assertThat(blobs.write("shop", "run-1", "a.b", said)).isEqualTo(Blobs.Brought.KEPT);
      assertThat(blobs.write("shop", "run-1", "a.b", said)).isEqualTo(Blobs.Brought.KEPT);
      assertThat(blobs.write("shop", "run-2", "a.b", said)).isEqualTo(Blobs.Brought.FULL);
    }
  }

  @Test
  void namesNothingOutsideOfTheDirectory() throws IOException {
    Files.writeString(folder.resolve("secret"), "canary");
    BlobStore store = new DirectoryBlobs(folder.resolve("blobs"));
    for (String key : List.of("../secret", "a/../../secret", "/etc/hostname", "")) {
      assertThatThrownBy(() -> store.open(key)).as(key).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> store.delete(key)).as(key).isInstanceOf(IOException.class);
    }
    assertThat(Blobs.isDigest("../secret")).isFalse();
    assertThat(Blobs.isDigest(DIGEST)).isTrue();
  }

  @Test
  void saysWhatIsWrongWithItsSettings() {
    assertThatThrownBy(() -> BlobSettings.from(Map.of(BlobSettings.BLOBS, "s3://kept")))
        .hasMessageContaining("AWS_ACCESS_KEY_ID");
    assertThatThrownBy(() -> BlobSettings.from(Map.of(BlobSettings.BLOBS, "ftp://kept")))
        .hasMessageContaining("ftp://kept");
    assertThat(BlobSettings.from(Map.of()).store()).isEmpty();
  }
}
