package io.sluice.bridge.wire;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/**
 * The connection to one plugin. Calls have no deadline: what a provider makes during one is known
 * from its answer alone, and a deadline would throw that away.
 */
public final class PluginChannel implements AutoCloseable {
  private final ManagedChannel channel;
  private final ProtocolVersion version;

  PluginChannel(ManagedChannel channel, ProtocolVersion version) {
    this.channel = channel;
    this.version = version;
  }

  public ProtocolVersion version() {
    return version;
  }

  /** Waits for the answer. An interruption ends only a call that changes nothing. */
  public <Q extends Message, R extends Message> R call(Rpc<Q, R> rpc, Q request) throws CallFailed {
    Sending sending = new Sending();
    ListenableFuture<R> answer = start(rpc, request, sending);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return answer.get();
        } catch (InterruptedException e) {
          interrupted = true;
          if (rpc.effect() == Rpc.Effect.NONE) {
            answer.cancel(true);
            throw new CallFailed(
                CallFailed.Cause.GIVEN_UP, sending.sent(), rpc.name(version) + " was interrupted.");
          }
        }
      }
    } catch (ExecutionException e) {
      throw failure(rpc, Status.fromThrowable(e), sending.sent());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** For what is asked of the plugin rather than of the provider, and can be asked again. */
  public <Q extends Message, R extends Message> R call(Rpc<Q, R> rpc, Q request, Duration limit)
      throws CallFailed {
    if (rpc.effect() != Rpc.Effect.NONE) {
      throw new IllegalStateException(rpc.name(version) + " has no limit");
    }
    Sending sending = new Sending();
    ListenableFuture<R> answer = start(rpc, request, sending);
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failure(rpc, Status.fromThrowable(e), sending.sent());
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new CallFailed(
          CallFailed.Cause.GIVEN_UP, sending.sent(), rpc.name(version) + " was interrupted.");
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new CallFailed(
          CallFailed.Cause.LOST,
          sending.sent(),
          "%s was not answered within %d s.".formatted(rpc.name(version), limit.toSeconds()));
    }
  }

  /** Hands every message of a stream to the reader until the stream ends, however it ends. */
  public <Q extends Message, R extends Message> void stream(
      Rpc<Q, R> rpc, Q request, Consumer<R> reader) {
    ClientCalls.asyncServerStreamingCall(
        channel.newCall(rpc.in(version), CallOptions.DEFAULT),
        request,
        new StreamObserver<R>() {
          @Override
          public void onNext(R message) {
            reader.accept(message);
          }

          @Override
          public void onError(Throwable ended) {}

          @Override
          public void onCompleted() {}
        });
  }

  private <Q extends Message, R extends Message> ListenableFuture<R> start(
      Rpc<Q, R> rpc, Q request, Sending sending) {
    CallOptions options =
        CallOptions.DEFAULT
            .withStreamTracerFactory(sending)
            .withMaxInboundMessageSize(rpc.largest());
    return ClientCalls.futureUnaryCall(channel.newCall(rpc.in(version), options), request);
  }

  private CallFailed failure(Rpc<?, ?> rpc, Status status, boolean sent) {
    String name = rpc.name(version);
    String detail = status.getDescription() == null ? "" : ": " + status.getDescription();
    return switch (status.getCode()) {
      case UNIMPLEMENTED ->
          new CallFailed(
              CallFailed.Cause.UNSUPPORTED, sent, "The provider does not support " + name + ".");
      case UNAVAILABLE ->
          new CallFailed(
              CallFailed.Cause.LOST,
              sent,
              sent
                  ? "The plugin was lost during " + name + detail + "."
                  : "The plugin could not be reached for " + name + detail + because(status) + ".",
              isAboutTrust(status),
              isLate(status));
      case RESOURCE_EXHAUSTED ->
          new CallFailed(
              CallFailed.Cause.TOO_LARGE,
              sent,
              rpc.largest() == Integer.MAX_VALUE
                  ? "A message of %s is larger than the plugin takes%s.".formatted(name, detail)
                  : "The answer to %s is larger than %d MiB.".formatted(name, rpc.largest() >> 20));
      default ->
          new CallFailed(
              CallFailed.Cause.BROKEN,
              sent,
              "The plugin broke off %s with %s%s.".formatted(name, status.getCode(), detail));
    };
  }

  private static boolean isAboutTrust(Status status) {
    for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException && !(cause instanceof SslHandshakeTimeoutException)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the plugin took the connection, and then let more time go by than a handshake has. */
  private static boolean isLate(Status status) {
    for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SslHandshakeTimeoutException) {
        return true;
      }
    }
    return false;
  }

  private static String because(Status status) {
    Throwable cause = status.getCause();
    return cause == null ? "" : " (" + cause.getMessage() + ")";
  }

  /** Does not wait for calls that run. */
  @Override
  public void close() {
    channel.shutdownNow();
  }

  /** Notes whether a call reached a connection; how far it went beyond that is not known. */
  private static final class Sending extends ClientStreamTracer.Factory {
    private final AtomicBoolean sent = new AtomicBoolean();

    @Override
    public ClientStreamTracer newClientStreamTracer(
        ClientStreamTracer.StreamInfo info, Metadata headers) {
      return new ClientStreamTracer() {
        @Override
        public void outboundHeaders() {
          sent.set(true);
        }
      };
    }

    boolean sent() {
      return sent.get();
    }
  }
}
