package io.sluice.state.blob;

import io.sluice.model.digest.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A bucket of S3, or of a service with the same protocol. */
final class S3Blobs implements BlobStore {
  private static final String NOTHING = Sha256.hex("");
  private static final int MISSING = 404;
  private static final int GOOD = 300;
  private static final int SAID = 300;
  private static final Pattern OBJECT =
      Pattern.compile("<Contents>(.*?)</Contents>", Pattern.DOTALL);
  private static final Pattern NEXT =
      Pattern.compile("<NextContinuationToken>(.*?)</NextContinuationToken>");

  private final S3Place place;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  S3Blobs(S3Place place) {
    this.place = place;
  }

  private String named(String key) {
    return place.prefix().isEmpty() ? key : place.prefix() + "/" + key;
  }

  private <T> HttpResponse<T> send(
      String method,
      String key,
      SortedMap<String, String> query,
      HttpRequest.BodyPublisher body,
      String digest,
      HttpResponse.BodyHandler<T> handler)
      throws IOException {
    HttpRequest request =
        new SignedRequest(place, method, key, query, digest).build(body, Instant.now());
    try {
      return http.send(request, handler);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking " + this, e);
    }
  }

  private <T> HttpResponse<T> send(String method, String key, HttpResponse.BodyHandler<T> handler)
      throws IOException {
    return send(
        method, key, new TreeMap<>(), HttpRequest.BodyPublishers.noBody(), NOTHING, handler);
  }

  private IOException refused(String what, HttpResponse<?> response, String body) {
    String said = body.length() > SAID ? body.substring(0, SAID) : body;
    return new IOException(
        "%s: %s answered %d to %s".formatted(this, said, response.statusCode(), what));
  }

  @Override
  public Optional<Kept> find(String key) throws IOException {
    HttpResponse<Void> response = send("HEAD", named(key), HttpResponse.BodyHandlers.discarding());
    if (response.statusCode() == MISSING) {
      return Optional.empty();
    }
    if (response.statusCode() >= GOOD) {
      throw refused("HEAD " + key, response, "");
    }
    Instant at =
        response
            .headers()
            .firstValue("last-modified")
            .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME))
            .map(ZonedDateTime::toInstant)
            .orElse(Instant.EPOCH);
    return Optional.of(
        new Kept(key, response.headers().firstValueAsLong("content-length").orElse(0), at));
  }

  @Override
  public Optional<Opened> open(String key) throws IOException {
    HttpResponse<InputStream> response =
        send("GET", named(key), HttpResponse.BodyHandlers.ofInputStream());
    if (response.statusCode() < GOOD) {
      return Optional.of(
          new Opened(
              response.body(), response.headers().firstValueAsLong("content-length").orElse(-1)));
    }
    try (InputStream body = response.body()) {
      if (response.statusCode() == MISSING) {
        return Optional.empty();
      }
      throw refused(
          "GET " + key, response, new String(body.readNBytes(SAID), StandardCharsets.UTF_8));
    }
  }

  @Override
  public void put(String key, Path content) throws IOException {
    MessageDigest digest = Sha256.begun();
    try (InputStream in = new DigestInputStream(Files.newInputStream(content), digest)) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    }
    HttpResponse<String> response =
        send(
            "PUT",
            named(key),
            new TreeMap<>(),
            HttpRequest.BodyPublishers.ofFile(content),
            Sha256.hex(digest),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= GOOD) {
      throw refused("PUT " + key, response, response.body());
    }
  }

  @Override
  public List<Kept> list(String prefix) throws IOException {
    List<Kept> kept = new ArrayList<>();
    String token = null;
    do {
      SortedMap<String, String> query = new TreeMap<>();
      query.put("list-type", "2");
      query.put("prefix", named(prefix) + "/");
      if (token != null) {
        query.put("continuation-token", token);
      }
      HttpResponse<String> response =
          send(
              "GET",
              "",
              query,
              HttpRequest.BodyPublishers.noBody(),
              NOTHING,
              HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= GOOD) {
        throw refused("the list of " + prefix, response, response.body());
      }
      Matcher object = OBJECT.matcher(response.body());
      while (object.find()) {
        kept.add(kept(object.group(1)));
      }
      Matcher next = NEXT.matcher(response.body());
      token = next.find() ? next.group(1) : null;
    } while (token != null);
    return kept;
  }

  /** Keys have no letters that XML writes otherwise. */
  private Kept kept(String object) {
    String key = text(object, "Key");
    String own = place.prefix().isEmpty() ? key : key.substring(place.prefix().length() + 1);
    return new Kept(
        own, Long.parseLong(text(object, "Size")), Instant.parse(text(object, "LastModified")));
  }

  private static String text(String object, String name) {
    int from = object.indexOf("<" + name + ">");
    int to = object.indexOf("</" + name + ">");
    return from < 0 || to < 0 ? "" : object.substring(from + name.length() + 2, to);
  }

  @Override
  public void delete(String key) throws IOException {
    HttpResponse<String> response =
        send("DELETE", named(key), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= GOOD && response.statusCode() != MISSING) {
      throw refused("DELETE " + key, response, response.body());
    }
  }

  @Override
  public void close() {
    http.close();
  }

  @Override
  public String toString() {
    return "the bucket " + place.bucket();
  }
}
