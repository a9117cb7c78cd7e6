package io.sluice.transport.zookeeper;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Live members of a role: ephemeral nodes {@code /sluice/members/ROLE/ID}. A member's incarnation
 * is the czxid of its node: a process that comes back is another one.
 */
public final class Members {
  public static final String WORKERS = "workers";
  public static final String PLANNERS = "planners";
  public static final String STATE = "state";

  private final Ensemble ensemble;
  private final String parent;

  public Members(Ensemble ensemble, String role) {
    this.ensemble = ensemble;
    this.parent = ensemble.path("members/" + role);
  }

  /**
   * What a member says about itself.
   *
   * @param address {@code http://host:port} where it reports its status; null if it does not
   * @param id of this start, by which it is a member of a consumer group; null if it is of none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Description(
      String instance,
      String host,
      long pid,
      String pool,
      int slots,
      @Nullable String address,
      @Nullable String id) {
    public Description(
        String instance, String host, long pid, String pool, int slots, @Nullable String address) {
      this(instance, host, pid, pool, slots, address, null);
    }

    public Description(String instance, String host, long pid, String pool, int slots) {
      this(instance, host, pid, pool, slots, null);
    }
  }

  /** A live member. */
  public record Member(String incarnation, Description description) {}

  /** Joins with a node of its own; call it again after the session was lost. */
  public Membership join(Description description) {
    String path = parent + "/" + UUID.randomUUID();
    try {
      ensemble
          .curator()
          .create()
          .creatingParentsIfNeeded()
          .withMode(CreateMode.EPHEMERAL)
          .forPath(path, Json.encode(description));
      return joined(path);
    } catch (KeeperException.NodeExistsException e) {
      // The name is random: an answer was lost and the retry met our own node.
      return joined(path);
    } catch (Exception e) {
      throw Ensemble.failure("joining " + parent, e);
    }
  }

  private Membership joined(String path) {
    try {
      Stat stat = ensemble.curator().checkExists().forPath(path);
      if (stat == null) {
        throw new KeeperException.SessionExpiredException();
      }
      return new Membership(ensemble, path, incarnation(stat));
    } catch (Exception e) {
      throw Ensemble.failure("joining " + parent, e);
    }
  }

  /** Read from the ensemble's leader at this moment, so that no member is missed. */
  public List<Member> live() {
    try {
      // Answers come in the order of requests: what is read after the sync is not older than it.
      ensemble.curator().sync().forPath(parent);
      List<Member> members = new ArrayList<>();
      for (String child : ensemble.curator().getChildren().forPath(parent)) {
        Stat stat = new Stat();
        try {
          byte[] data =
              ensemble.curator().getData().storingStatIn(stat).forPath(parent + "/" + child);
          members.add(new Member(incarnation(stat), description(child, data)));
        } catch (KeeperException.NoNodeException e) {
          // It left between the two looks.
        }
      }
      return members;
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    } catch (Exception e) {
      throw Ensemble.failure("the members of " + parent, e);
    }
  }

  /** Calls {@code changed} (on a thread of Curator's) whenever someone came or went. */
  public AutoCloseable watch(Runnable changed) {
    CuratorCache cache = CuratorCache.build(ensemble.curator(), parent);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forCreates(node -> changed.run())
                .forDeletes(node -> changed.run())
                .build());
    cache.start();
    return cache;
  }

  private static String incarnation(Stat stat) {
    return Long.toHexString(stat.getCzxid());
  }

  private static Description description(String child, byte[] data) {
    try {
      return Json.decode(data, Description.class);
    } catch (MalformedMessage e) {
      // It is alive all the same, and that is what counts.
      return new Description(child, "", 0, "", 0);
    }
  }
}
