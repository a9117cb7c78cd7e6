package io.sluice.providers.secret;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.provider.secret.SecretSource;
import io.sluice.provider.secret.SecretSourceKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A server that has a URL for each name: {@code SLUICE_SECRETS_URL} with {@code {name}} in it. Its
 * answer is the value, or JSON with the value at {@code SLUICE_SECRETS_POINTER}; 404 says that it
 * has no such name. {@code SLUICE_SECRETS_HEADER} ({@code X-Vault-Token: …}) goes with every
 * request.
 */
public final class HttpSecrets implements SecretSourceKind {
  private static final String URL = "SLUICE_SECRETS_URL";
  private static final String HEADER = "SLUICE_SECRETS_HEADER";
  private static final String HEADER_FILE = "SLUICE_SECRETS_HEADER_FILE";
  private static final String POINTER = "SLUICE_SECRETS_POINTER";
  private static final Duration FRESH = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int LARGEST = 1 << 20;

  @Override
  public String name() {
    return "http";
  }

  @Override
  public SecretSource open(Map<String, String> environment) {
    String url = environment.getOrDefault(URL, "");
    if (!url.matches("https?://.*\\{name}.*")) {
      throw new IllegalArgumentException(
          URL + " must be the http or https URL of a secret, with {name} in place of its name");
    }
    String header = header(environment);
    if (!header.isEmpty() && header.indexOf(':') < 1) {
      throw new IllegalArgumentException(HEADER + " must be a header such as \"Name: value\"");
    }
    String pointer = environment.getOrDefault(POINTER, "");
    if (!pointer.isEmpty() && !pointer.startsWith("/")) {
      throw new IllegalArgumentException(
          POINTER + " must be a JSON pointer, for example /data/value");
    }
    HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    return new Source(
        client,
        url,
        header,
        pointer.isEmpty() ? null : JsonPointer.compile(pointer),
        new ConcurrentHashMap<>());
  }

  /** The header holds a credential: it may stand in a file. */
  private static String header(Map<String, String> environment) {
    String header = environment.getOrDefault(HEADER, "");
    String file = environment.getOrDefault(HEADER_FILE, "").strip();
    if (!header.isEmpty() || file.isEmpty()) {
      return header;
    }
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the file " + file + " that " + HEADER_FILE + " names cannot be read: " + e, e);
    }
  }

  private record Reply(int status, String body) {
    @Override
    public String toString() {
      return "an answer";
    }
  }

  /** An answer that counts for a moment: a plan asks for the same name a thousand times. */
  private record Known(Optional<String> value, long until) {
    @Override
    public String toString() {
      return "an answer";
    }
  }

  private record Source(
      HttpClient client,
      String url,
      String header,
      @Nullable JsonPointer pointer,
      Map<String, Known> known)
      implements SecretSource {
    @Override
    public Optional<String> read(String name) throws Unavailable {
      Known last = known.get(name);
      if (last != null && System.nanoTime() - last.until() < 0) {
        return last.value();
      }
      Optional<String> value = fresh(name);
      known.values().removeIf(old -> System.nanoTime() - old.until() >= 0);
      known.put(name, new Known(value, System.nanoTime() + FRESH.toNanos()));
      return value;
    }

    private Optional<String> fresh(String name) throws Unavailable {
      Reply reply = ask(name);
      if (reply.status() == 404) {
        return Optional.empty();
      }
      if (reply.status() != 200) {
        throw new Unavailable(describe() + " answered with status " + reply.status());
      }
      return pointer == null
          ? Optional.of(reply.body().replaceFirst("\\R\\z", ""))
          : Optional.of(at(pointer, reply.body()));
    }

    private Reply ask(String name) throws Unavailable {
      String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8);
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(url.replace("{name}", encoded))).timeout(PATIENCE);
      if (!header.isEmpty()) {
        int colon = header.indexOf(':');
        request.header(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
      }
      FutureTask<Reply> exchange = new FutureTask<>(() -> exchange(request.build()));
      Thread.ofVirtual().name("secret").start(exchange);
      try {
        return exchange.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        throw new Unavailable(describe() + " does not answer");
      } catch (TimeoutException e) {
        throw new Unavailable(describe() + " did not answer within " + PATIENCE.toSeconds() + " s");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Unavailable("asking " + describe() + " was interrupted");
      } finally {
        exchange.cancel(true);
      }
    }

    /** The time-out of a request ends with the headers: the caller bounds the body. */
    private Reply exchange(HttpRequest request) throws IOException, InterruptedException {
      HttpResponse<InputStream> reply =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = reply.body()) {
        byte[] bytes = body.readNBytes(LARGEST + 1);
        if (bytes.length > LARGEST) {
          throw new IOException("too large for a secret");
        }
        return new Reply(reply.statusCode(), new String(bytes, StandardCharsets.UTF_8));
      }
    }

    private String at(JsonPointer place, String body) throws Unavailable {
      try {
        JsonNode value = Json.tree(body.getBytes(StandardCharsets.UTF_8)).at(place);
        if (value.isValueNode() && !value.isNull()) {
          return value.asText();
        }
      } catch (MalformedMessage e) {
        // Reported below, without the body: it is a secret.
      }
      throw new Unavailable(describe() + " answered without a value at " + place);
    }

    /** A path or a query may be secret; a host is not. */
    @Override
    public String describe() {
      URI uri = URI.create(url.replace("{name}", "NAME"));
      return uri.getScheme() + "://" + uri.getAuthority();
    }
  }
}
