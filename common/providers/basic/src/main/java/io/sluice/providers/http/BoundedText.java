package io.sluice.providers.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as text, and no more of it than fits: a server that never ends must not fill the
 * heap. What is too long is cut off, and the connection with it.
 */
final class BoundedText implements HttpResponse.BodySubscriber<BoundedText.Body> {
  /** More than any object of state may have. */
  static final int MOST = 4 * 1024 * 1024;

  private static final Pattern CHARSET =
      Pattern.compile("charset\\s*=\\s*\"?([A-Za-z0-9._:-]{1,40})", Pattern.CASE_INSENSITIVE);

  /**
   * @param cutOff there was more
   */
  record Body(String text, boolean cutOff) {}

  private final Charset charset;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<Body> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  private BoundedText(Charset charset) {
    this.charset = charset;
  }

  static HttpResponse.BodyHandler<Body> handler() {
    return response ->
        new BoundedText(charset(response.headers().firstValue("Content-Type").orElse("")));
  }

  private static Charset charset(String contentType) {
    Matcher named = CHARSET.matcher(contentType);
    try {
      return named.find() ? Charset.forName(named.group(1)) : StandardCharsets.UTF_8;
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return StandardCharsets.UTF_8;
    }
  }

  @Override
  public CompletionStage<Body> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription other) {
    subscription = other;
    other.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] part = new byte[Math.min(buffer.remaining(), MOST - bytes.size())];
      buffer.get(part);
      bytes.writeBytes(part);
      if (buffer.hasRemaining()) {
        cutOff();
        return;
      }
    }
  }

  private void cutOff() {
    Flow.Subscription upstream = subscription;
    if (upstream != null) {
      upstream.cancel();
    }
    body.complete(new Body(bytes.toString(charset), true));
  }

  @Override
  public void onError(Throwable problem) {
    body.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    body.complete(new Body(bytes.toString(charset), false));
  }
}
