package io.sluice.model.record;

import io.sluice.model.Address;

/** The keys of the compacted topics, as messages.md has them. */
public final class RecordKeys {
  private RecordKeys() {}

  public static String state(String workspace, Address address) {
    return workspace + "/" + address;
  }

  public static String outputs(String workspace) {
    return workspace + "/!outputs";
  }

  public static String run(String workspace, String run) {
    return workspace + "/" + run;
  }

  public static String node(String workspace, String run, String node) {
    return workspace + "/" + run + "/" + node;
  }

  public static String part(String workspace, String run, String plan, int index) {
    return workspace + "/" + run + "/!part/" + plan + "/" + index;
  }

  public static String submission(String workspace, String run) {
    return workspace + "/" + run + "/!submission";
  }

  public static String workspace(String workspace) {
    return workspace + "/!workspace";
  }

  public static String owner(int partition) {
    return "!owner/" + partition;
  }

  /** The offset up to which the orders of the partition have been applied. */
  public static String orders(int partition) {
    return "!orders/" + partition;
  }
}
