package io.sluice.model.record;

import io.sluice.model.Address;

/** The keys of the compacted topics, as messages.md has them. */
public final class RecordKeys {
  /** Stands in place of an address: the record of the outputs of the root module. */
  public static final String OUTPUTS = "!outputs";

  /** The type of that record. */
  public static final String OUTPUTS_TYPE = "sluice_outputs";

  /** The id of the plan that keeps the nodes in doubt of a run whose own plan is gone. */
  public static final String UNRESOLVED = "!unresolved";

  private static final String EXPANDED = "!expanded/";

  private static final String ASKED = "!asked/";

  private RecordKeys() {}

  /** Whether the name is one of Sluice's own; no name that people choose begins like it. */
  public static boolean isReserved(String name) {
    return name.startsWith("!");
  }

  /** The id of the plan that a placeholder has become. */
  public static String expanded(String placeholder) {
    return EXPANDED + placeholder;
  }

  /** The id of the questions that have to be answered before a placeholder becomes anything. */
  public static String asked(String placeholder, int attempt) {
    return ASKED + attempt + "/" + placeholder;
  }

  /** Whether a part with this id holds questions about the placeholder that it expands. */
  public static boolean isAsked(String planId) {
    return planId.startsWith(ASKED);
  }

  public static String state(String workspace, Address address) {
    return workspace + "/" + address;
  }

  public static String outputs(String workspace) {
    return workspace + "/" + OUTPUTS;
  }

  public static String run(String workspace, String run) {
    return workspace + "/" + run;
  }

  public static String node(String workspace, String run, String node) {
    return workspace + "/" + run + "/" + node;
  }

  /**
   * What the keys of all parts of a run's plans begin with.
   *
   * @param run the key of the run
   */
  public static String parts(String run) {
    return run + "/!part/";
  }

  public static String part(String workspace, String run, String plan, int index) {
    return parts(run(workspace, run)) + plan + "/" + index;
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
