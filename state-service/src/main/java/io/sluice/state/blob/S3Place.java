package io.sluice.state.blob;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A bucket and its credentials. Everything but its name is set as for AWS's own tools.
 *
 * @param endpoint where the bucket's own address is not to be derived from its region
 * @param prefix of all keys, without slashes at its ends; may be empty
 */
record S3Place(
    Optional<URI> endpoint, String region, String bucket, String prefix, Credentials credentials) {
  record Credentials(String id, String secret, Optional<String> token) {
    @Override
    public String toString() {
      return "Credentials[" + id + "]";
    }
  }

  static S3Place of(URI place, Map<String, String> environment) {
    Optional<URI> endpoint =
        first(environment, "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL").map(URI::create);
    String path = place.getPath() == null ? "" : place.getPath();
    if (place.getHost() == null) {
      throw new IllegalArgumentException(BlobSettings.BLOBS + " names no bucket: " + place);
    }
    return new S3Place(
        endpoint,
        first(environment, "AWS_REGION", "AWS_DEFAULT_REGION").orElse("us-east-1"),
        place.getHost(),
        path.replaceAll("^/+|/+$", ""),
        new Credentials(
            required(environment, "AWS_ACCESS_KEY_ID"),
            required(environment, "AWS_SECRET_ACCESS_KEY"),
            first(environment, "AWS_SESSION_TOKEN")));
  }

  private static Optional<String> first(Map<String, String> environment, String... names) {
    return Stream.of(names)
        .map(name -> environment.getOrDefault(name, "").strip())
        .filter(value -> !value.isEmpty())
        .findFirst();
  }

  private static String required(Map<String, String> environment, String name) {
    return first(environment, name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    BlobSettings.BLOBS + " is a bucket, and " + name + " is not set"));
  }

  /** Path style if an endpoint is set: a server of one's own may have no host names for buckets. */
  URI address() {
    return endpoint
        .map(uri -> URI.create(uri.toString().replaceAll("/+$", "") + "/" + bucket))
        .orElseGet(
            () ->
                URI.create(
                    bucket.contains(".")
                        ? "https://s3." + region + ".amazonaws.com/" + bucket
                        : "https://" + bucket + ".s3." + region + ".amazonaws.com"));
  }
}
