package io.sluice.install.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code HTTPS_PROXY}, {@code HTTP_PROXY} and {@code NO_PROXY}; loopback is never proxied. */
final class EnvironmentProxies extends ProxySelector {
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "::1", "[::1]");
  private final Map<String, String> environment;

  EnvironmentProxies(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Proxy> select(URI uri) {
    String proxy = variable(uri.getScheme() + "_proxy");
    String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
    if (proxy.isEmpty() || LOOPBACK.contains(host) || isExcluded(host)) {
      return List.of(Proxy.NO_PROXY);
    }
    URI address = URI.create(proxy.contains("://") ? proxy : "http://" + proxy);
    int usual = "https".equals(address.getScheme()) ? 443 : 80;
    int port = address.getPort() < 0 ? usual : address.getPort();
    return List.of(new Proxy(Proxy.Type.HTTP, new InetSocketAddress(address.getHost(), port)));
  }

  private boolean isExcluded(String host) {
    for (String written : variable("no_proxy").split(",")) {
      String entry = written.strip().toLowerCase(Locale.ROOT);
      String name = entry.startsWith("*.") ? entry.substring(1) : entry;
      if (entry.equals("*")
          || (!name.isEmpty()
              && (host.equals(name) || host.endsWith(name.startsWith(".") ? name : "." + name)))) {
        return true;
      }
    }
    return false;
  }

  private String variable(String name) {
    return environment.getOrDefault(
        name, environment.getOrDefault(name.toUpperCase(Locale.ROOT), ""));
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException failure) {
    // The request itself fails, and says so.
  }
}
