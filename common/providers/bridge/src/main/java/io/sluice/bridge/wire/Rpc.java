package io.sluice.bridge.wire;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;

/**
 * One call of the protocol, with its name in each version. It is written by hand because both
 * versions share their messages, which generated stubs could not.
 *
 * @param effect what is lost with an answer that was not awaited
 * @param largest bytes of an answer
 */
public record Rpc<Q extends Message, R extends Message>(
    MethodDescriptor<Q, R> five, MethodDescriptor<Q, R> six, Effect effect, int largest) {

  /** Whether a call may be given up while it runs. */
  public enum Effect {
    /** It changes nothing: who waits for it may stop waiting. */
    NONE,
    /** Its answer is the only record of what it made: it is waited for, whatever happens. */
    CHANGES
  }

  static <Q extends Message, R extends Message> Rpc<Q, R> provider(
      String name, Q request, R response) {
    return provider(name, name, request, response);
  }

  static <Q extends Message, R extends Message> Rpc<Q, R> provider(
      String five, String six, Q request, R response) {
    return new Rpc<>(
        method("tfplugin5.Provider", five, MethodType.UNARY, request, response),
        method("tfplugin6.Provider", six, MethodType.UNARY, request, response),
        Effect.NONE,
        Integer.MAX_VALUE);
  }

  static <Q extends Message, R extends Message> Rpc<Q, R> plugin(
      String service, String name, MethodType type, Q request, R response) {
    MethodDescriptor<Q, R> method = method(service, name, type, request, response);
    return new Rpc<>(method, method, Effect.NONE, Integer.MAX_VALUE);
  }

  Rpc<Q, R> changing() {
    return new Rpc<>(five, six, Effect.CHANGES, largest);
  }

  /** For a call whose answer can be refused: nothing is lost with it. */
  Rpc<Q, R> atMost(int bytes) {
    return new Rpc<>(five, six, effect, bytes);
  }

  private static <Q extends Message, R extends Message> MethodDescriptor<Q, R> method(
      String service, String name, MethodType type, Q request, R response) {
    return MethodDescriptor.<Q, R>newBuilder()
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(response))
        .build();
  }

  public MethodDescriptor<Q, R> in(ProtocolVersion version) {
    return switch (version) {
      case FIVE -> five;
      case SIX -> six;
    };
  }

  /** Its name without the service. */
  public String name(ProtocolVersion version) {
    return String.valueOf(in(version).getBareMethodName());
  }
}
