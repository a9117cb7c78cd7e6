package io.sluice.state.ownership;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What can't be decided or can't travel, remembered over takeovers of a partition within this
 * process, so that the same input does not fail for ever: runs behind inbox offsets are
 * quarantined, and a workspace whose timer or lost worker can't be decided is left to its inbox.
 */
final class Poison {
  private final Map<Long, String> offsets = new HashMap<>();
  private final Map<String, String> workspaces = new HashMap<>();

  void offset(long offset, String cause) {
    offsets.put(offset, cause);
  }

  Optional<String> ofOffset(long offset) {
    return Optional.ofNullable(offsets.get(offset));
  }

  void workspace(String workspace, String cause) {
    workspaces.put(workspace, cause);
  }

  boolean holds(String workspace) {
    return workspaces.containsKey(workspace);
  }
}
