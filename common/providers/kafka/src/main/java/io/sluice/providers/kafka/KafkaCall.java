package io.sluice.providers.kafka;

import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.ThrottlingQuotaExceededException;

/**
 * The requests of one operation, and what their errors mean. Before the first write a failure is
 * certainly not done, however it came about: a broker that can't be asked makes no doubt. After it
 * a failed look proves nothing about what was written.
 */
final class KafkaCall {
  private final OperationContext context;
  private boolean written;

  KafkaCall(OperationContext context) {
    this.context = context;
  }

  /** The error as the broker gave it, for callers that have a use for some of them. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Throwable error;
    private final boolean looking;

    Refused(Throwable error, boolean looking) {
      super(error.getMessage(), error, false, false);
      this.error = error;
      this.looking = looking;
    }

    boolean is(Class<? extends ApiException> type) {
      return type.isInstance(error);
    }
  }

  <T> T look(KafkaFuture<T> promised) throws Refused, ProviderFailure, InterruptedException {
    return await(promised, true);
  }

  <T> T write(Supplier<KafkaFuture<T>> request)
      throws Refused, ProviderFailure, InterruptedException {
    context.writing();
    written = true;
    return await(request.get(), false);
  }

  /** A write after a look that found nothing of that name. */
  <T> T create(Supplier<KafkaFuture<T>> request)
      throws Refused, ProviderFailure, InterruptedException {
    context.writing(true);
    written = true;
    return await(request.get(), false);
  }

  private <T> T await(KafkaFuture<T> promised, boolean looking)
      throws Refused, ProviderFailure, InterruptedException {
    CompletableFuture<T> future = promised.toCompletionStage().toCompletableFuture();
    CompletableFuture<T> mine = future.thenApply(value -> value);
    try (Cancellation.Hook hook = context.cancellation().onCancel(() -> mine.cancel(false))) {
      return mine.get(context.deadline().remaining().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new Refused(cause == null ? e : cause, looking);
    } catch (TimeoutException e) {
      throw lost("TIMEOUT", "the broker did not answer in time");
    } catch (CancellationException e) {
      throw lost("CANCELLED", "cancelled: " + context.cancellation().reason());
    }
  }

  private ProviderFailure lost(String code, String message) {
    return written
        ? ProviderFailure.inDoubt(code, message)
        : ProviderFailure.notDone(code, message);
  }

  /** Waits before the next look at what was written. */
  void pause() throws InterruptedException, OperationContext.Stopped {
    context.pause(Duration.ofMillis(50));
  }

  /** Everything that has no meaning of its own for the operation. */
  Outcome failed(String doing, Refused refused) {
    String message = doing + ": " + refused.getMessage();
    Throwable error = refused.error;
    if (written && refused.looking) {
      return new Outcome.InDoubt("UNSEEN", message + " (while checking what was written)");
    }
    if (error instanceof ThrottlingQuotaExceededException throttled) {
      return Outcome.throttled(message, Duration.ofMillis(throttled.throttleTimeMs()));
    }
    if (error instanceof AuthenticationException || error instanceof AuthorizationException) {
      return Outcome.user("NOT_PERMITTED", message);
    }
    if (error instanceof NotControllerException) {
      return Outcome.transientFailure("NOT_CONTROLLER", message);
    }
    if (error instanceof RetriableException || error instanceof DisconnectException) {
      return written
          ? new Outcome.InDoubt("NO_ANSWER", message)
          : Outcome.transientFailure("NO_ANSWER", message);
    }
    return error instanceof ApiException
        ? Outcome.user("REFUSED", message)
        : Outcome.permanent("KAFKA_ERROR", message);
  }
}
