package io.sluice.state.blob;

import io.sluice.service.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Where contents are kept.
 *
 * @param place a directory, or {@code s3://BUCKET/PREFIX}; empty for nowhere
 * @param age how long a content is kept unless it is stored again
 * @param most bytes of all contents together
 */
public record BlobSettings(String place, Duration age, long most, Optional<S3Place> s3) {
  /** Names the place. */
  public static final String BLOBS = "SLUICE_BLOBS";

  private static final String S3 = "s3://";

  public static BlobSettings from(Map<String, String> environment) {
    Settings settings = new Settings(environment);
    String place = settings.text(BLOBS, "").strip();
    if (!place.isEmpty() && !place.startsWith(S3) && place.contains("://")) {
      throw new IllegalArgumentException(
          BLOBS + " is a directory or s3://BUCKET/PREFIX, not \"" + place + "\"");
    }
    int days = settings.number("SLUICE_BLOBS_DAYS", 30);
    int gigabytes = settings.number("SLUICE_BLOBS_GB", 50);
    if (days < 1 || gigabytes < 1) {
      throw new IllegalArgumentException(
          "SLUICE_BLOBS_DAYS and SLUICE_BLOBS_GB must be at least 1");
    }
    return new BlobSettings(
        place,
        Duration.ofDays(days),
        (long) gigabytes << 30,
        place.startsWith(S3)
            ? Optional.of(S3Place.of(URI.create(place), environment))
            : Optional.empty());
  }

  Optional<BlobStore> store() {
    if (place.isEmpty()) {
      return Optional.empty();
    }
    if (s3.isPresent()) {
      return Optional.of(new S3Blobs(s3.get()));
    }
    return Optional.of(new DirectoryBlobs(Path.of(place).toAbsolutePath().normalize()));
  }
}
