package io.sluice.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * One standalone ZooKeeper server. Sessions that its data still knows at a start belong to
 * processes of the deployment before: they are closed at once, so that leases and members of a
 * killed deployment don't hold up the next one for a session. A process that outlived the
 * deployment comes back with a new session, which is what it does after any session loss.
 */
public final class EmbeddedZooKeeper implements AutoCloseable {
  private static final int TICK_MILLIS = 500;
  private static final int MAX_CONNECTIONS = 1_000;

  /** What is set aside for a connection that announces how much is to come, before any login. */
  private static final String LARGEST_MESSAGE = "jute.maxbuffer";

  private final ServerCnxnFactory connections;

  private final ZooKeeperServer server;

  private EmbeddedZooKeeper(ServerCnxnFactory connections, ZooKeeperServer server) {
    this.connections = connections;
    this.server = server;
  }

  public static EmbeddedZooKeeper start(Path dir, ClusterOptions options) {
    System.setProperty("zookeeper.admin.enableServer", "false");
    System.setProperty("zookeeper.jmx.log4j.disable", "true");
    // Its log grows in steps of this many KiB; 64 MiB at once is a lot for a folder in a project.
    System.setProperty("zookeeper.preAllocSize", "1024");
    if (System.getProperty(LARGEST_MESSAGE) == null) {
      System.setProperty(LARGEST_MESSAGE, "131072");
    }
    try {
      Files.createDirectories(dir);
      ZooKeeperServer server =
          DeploymentLogins.server(
              () -> new ZooKeeperServer(dir.toFile(), dir.toFile(), TICK_MILLIS), options);
      server.setMinSessionTimeout((int) options.minimumSession().toMillis());
      server.setMaxSessionTimeout(60_000);
      ServerCnxnFactory connections =
          ServerCnxnFactory.createFactory(
              new InetSocketAddress(
                  InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), options.zookeeperPort()),
              MAX_CONNECTIONS);
      return started(connections, server);
    } catch (IOException e) {
      throw new StartFailed(
          "the embedded ZooKeeper in " + dir + " could not start: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartFailed("interrupted while ZooKeeper was starting", e);
    }
  }

  private static EmbeddedZooKeeper started(ServerCnxnFactory connections, ZooKeeperServer server)
      throws IOException, InterruptedException {
    try {
      connections.startup(server);
      List.copyOf(server.getZKDatabase().getSessions()).forEach(server::closeSession);
      return new EmbeddedZooKeeper(connections, server);
    } catch (IOException | InterruptedException | RuntimeException e) {
      connections.shutdown();
      DeploymentLogins.forget(server);
      throw e;
    }
  }

  /** Where clients connect. */
  public String connectString() {
    return "127.0.0.1:" + connections.getLocalPort();
  }

  @Override
  public void close() {
    connections.shutdown();
    DeploymentLogins.forget(server);
  }
}
