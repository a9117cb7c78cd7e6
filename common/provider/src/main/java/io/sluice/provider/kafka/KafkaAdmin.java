package io.sluice.provider.kafka;

import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.ThrottlingQuotaExceededException;

/** Waits for what the admin client promised, and says what its errors mean. */
record KafkaAdmin(Admin client) {

  /** The error as the broker gave it, for callers that have a use for some of them. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Throwable error;

    Refused(Throwable error) {
      super(error.getMessage(), error, false, false);
      this.error = error;
    }

    boolean is(Class<? extends ApiException> type) {
      return type.isInstance(error);
    }
  }

  static <T> T await(OperationContext context, KafkaFuture<T> promised)
      throws Refused, ProviderFailure, InterruptedException {
    CompletableFuture<T> future = promised.toCompletionStage().toCompletableFuture();
    CompletableFuture<T> mine = future.thenApply(value -> value);
    try (Cancellation.Hook hook = context.cancellation().onCancel(() -> mine.cancel(false))) {
      return mine.get(context.deadline().remaining().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new Refused(cause == null ? e : cause);
    } catch (TimeoutException e) {
      throw ProviderFailure.inDoubt("TIMEOUT", "the broker did not answer in time");
    } catch (CancellationException e) {
      throw ProviderFailure.inDoubt("CANCELLED", "cancelled: " + context.cancellation().reason());
    }
  }

  void reach(OperationContext context) throws ProviderFailure, InterruptedException {
    try {
      await(context, client.describeCluster().nodes());
    } catch (Refused e) {
      throw ProviderFailure.permanent("NOT_REACHED", "asking who is there: " + e.getMessage());
    }
  }

  /** Everything that has no meaning of its own for the operation. */
  static Outcome failed(String doing, Refused refused) {
    String message = doing + ": " + refused.getMessage();
    Throwable error = refused.error;
    if (error instanceof ThrottlingQuotaExceededException throttled) {
      return Outcome.throttled(message, java.time.Duration.ofMillis(throttled.throttleTimeMs()));
    }
    if (error instanceof AuthenticationException || error instanceof AuthorizationException) {
      return Outcome.user("NOT_PERMITTED", message);
    }
    if (error instanceof NotControllerException) {
      return Outcome.transientFailure("NOT_CONTROLLER", message);
    }
    if (error instanceof RetriableException || error instanceof DisconnectException) {
      return new Outcome.InDoubt("NO_ANSWER", message);
    }
    return error instanceof ApiException
        ? Outcome.user("REFUSED", message)
        : Outcome.permanent("KAFKA_ERROR", message);
  }
}
