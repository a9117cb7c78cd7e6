package io.sluice.bridge.wire;

import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NegotiationType;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** Opens channels to plugins; all of them share one event loop. */
public final class Channels {
  /** Both certificates of a connection. */
  public record Trust(OneUseCertificate own, X509Certificate peer) {}

  private static final EventLoopGroup LOOP =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("plugin-loop", true), NioIoHandler.newFactory());
  private static final ExecutorService CALLBACKS = Executors.newVirtualThreadPerTaskExecutor();

  /** Longer than a process lives; gRPC takes it as never. */
  private static final long FOREVER_IN_DAYS = 3650;

  private Channels() {}

  /** A channel that connects when it is first used; without trust it is not encrypted. */
  public static PluginChannel open(
      PluginAddress address, ProtocolVersion version, Optional<Trust> trust) throws SSLException {
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(address.socket())
            .eventLoopGroup(LOOP)
            .executor(CALLBACKS)
            .offloadExecutor(CALLBACKS)
            .overrideAuthority("localhost")
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .idleTimeout(FOREVER_IN_DAYS, TimeUnit.DAYS)
            .disableRetry();
    if (address.isFile()) {
      builder.channelType(NioDomainSocketChannel.class, address.socket().getClass());
    } else {
      builder.channelType(NioSocketChannel.class);
    }
    if (trust.isEmpty()) {
      builder.negotiationType(NegotiationType.PLAINTEXT);
    } else {
      builder.negotiationType(NegotiationType.TLS);
      // Netty's native TLS can't do the curve that plugins use.
      builder.sslContext(
          GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
              .keyManager(trust.get().own().key(), trust.get().own().certificate())
              .trustManager(trust.get().peer())
              .build());
    }
    return new PluginChannel(builder.build(), version);
  }
}
