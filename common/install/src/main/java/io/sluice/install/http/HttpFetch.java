package io.sluice.install.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * GET, with everything that it needs to be safe: limits, redirects by hand so that a token is not
 * handed on to another host, another attempt where that may help, and an end to downloads that
 * stand still.
 */
public final class HttpFetch {
  private static final int MOST_REDIRECTS = 5;
  private static final int LARGEST_DOCUMENT = 32 << 20;
  private static final long LARGEST_DOWNLOAD = 4L << 30;
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final HttpSettings settings;
  private @Nullable HttpClient client;

  public HttpFetch(HttpSettings settings) {
    this.settings = settings;
  }

  /**
   * @param uri where the answer came from in the end
   */
  public record Answer(int status, HttpHeaders headers, byte[] body, URI uri) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    public Optional<String> header(String name) {
      return headers.firstValue(name).filter(value -> !value.isEmpty());
    }

    public boolean isOk() {
      return status == 200;
    }

    public boolean isMissing() {
      return status == 404 || status == 410;
    }

    public boolean isRefused() {
      return status == 401 || status == 403;
    }
  }

  /** A document of at most 32 MiB, whatever its status. */
  public Answer get(URI uri, Optional<String> token) throws IOException {
    try (Exchange exchange = follow(uri, token, "application/json, */*")) {
      byte[] body = exchange.body().readNBytes(LARGEST_DOCUMENT + 1);
      if (body.length > LARGEST_DOCUMENT) {
        throw new IOException("the answer is larger than " + (LARGEST_DOCUMENT >> 20) + " MiB");
      }
      HttpResponse<InputStream> response = exchange.response();
      return new Answer(response.statusCode(), response.headers(), body, response.uri());
    }
  }

  /** Into a file that does not exist; another status than 200 is a failure. */
  public void download(URI uri, Optional<String> token, Path file) throws IOException {
    try (Exchange exchange = follow(uri, token, "*/*");
        OutputStream out = Files.newOutputStream(file)) {
      if (exchange.response().statusCode() != 200) {
        throw new IOException("the server answered " + exchange.response().statusCode());
      }
      byte[] buffer = new byte[1 << 16];
      long bytes = 0;
      for (int read = exchange.read(buffer); read >= 0; read = exchange.read(buffer)) {
        bytes += read;
        if (bytes > LARGEST_DOWNLOAD) {
          throw new IOException("it is larger than " + (LARGEST_DOWNLOAD >> 30) + " GiB");
        }
        out.write(buffer, 0, read);
      }
      long announced =
          exchange.response().headers().firstValueAsLong("Content-Length").orElse(bytes);
      if (announced != bytes) {
        throw new IOException("it ended after " + bytes + " of " + announced + " bytes");
      }
    }
  }

  private Exchange follow(URI uri, Optional<String> token, String accept) throws IOException {
    URI at = uri;
    for (int redirects = 0; ; redirects++) {
      boolean ours = at.getAuthority() != null && at.getAuthority().equals(uri.getAuthority());
      HttpResponse<InputStream> response = ask(at, ours ? token : Optional.empty(), accept);
      Optional<String> location = response.headers().firstValue("Location");
      if (response.statusCode() / 100 != 3 || location.isEmpty()) {
        return new Exchange(response, settings.stall());
      }
      response.body().close();
      URI next = resolve(at, location.get());
      if (redirects == MOST_REDIRECTS) {
        throw new IOException("there are more than " + MOST_REDIRECTS + " redirects");
      }
      if ("https".equals(at.getScheme()) && !"https".equals(next.getScheme())) {
        throw new IOException("it is redirected to " + next + ", which is not encrypted");
      }
      at = next;
    }
  }

  private static URI resolve(URI base, String location) throws IOException {
    try {
      return base.resolve(location);
    } catch (IllegalArgumentException e) {
      throw new IOException("it is redirected to \"" + location + "\", which is no URL", e);
    }
  }

  private HttpResponse<InputStream> ask(URI uri, Optional<String> token, String accept)
      throws IOException {
    if (uri.getHost() == null || !String.valueOf(uri.getScheme()).matches("https?")) {
      throw new IOException("\"" + uri + "\" is not a URL that begins with https: or http:");
    }
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(uri)
            .timeout(settings.answer())
            .header("Accept", accept)
            .header("User-Agent", "Sluice");
    token.ifPresent(value -> builder.header("Authorization", "Bearer " + value));
    HttpRequest request = builder.build();
    for (int attempt = 0; ; attempt++) {
      try {
        HttpResponse<InputStream> response =
            client().send(request, HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() / 100 != 5 || attempt == settings.retries()) {
          return response;
        }
        response.body().close();
      } catch (IOException e) {
        if (attempt == settings.retries() || e instanceof javax.net.ssl.SSLHandshakeException) {
          throw new IOException(reason(e), e);
        }
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
      pause();
    }
  }

  /** The JDK often says nothing where a name can't be resolved or a port is closed. */
  private static String reason(IOException failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof java.nio.channels.UnresolvedAddressException
          || at instanceof java.net.UnknownHostException) {
        return "its name can't be resolved";
      }
      if (at instanceof java.net.http.HttpTimeoutException) {
        return "it did not answer in time";
      }
    }
    if (failure instanceof java.net.ConnectException) {
      return "the connection was refused";
    }
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IOException("it was interrupted", e);
  }

  private synchronized HttpClient client() throws IOException {
    HttpClient made = client;
    if (made == null) {
      made =
          HttpClient.newBuilder()
              .sslContext(TrustedCertificates.context(settings.certificates()))
              .proxy(new EnvironmentProxies(settings.environment()))
              .connectTimeout(settings.answer())
              .followRedirects(HttpClient.Redirect.NEVER)
              .build();
      client = made;
    }
    return made;
  }

  /** An answer whose body is cut off when nothing of it comes for too long. */
  private static final class Exchange implements AutoCloseable {
    private final HttpResponse<InputStream> response;
    private final AtomicLong lastRead = new AtomicLong(System.nanoTime());
    private final Thread watch;
    private volatile boolean stalled;

    Exchange(HttpResponse<InputStream> response, Duration stall) {
      this.response = response;
      this.watch = Thread.ofVirtual().start(() -> watch(stall));
    }

    private void watch(Duration stall) {
      try {
        while (true) {
          long silent = System.nanoTime() - lastRead.get();
          if (silent >= stall.toNanos()) {
            stalled = true;
            response.body().close();
            return;
          }
          Thread.sleep(Duration.ofNanos(stall.toNanos() - silent));
        }
      } catch (InterruptedException | IOException e) {
        return;
      }
    }

    HttpResponse<InputStream> response() {
      return response;
    }

    InputStream body() {
      return new InputStream() {
        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return Exchange.this.read(one) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
          return Exchange.this.read(buffer, offset, length);
        }
      };
    }

    int read(byte[] buffer) throws IOException {
      return read(buffer, 0, buffer.length);
    }

    private int read(byte[] buffer, int offset, int length) throws IOException {
      try {
        int read = response.body().read(buffer, offset, length);
        lastRead.set(System.nanoTime());
        if (stalled) {
          throw new IOException("closed");
        }
        return read;
      } catch (IOException e) {
        throw stalled ? new IOException("nothing more came for too long", e) : e;
      }
    }

    @Override
    public void close() throws IOException {
      watch.interrupt();
      response.body().close();
    }
  }
}
