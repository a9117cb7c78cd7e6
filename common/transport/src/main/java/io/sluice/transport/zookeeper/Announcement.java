package io.sluice.transport.zookeeper;

/**
 * What the owner of a state partition tells everyone. The epoch is 0 until the owner has taken over
 * and answers queries.
 *
 * @param address {@code http://host:port} of the query API
 * @param token the bearer token of the query API
 */
public record Announcement(String instance, long epoch, String address, String token) {
  public Announcement withEpoch(long newEpoch) {
    return new Announcement(instance, newEpoch, address, token);
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "Announcement[" + instance + ", epoch " + epoch + ", " + address + "]";
  }
}
