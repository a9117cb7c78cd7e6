package io.sluice.transport.zookeeper;

import java.util.List;
import java.util.Optional;

/** Who answers queries for a workspace, and what has to be shown there. */
public interface Owners {
  /** What the owners' query API asks for. */
  String httpToken();

  /** Empty while the workspace's partition has no owner. */
  Optional<Announcement> owner(String workspace);

  /** Each instance once; partitions without an owner are missing. */
  List<Announcement> instances();

  /** True when every partition has an owner that answers. */
  boolean complete();

  /** The owner did not answer, or said that it is not the owner. */
  void forget(String workspace);

  void forgetAll();
}
