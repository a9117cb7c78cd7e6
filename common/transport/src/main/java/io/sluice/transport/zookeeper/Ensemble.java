package io.sluice.transport.zookeeper;

import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.TransportFailure.Code;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.client.ZKClientConfig;

/** This process's session with the ZooKeeper ensemble. One for each service instance. */
public final class Ensemble implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 8;

  private final CuratorFramework curator;
  private final String root;
  private final NodeRights rights;

  /** What became of the session. */
  public enum Change {
    /** Connected again within the same session: nothing was lost. */
    RESUMED,
    /** No answer at the moment; the session may still live. */
    SUSPENDED,
    /** The session is over: leases and memberships of it are gone. */
    LOST,
    /** Connected with a new session. */
    REPLACED
  }

  private Ensemble(CuratorFramework curator, String root, NodeRights rights) {
    this.curator = curator;
    this.root = root;
    this.rights = rights;
  }

  /**
   * Loads what every connection needs, for a caller that will connect and does not know the address
   * yet: the platform's certificates take longest.
   */
  public static void prepare() {
    var unused = List.of(new ZKClientConfig(), CuratorFrameworkFactory.builder());
  }

  public static Ensemble connect(Connection connection) {
    return connect(connection, connection.zookeeperSession());
  }

  /**
   * @param session how long leases and members outlive this process; the ensemble may ask for more
   */
  public static Ensemble connect(Connection connection, Duration session) {
    CuratorFrameworkFactory.Builder builder =
        CuratorFrameworkFactory.builder()
            .connectString(connection.zookeeper())
            .sessionTimeoutMs((int) session.toMillis())
            .connectionTimeoutMs(PATIENCE_SECONDS * 1_000)
            .retryPolicy(new ExponentialBackoffRetry(50, 4));
    NodeRights rights = NodeRights.of(connection);
    rights.login().ifPresent(login -> builder.authorization("digest", login));
    CuratorFramework curator = builder.aclProvider(rights).build();
    curator.start();
    try {
      if (!curator.blockUntilConnected(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        curator.close();
        throw new TransportFailure(
            Code.UNREACHABLE,
            "ZooKeeper at " + connection.zookeeper() + " does not answer. Is it running?");
      }
    } catch (InterruptedException e) {
      curator.close();
      Thread.currentThread().interrupt();
      throw new TransportFailure(Code.UNREACHABLE, "interrupted while connecting to ZooKeeper", e);
    }
    return new Ensemble(curator, connection.zookeeperRoot(), rights);
  }

  /**
   * Closes to others what an earlier build, or a start without a login, left open. Services call it
   * once; where they have no login there is nothing to close.
   */
  public void closeToOthers() {
    if (rights.login().isEmpty()) {
      return;
    }
    try {
      for (String below : NodeRights.PARENTS) {
        String path = below.isEmpty() ? root : path(below);
        if (curator.checkExists().forPath(path) != null
            && !rights.fit(path, curator.getACL().forPath(path))) {
          curator.setACL().withACL(rights.getAclForPath(path)).forPath(path);
        }
      }
    } catch (Exception e) {
      throw failure("closing " + root + " to others", e);
    }
  }

  public boolean connected() {
    return curator.getZookeeperClient().isConnected();
  }

  /** Asks for something and waits for the answer, whatever it is; fails when none comes. */
  public boolean ping() {
    try {
      return curator.getZookeeperClient().getZooKeeper().exists("/", false) != null;
    } catch (Exception e) {
      throw failure("asking for its root", e);
    }
  }

  /** Called on Curator's event thread: do little there. Close what is returned to hear no more. */
  public Watch watch(Consumer<Change> listener) {
    boolean[] lost = {false};
    ConnectionStateListener adapter =
        (client, state) -> {
          if (state == ConnectionState.LOST) {
            lost[0] = true;
            listener.accept(Change.LOST);
          } else if (state == ConnectionState.SUSPENDED) {
            listener.accept(Change.SUSPENDED);
          } else if (state == ConnectionState.RECONNECTED) {
            listener.accept(lost[0] ? Change.REPLACED : Change.RESUMED);
            lost[0] = false;
          }
        };
    curator.getConnectionStateListenable().addListener(adapter);
    return () -> curator.getConnectionStateListenable().removeListener(adapter);
  }

  /** A listener that can be taken away. */
  @FunctionalInterface
  public interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  CuratorFramework curator() {
    return curator;
  }

  String path(String below) {
    return root + "/" + below;
  }

  long session() {
    try {
      return curator.getZookeeperClient().getZooKeeper().getSessionId();
    } catch (Exception e) {
      throw failure("the session", e);
    }
  }

  static TransportFailure failure(String what, Exception cause) {
    if (cause instanceof TransportFailure failure) {
      return failure;
    }
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    if (cause instanceof KeeperException.NoAuthException
        || cause instanceof KeeperException.AuthFailedException
        || cause instanceof KeeperException.InvalidACLException) {
      return new TransportFailure(
          Code.FORBIDDEN,
          "ZooKeeper refuses this process ("
              + what
              + "): "
              + Credentials.ZOOKEEPER_AUTH
              + " names who it is",
          cause);
    }
    return new TransportFailure(
        Code.UNREACHABLE, "ZooKeeper failed (" + what + "): " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    curator.close();
  }
}
