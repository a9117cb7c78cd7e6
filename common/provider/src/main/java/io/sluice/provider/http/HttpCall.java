package io.sluice.provider.http;

import io.sluice.model.ErrorClass;
import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One request and its reply, or the failure that says how much is known: a refused connection is
 * certainly not done; once bytes may have left, only reading is certainly harmless.
 */
public final class HttpCall {
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private HttpCall() {}

  /** A reply that was received whole. */
  public record Reply(int status, String body, HttpResponse<String> response) {
    public boolean ok() {
      return status >= 200 && status < 300;
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
    CompletableFuture<HttpResponse<String>> sent =
        client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    try (Cancellation.Hook hook = context.cancellation().onCancel(() -> sent.cancel(true))) {
      HttpResponse<String> response = sent.get();
      return new Reply(response.statusCode(), response.body(), response);
    } catch (CancellationException e) {
      throw lost(request, "CANCELLED", "cancelled: " + context.cancellation().reason());
    } catch (ExecutionException e) {
      throw failed(request, e.getCause());
    }
  }

  private static ProviderFailure failed(HttpRequest request, @Nullable Throwable cause) {
    String where = request.method() + " " + withoutQuery(request);
    if (cause instanceof ConnectException
        || cause instanceof HttpConnectTimeoutException
        || cause instanceof UnresolvedAddressException) {
      return ProviderFailure.notDone("NO_CONNECTION", where + ": no connection");
    }
    if (cause instanceof IOException io) {
      String why = io.getMessage() == null ? "the connection broke" : io.getMessage();
      return lost(request, "NO_REPLY", where + ": " + why);
    }
    throw new IllegalStateException(where + " failed unexpectedly", cause);
  }

  /** A query may hold a secret. */
  private static String withoutQuery(HttpRequest request) {
    return request.uri().getScheme()
        + "://"
        + request.uri().getAuthority()
        + request.uri().getPath();
  }

  private static ProviderFailure lost(HttpRequest request, String code, String message) {
    boolean reading = request.method().equals("GET") || request.method().equals("HEAD");
    return reading
        ? ProviderFailure.notDone(code, message)
        : ProviderFailure.inDoubt(code, message + "; whether it was done is not known");
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
    var headers = reply.response().headers();
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
    return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
  }

  /** What a status says that isn't a success and has no meaning of its own for the caller. */
  public static Outcome refused(String doing, Reply reply, boolean reading) {
    Optional<Outcome.Failed> throttled = throttled(reply);
    if (throttled.isPresent()) {
      return throttled.get();
    }
    String message = doing + ": status " + reply.status() + said(reply);
    if (reply.status() == 503 && reply.response().headers().firstValue("Retry-After").isPresent()) {
      return new Outcome.Failed(ErrorClass.TRANSIENT, "HTTP_503", message, retryAfter(reply), null);
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
