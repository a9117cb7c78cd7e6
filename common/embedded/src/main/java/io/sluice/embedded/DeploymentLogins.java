package io.sluice.embedded;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.apache.zookeeper.server.auth.ServerAuthenticationProvider;

/**
 * Takes the place of ZooKeeper's {@code digest} scheme, which lets everyone in under any name: a
 * server that was closed with a secret takes that one login and no other. Its identity does not
 * follow from the secret, so that nodes of an earlier start stay usable.
 */
public final class DeploymentLogins extends ServerAuthenticationProvider {
  private static final String SCHEME = "digest";
  private static final String IDENTITY = "sluice:embedded";
  private static final Map<ZooKeeperServer, byte[]> CLOSED = new ConcurrentHashMap<>();

  private final DigestAuthenticationProvider usual = new DigestAuthenticationProvider();

  /** Named to ZooKeeper by a system property: it makes the one instance itself. */
  public DeploymentLogins() {}

  /**
   * Makes a server for which every request needs the login; without a secret, one that is open.
   * What ZooKeeper asks of system properties it asks while it makes a server: hence the lock.
   */
  static synchronized ZooKeeperServer server(Maker maker, ClusterOptions options)
      throws java.io.IOException {
    System.setProperty("zookeeper.authProvider.sluice", DeploymentLogins.class.getName());
    System.setProperty("zookeeper.4lw.commands.whitelist", "");
    DeploymentSecret secret = options.secret();
    System.setProperty("zookeeper.enforce.auth.enabled", Boolean.toString(secret != null));
    System.setProperty("zookeeper.enforce.auth.schemes", SCHEME);
    ZooKeeperServer server = maker.make();
    if (secret != null) {
      CLOSED.put(server, secret.zookeeperLogin().getBytes(StandardCharsets.UTF_8));
    }
    return server;
  }

  static void forget(ZooKeeperServer server) {
    CLOSED.remove(server);
  }

  /** Makes a server. */
  @FunctionalInterface
  interface Maker {
    ZooKeeperServer make() throws java.io.IOException;
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public KeeperException.Code handleAuthentication(ServerObjs at, byte[] login) {
    byte[] expected = CLOSED.get(at.getZks());
    if (expected == null) {
      return usual.handleAuthentication(at.getCnxn(), login);
    }
    if (!MessageDigest.isEqual(expected, login)) {
      return KeeperException.Code.AUTHFAILED;
    }
    at.getCnxn().addAuthInfo(new Id(SCHEME, IDENTITY));
    return KeeperException.Code.OK;
  }

  @Override
  public boolean matches(ServerObjs at, MatchValues values) {
    return usual.matches(values.getId(), values.getAclExpr());
  }

  @Override
  public boolean isAuthenticated() {
    return true;
  }

  @Override
  public boolean isValid(String id) {
    return usual.isValid(id);
  }
}
