package io.sluice.transport.query;

import io.sluice.transport.zookeeper.Announcement;
import java.time.Duration;
import java.util.List;

/** How the questions of the query API get to who answers them. */
interface Calls extends AutoCloseable {
  Patience usual();

  /** False when a partition is still without an owner at the end of the usual patience. */
  boolean awaitOwners();

  /** Every instance that owns anything. */
  List<Announcement> instances();

  /** Those that together know everything: what is asked of all is asked of these. */
  default List<Announcement> all() {
    return instances();
  }

  /** Asks the owner of the workspace. */
  byte[] call(String workspace, String path, Patience longest);

  byte[] send(Announcement instance, String path);

  byte[] send(Announcement instance, String path, Duration patience);

  @Override
  void close();
}
