package io.sluice.transport.query;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.digest.Sha256;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.TransportFailure.Code;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.OwnerDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stores contents in the state service and fetches them, by their digests. Any instance serves all
 * of them; one that does not answer is skipped.
 */
public final class BlobClient implements AutoCloseable {
  private static final Duration CALL = Duration.ofSeconds(20);
  private static final Duration CONTENT = Duration.ofMinutes(10);
  private static final int GOOD = 200;
  private static final int BUSY = 503;
  private static final int SAID = 300;

  private final OwnerDirectory owners;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();

  public BlobClient(OwnerDirectory owners) {
    this.owners = owners;
  }

  /** Why nothing can be kept; empty if it can. */
  public Optional<String> absence() {
    JsonNode standing = tree(send(request("/v1/blobs", CALL).GET(), "/v1/blobs"));
    return standing.path("there").asBoolean()
        ? Optional.empty()
        : Optional.of(standing.path("why").asText());
  }

  /** Whether a content is there and stays for a while. */
  public boolean has(String digest) {
    String path = "/v1/blobs/" + digest + "/standing";
    return tree(send(request(path, CALL).GET(), path)).path("there").asBoolean();
  }

  /** Stores a content; it is kept when this returns. */
  public void put(String digest, Path content) {
    String path = "/v1/blobs/" + digest;
    try {
      send(request(path, CONTENT).PUT(HttpRequest.BodyPublishers.ofFile(content)), path);
    } catch (IOException e) {
      throw new TransportFailure(Code.UNEXPECTED, content + " can't be read", e);
    }
  }

  /** Writes a content into a new file, compared with its digest. */
  public void fetch(String digest, Path into) throws IOException {
    String path = "/v1/blobs/" + digest;
    MessageDigest found = Sha256.begun();
    HttpResponse<InputStream> response =
        answered(request(path, CONTENT).GET(), path, HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream in = response.body()) {
      if (response.statusCode() != GOOD) {
        throw refused(path, response.statusCode(), in.readNBytes(SAID));
      }
      try (OutputStream out = new DigestOutputStream(Files.newOutputStream(into), found)) {
        in.transferTo(out);
      }
    }
    if (!Sha256.hex(found).equals(digest)) {
      Files.deleteIfExists(into);
      throw new IOException("what was sent for " + digest + " is something else");
    }
  }

  /** What the nodes of a run wrote: {@code {node, files}} each. */
  public List<JsonNode> written(String workspace, String run) {
    String path = written(workspace, run, "");
    List<JsonNode> all = new ArrayList<>();
    tree(send(request(path, CALL).GET(), path)).path("written").forEach(all::add);
    return all;
  }

  /** Records what a node of a run wrote, in place of what was recorded before. */
  public void write(String workspace, String run, String node, JsonNode said) {
    String path = written(workspace, run, "/" + encoded(Sha256.hex(node)));
    send(request(path, CALL).PUT(HttpRequest.BodyPublishers.ofByteArray(Json.encode(said))), path);
  }

  private static String written(String workspace, String run, String rest) {
    return "/v1/workspaces/" + encoded(workspace) + "/runs/" + encoded(run) + "/written" + rest;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** A request to any instance that answers. */
  private HttpRequest.Builder request(String path, Duration patience) {
    return HttpRequest.newBuilder(URI.create("http://unplaced" + path))
        .timeout(patience)
        .header("Content-Type", "application/octet-stream")
        .header("Authorization", "Bearer " + owners.httpToken());
  }

  private byte[] send(HttpRequest.Builder request, String path) {
    HttpResponse<byte[]> response =
        answered(request, path, HttpResponse.BodyHandlers.ofByteArray());
    if (response.statusCode() != GOOD) {
      throw refused(path, response.statusCode(), response.body());
    }
    return response.body();
  }

  private <T> HttpResponse<T> answered(
      HttpRequest.Builder request, String path, HttpResponse.BodyHandler<T> handler) {
    IOException last = null;
    for (Announcement instance : owners.instances()) {
      try {
        return http.send(
            request.copy().uri(URI.create(instance.address() + path)).build(), handler);
      } catch (IOException e) {
        owners.forgetAll();
        last = e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new TransportFailure(Code.UNREACHABLE, "interrupted while asking for " + path, e);
      }
    }
    throw last == null
        ? new TransportFailure(Code.UNREACHABLE, "no state service serves " + path)
        : new TransportFailure(Code.UNREACHABLE, "no state service answers to " + path, last);
  }

  private static TransportFailure refused(String path, int status, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    try {
      text = Json.tree(body).path("error").asText(text);
    } catch (MalformedMessage e) {
      // The text is reported as it is.
    }
    return new TransportFailure(
        status == BUSY ? Code.UNREACHABLE : Code.UNEXPECTED,
        text.length() > SAID ? text.substring(0, SAID) : text);
  }

  private static JsonNode tree(byte[] body) {
    try {
      return Json.tree(body);
    } catch (MalformedMessage e) {
      throw new TransportFailure(
          Code.UNEXPECTED, "an answer of the state service cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
