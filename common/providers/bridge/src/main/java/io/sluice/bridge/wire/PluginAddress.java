package io.sluice.bridge.wire;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/** Where a plugin listens: a socket file, or a port of this machine. */
public record PluginAddress(SocketAddress socket) {

  public static PluginAddress of(Path file) {
    return new PluginAddress(UnixDomainSocketAddress.of(file));
  }

  /** Empty where the text is no address, or one of another machine. */
  public static Optional<PluginAddress> parse(String network, String text) {
    try {
      return switch (network) {
        case "unix" -> text.isEmpty() ? Optional.empty() : Optional.of(of(Path.of(text)));
        case "tcp" -> local(text);
        default -> Optional.empty();
      };
    } catch (IllegalArgumentException | UnknownHostException e) {
      return Optional.empty();
    }
  }

  private static Optional<PluginAddress> local(String text) throws UnknownHostException {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("[\\[\\]]", "");
    boolean isNumeric = host.matches("[0-9.]+|[0-9a-fA-F:]+") || host.equals("localhost");
    if (!isNumeric || !InetAddress.getByName(host).isLoopbackAddress()) {
      return Optional.empty();
    }
    int port = Integer.parseInt(text.substring(colon + 1));
    return Optional.of(new PluginAddress(new InetSocketAddress(InetAddress.getByName(host), port)));
  }

  boolean isFile() {
    return socket instanceof UnixDomainSocketAddress;
  }
}
