package io.sluice.transport.zookeeper;

import org.jspecify.annotations.Nullable;

/**
 * What the owner of a state partition announces. The epoch is 0 until the owner has taken over and
 * answers queries. Nothing here opens anything: the token of the query API comes from
 * configuration.
 *
 * @param address {@code http://host:port} of the query API
 * @param id of this start of the instance; null where an older build announces
 */
public record Announcement(String instance, long epoch, String address, @Nullable String id) {
  public Announcement withEpoch(long newEpoch) {
    return new Announcement(instance, newEpoch, address, id);
  }

  /** Whether both come from one start of one instance. */
  public boolean isOf(Announcement other) {
    return id != null && id.equals(other.id);
  }
}
