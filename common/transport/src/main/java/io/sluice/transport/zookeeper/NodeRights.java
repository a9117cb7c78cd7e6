package io.sluice.transport.zookeeper;

import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/**
 * Who may do what with the nodes that this process makes: the services everything; readers
 * (people's commands) may see where owners are; all others nothing. Without a login there is no one
 * to give rights to, and nodes are open.
 */
final class NodeRights implements ACLProvider {
  static final String LEASES = "leases";

  /** Nodes that outlive their makers. */
  static final List<String> PARENTS =
      List.of("", LEASES, "leases/state", "members", "members/" + Members.WORKERS);

  private final Credentials credentials;
  private final String root;

  private NodeRights(Credentials credentials, String root) {
    this.credentials = credentials;
    this.root = root;
  }

  static NodeRights of(Connection connection) {
    return new NodeRights(connection.credentials(), connection.zookeeperRoot());
  }

  Optional<byte[]> login() {
    return Optional.ofNullable(credentials.zookeeper())
        .map(login -> login.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public List<ACL> getDefaultAcl() {
    return login().isPresent() ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE;
  }

  @Override
  public List<ACL> getAclForPath(String path) {
    String readers = credentials.zookeeperReaders();
    if (login().isEmpty() || readers == null || !tellsOwners(path)) {
      return getDefaultAcl();
    }
    List<ACL> rights = new ArrayList<>(getDefaultAcl());
    rights.add(new ACL(ZooDefs.Perms.READ, new Id("digest", readers)));
    return rights;
  }

  /** Whether a node is closed to all but those that these rights name. */
  boolean fit(String path, List<ACL> there) {
    List<String> expected = new ArrayList<>();
    for (ACL right : getAclForPath(path)) {
      if (right.getId().getScheme().equals("digest")) {
        expected.add(right.getId().getId());
      }
    }
    return there.stream().noneMatch(right -> right.getId().getScheme().equals("world"))
        && there.stream().map(right -> right.getId().getId()).toList().containsAll(expected);
  }

  private boolean tellsOwners(String path) {
    String leases = root + "/" + LEASES;
    return path.equals(root) || path.equals(leases) || path.startsWith(leases + "/");
  }
}
