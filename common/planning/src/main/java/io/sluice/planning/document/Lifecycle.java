package io.sluice.planning.document;

import java.util.List;

/**
 * How a resource is replaced, kept and compared.
 *
 * @param ignoreChanges JSON pointers into the configuration
 * @param ignoreAll every later change of the configuration is ignored
 * @param replaceTriggeredBy nodes, by name, whose change replaces this one
 */
public record Lifecycle(
    boolean createBeforeDestroy,
    boolean preventDestroy,
    List<String> ignoreChanges,
    boolean ignoreAll,
    List<String> replaceTriggeredBy) {
  public static final Lifecycle DEFAULT = new Lifecycle(false, false, List.of(), false, List.of());

  public Lifecycle {
    ignoreChanges = List.copyOf(ignoreChanges);
    replaceTriggeredBy = List.copyOf(replaceTriggeredBy);
  }
}
