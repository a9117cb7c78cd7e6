package io.sluice.bridge.trial;

import com.google.protobuf.Message;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.bridge.wire.OneUseCertificate;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.Rpc;
import io.sluice.bridge.wire.Rpcs;
import io.sluice.bridge.wire.proto.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;

/** Serves the provider for tests as a plugin does. */
public final class TrialServer implements AutoCloseable {
  /** How one call is answered. */
  interface Answering<Q, R> {
    R answer(Q request) throws Exception;
  }

  private final Server server;
  private final ProtocolVersion version;
  private final RequestLog log;
  private final TrialProvider provider;

  private TrialServer(
      Server server, ProtocolVersion version, RequestLog log, TrialProvider provider) {
    this.server = server;
    this.version = version;
    this.log = log;
    this.provider = provider;
  }

  /** A server on a port of this machine, unencrypted. */
  public static TrialServer inThisProcess(ProtocolVersion version) throws IOException {
    return withExcess(version, 0);
  }

  /** The same with a schema that is so many bytes larger. */
  public static TrialServer withExcess(ProtocolVersion version, int excess) throws IOException {
    return start(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        version,
        new RequestLog(""),
        new TrialProvider(version, excess),
        Optional.empty(),
        Optional.empty());
  }

  static TrialServer onSocket(
      Path socket,
      ProtocolVersion version,
      String log,
      int excess,
      Optional<OneUseCertificate> own,
      Optional<X509Certificate> client)
      throws IOException {
    return start(
        UnixDomainSocketAddress.of(socket),
        version,
        new RequestLog(log),
        new TrialProvider(version, excess),
        own,
        client);
  }

  private static TrialServer start(
      SocketAddress address,
      ProtocolVersion version,
      RequestLog log,
      TrialProvider provider,
      Optional<OneUseCertificate> own,
      Optional<X509Certificate> client)
      throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(address)
            .channelType(
                address instanceof UnixDomainSocketAddress
                    ? NioServerDomainSocketChannel.class
                    : NioServerSocketChannel.class)
            .bossEventLoopGroup(loop())
            .workerEventLoopGroup(loop())
            .maxInboundMessageSize(256 << 20);
    if (own.isPresent()) {
      builder.sslContext(
          GrpcSslContexts.configure(
                  SslContextBuilder.forServer(own.get().key(), own.get().certificate()),
                  SslProvider.JDK)
              .trustManager(client.orElseThrow())
              .clientAuth(ClientAuth.REQUIRE)
              .build());
    }
    Services services = new Services(version, log, provider);
    builder.addService(services.ofProvider());
    builder.addService(services.health());
    builder.addService(services.controller());
    builder.addService(services.standardOutput());
    return new TrialServer(builder.build().start(), version, log, provider);
  }

  private static MultiThreadIoEventLoopGroup loop() {
    return new MultiThreadIoEventLoopGroup(
        1, new DefaultThreadFactory("trial", true), NioIoHandler.newFactory());
  }

  public int port() {
    return server.getPort();
  }

  public RequestLog log() {
    return log;
  }

  /** The text of {@code TF_REATTACH_PROVIDERS} that leads here. */
  public String reattach(String address) {
    return ("{\"%s\":{\"Protocol\":\"grpc\",\"ProtocolVersion\":%d,\"Pid\":%d,\"Test\":true,"
            + "\"Addr\":{\"Network\":\"tcp\",\"String\":\"127.0.0.1:%d\"}}}")
        .formatted(address, version.number(), ProcessHandle.current().pid(), port());
  }

  /** Objects that were made and not deleted. */
  public int objects() {
    return provider.objects();
  }

  void await() throws InterruptedException {
    server.awaitTermination();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  /** The services of a plugin. */
  private static final class Services {
    private final ProtocolVersion version;
    private final RequestLog log;
    private final TrialProvider provider;

    Services(ProtocolVersion version, RequestLog log, TrialProvider provider) {
      this.version = version;
      this.log = log;
      this.provider = provider;
    }

    ServerServiceDefinition ofProvider() {
      ServerServiceDefinition.Builder service =
          ServerServiceDefinition.builder(String.valueOf(Rpcs.SCHEMA.in(version).getServiceName()));
      add(service, Rpcs.SCHEMA, provider::schema);
      add(service, Rpcs.IDENTITY_SCHEMAS, provider::identitySchemas);
      add(service, Rpcs.VALIDATE_PROVIDER, provider::validateProvider);
      add(service, Rpcs.CONFIGURE, provider::configure);
      add(service, Rpcs.VALIDATE_RESOURCE, provider::validate);
      add(service, Rpcs.VALIDATE_DATA, provider::validate);
      add(service, Rpcs.VALIDATE_EPHEMERAL, provider::validate);
      add(service, Rpcs.UPGRADE, provider::upgrade);
      add(service, Rpcs.READ, provider::read);
      add(service, Rpcs.PLAN, provider::plan);
      add(service, Rpcs.APPLY, provider::apply);
      add(service, Rpcs.IMPORT, provider::importState);
      add(service, Rpcs.MOVE, provider::move);
      add(service, Rpcs.READ_DATA, provider::readData);
      add(service, Rpcs.OPEN, provider::open);
      add(service, Rpcs.RENEW, provider::renew);
      add(service, Rpcs.CLOSE, provider::close);
      add(service, Rpcs.CALL, provider::call);
      add(service, Rpcs.STOP, provider::stop);
      return service.build();
    }

    private <Q extends Message, R extends Message> void add(
        ServerServiceDefinition.Builder service, Rpc<Q, R> rpc, Answering<Q, R> answering) {
      service.addMethod(
          rpc.in(version),
          ServerCalls.asyncUnaryCall(
              (request, observer) -> {
                log.add(rpc, request);
                answer(answering, request, observer);
              }));
    }

    private static <Q, R> void answer(
        Answering<Q, R> answering, Q request, StreamObserver<R> observer) {
      try {
        observer.onNext(answering.answer(request));
        observer.onCompleted();
      } catch (StatusRuntimeException e) {
        observer.onError(e);
      } catch (Exception e) {
        e.printStackTrace();
        observer.onError(Status.INTERNAL.withDescription(String.valueOf(e)).asException());
      }
    }

    ServerServiceDefinition health() {
      return ServerServiceDefinition.builder("grpc.health.v1.Health")
          .addMethod(
              Rpcs.HEALTH.six(),
              ServerCalls.asyncUnaryCall(
                  (request, observer) ->
                      answer(
                          asked -> Wire.HealthResponse.newBuilder().setStatus(1).build(),
                          request,
                          observer)))
          .build();
    }

    ServerServiceDefinition controller() {
      return ServerServiceDefinition.builder("plugin.GRPCController")
          .addMethod(
              Rpcs.SHUTDOWN.six(),
              ServerCalls.asyncUnaryCall((request, observer) -> Runtime.getRuntime().halt(0)))
          .build();
    }

    ServerServiceDefinition standardOutput() {
      return ServerServiceDefinition.builder("plugin.GRPCStdio")
          .addMethod(
              Rpcs.STANDARD_OUTPUT.six(),
              ServerCalls.asyncServerStreamingCall(
                  (request, observer) ->
                      observer.onNext(
                          Wire.StandardOutput.newBuilder()
                              .setChannel(1)
                              .setData(
                                  com.google.protobuf.ByteString.copyFromUtf8(
                                      "printed by the provider\n"))
                              .build())))
          .build();
    }
  }
}
