package io.sluice.providers.http;

import io.sluice.model.ErrorClass;
import io.sluice.model.time.Delays;
import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * One request and its reply, or the failure that says how much is known: a refused connection is
 * certainly not done; once bytes may have left, only reading is certainly harmless.
 */
public final class HttpCall {
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  /**
   * The statuses by which a server says that it accepted nothing, and where to send the request
   * instead.
   */
  private static final Set<Integer> NOT_TAKEN = Set.of(304, 305, 307, 308);

  private HttpCall() {}

  /**
   * A reply to a request.
   *
   * @param cutOff the body was longer than what is read of one; only of requests that write: of
   *     others it is a failure
   */
  public record Reply(int status, String body, boolean cutOff, HttpHeaders headers) {
    public boolean ok() {
      return status >= 200 && status < 300;
    }

    /** The request was accepted, and its result is elsewhere: redirects are never followed. */
    public boolean isRedirect() {
      return status >= 300 && status < 400 && !NOT_TAKEN.contains(status);
    }
  }

  public static Reply send(OperationContext context, HttpRequest.Builder request)
      throws ProviderFailure, InterruptedException {
    return send(context, context.http(), request);
  }

  public static Reply send(OperationContext context, HttpClient client, HttpRequest.Builder builder)
      throws ProviderFailure, InterruptedException {
    Duration remaining = context.deadline().remaining();
    if (remaining.isZero()) {
      throw ProviderFailure.notDone("TIMEOUT", "the time-out of the operation has passed");
    }
    if (context.cancellation().isCancelled()) {
      throw ProviderFailure.notDone("CANCELLED", "cancelled: " + context.cancellation().reason());
    }
    HttpRequest request = builder.timeout(remaining).build();
    if (!isReading(request)) {
      context.writing();
    }
    CompletableFuture<HttpResponse<BoundedText.Body>> sent =
        client.sendAsync(request, BoundedText.handler());
    try (Cancellation.Hook hook = context.cancellation().onCancel(() -> sent.cancel(true))) {
      // The request's own time-out ends with the headers; a body can stall as well.
      HttpResponse<BoundedText.Body> response = sent.get(remaining.toNanos(), TimeUnit.NANOSECONDS);
      return reply(request, response);
    } catch (CancellationException e) {
      throw lost(request, "CANCELLED", "cancelled: " + context.cancellation().reason());
    } catch (TimeoutException e) {
      sent.cancel(true);
      throw lost(request, "NO_REPLY", where(request) + ": no complete reply in time");
    } catch (ExecutionException e) {
      throw failed(request, e.getCause());
    }
  }

  private static Reply reply(HttpRequest request, HttpResponse<BoundedText.Body> response)
      throws ProviderFailure {
    BoundedText.Body body = response.body();
    if (body.cutOff() && isReading(request)) {
      throw ProviderFailure.permanent(
          "BODY_TOO_LARGE",
          where(request)
              + ": the reply is longer than "
              + BoundedText.MOST
              + " bytes, and none of it was used");
    }
    return new Reply(response.statusCode(), body.text(), body.cutOff(), response.headers());
  }

  private static ProviderFailure failed(HttpRequest request, @Nullable Throwable cause) {
    String where = where(request);
    if (cause instanceof ConnectException
        || cause instanceof HttpConnectTimeoutException
        || cause instanceof UnresolvedAddressException) {
      return ProviderFailure.notDone("NO_CONNECTION", where + ": no connection");
    }
    Optional<String> handshake = handshake(cause);
    if (handshake.isPresent()) {
      return ProviderFailure.user(
          "TLS_REFUSED",
          where
              + ": no secure connection, and nothing was sent: "
              + handshake.get()
              + ". Check the address, the server's certificate and ca_cert_pem");
    }
    if (cause instanceof IOException io) {
      String why = io.getMessage() == null ? "the connection broke" : io.getMessage();
      return lost(request, "NO_REPLY", where + ": " + why);
    }
    throw new IllegalStateException(where + " failed unexpectedly", cause);
  }

  /** Why the handshake failed, if it did: no byte of a request leaves before it ends. */
  private static Optional<String> handshake(@Nullable Throwable problem) {
    Throwable cause = problem;
    for (int depth = 0; cause != null && depth < 10; depth++) {
      String text = String.valueOf(cause.getMessage());
      if (cause instanceof SSLHandshakeException
          || cause instanceof SSLPeerUnverifiedException
          || (cause instanceof SSLException
              && text.toLowerCase(Locale.ROOT).contains("unrecognized ssl message"))) {
        return Optional.of(text);
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  private static String where(HttpRequest request) {
    return request.method() + " " + withoutQuery(request);
  }

  private static boolean isReading(HttpRequest request) {
    return READING.contains(request.method());
  }

  /** A query may hold a secret. */
  private static String withoutQuery(HttpRequest request) {
    return request.uri().getScheme()
        + "://"
        + request.uri().getAuthority()
        + request.uri().getPath();
  }

  private static ProviderFailure lost(HttpRequest request, String code, String message) {
    return isReading(request)
        ? ProviderFailure.notDone(code, message)
        : ProviderFailure.inDoubt(code, message + "; whether it was carried out is not known");
  }

  /** THROTTLED with the wait that the server asked for; empty for any other status. */
  public static Optional<Outcome.Failed> throttled(Reply reply) {
    if (reply.status() != 429) {
      return Optional.empty();
    }
    return Optional.of(
        Outcome.throttled("the server asks for fewer requests (429)", retryAfter(reply)));
  }

  /** From {@code Retry-After} (seconds or a date) or {@code X-RateLimit-Reset} (epoch seconds). */
  public static @Nullable Duration retryAfter(Reply reply) {
    HttpHeaders headers = reply.headers();
    Optional<String> after = headers.firstValue("Retry-After");
    if (after.isPresent()) {
      return parsed(after.get());
    }
    Optional<String> reset = headers.firstValue("X-RateLimit-Reset");
    if (reset.isPresent() && reset.get().matches("[0-9]{1,12}")) {
      long value = Long.parseLong(reset.get());
      long now = Instant.now().getEpochSecond();
      return bounded(Duration.ofSeconds(value > 1_000_000_000 ? value - now : value));
    }
    return null;
  }

  private static @Nullable Duration parsed(String text) {
    if (text.matches("[0-9]{1,9}(\\.[0-9]{1,3})?")) {
      return bounded(Duration.ofMillis((long) (Double.parseDouble(text) * 1000)));
    }
    try {
      Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return bounded(Duration.between(Instant.now(), until));
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  private static Duration bounded(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return Delays.shortened(wait);
  }

  /** What a status says that isn't a success and has no meaning of its own for the caller. */
  public static Outcome refused(String doing, Reply reply, boolean reading) {
    Optional<Outcome.Failed> throttled = throttled(reply);
    if (throttled.isPresent()) {
      return throttled.get();
    }
    String message = doing + ": status " + reply.status() + said(reply);
    if (reply.status() == 503 && reply.headers().firstValue("Retry-After").isPresent()) {
      return new Outcome.Failed(ErrorClass.TRANSIENT, "HTTP_503", message, retryAfter(reply), null);
    }
    if (!reading && reply.isRedirect()) {
      return new Outcome.InDoubt(
          "HTTP_" + reply.status(), message + "; redirects are not followed after a write");
    }
    if (reply.status() >= 500) {
      return reading
          ? Outcome.transientFailure("HTTP_" + reply.status(), message)
          : new Outcome.InDoubt("HTTP_" + reply.status(), message);
    }
    return reply.status() == 400 || reply.status() == 422 || reply.status() == 409
        ? Outcome.user("HTTP_" + reply.status(), message)
        : Outcome.permanent("HTTP_" + reply.status(), message);
  }

  private static String said(Reply reply) {
    String body = reply.body().strip();
    if (body.isEmpty()) {
      return "";
    }
    return ": " + (body.length() > 500 ? body.substring(0, 500) + "…" : body);
  }
}
