package io.sluice.planning.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.plan.PluginWork;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A block inside of a module call whose instances only the run finds out, or an output of all of
 * them: the planner evaluates it when everything is there that it rests on.
 *
 * @param address in which {@code [*]} stands for every instance of the call
 * @param type of the resource, the data source or the step
 * @param dependencies what it rests on
 * @param known what is known of these by now and will be in no record, by their addresses
 * @param sensitive JSON pointers into {@code known}
 * @param replaced instances in state that a person wants replaced
 * @param program the real provider that serves it; null for one of Sluice's own
 * @param isIdle whether it is of no use where nothing depends on it
 */
public record LatePart(
    Address address,
    String type,
    SortedSet<Address> dependencies,
    SortedMap<String, JsonNode> known,
    List<String> sensitive,
    List<String> replaced,
    Settings settings,
    @Nullable PluginWork program,
    boolean isIdle) {
  public static final String OUTPUT = "sluice_output";

  public LatePart {
    dependencies = Collections.unmodifiableSortedSet(new TreeSet<>(dependencies));
    known = Collections.unmodifiableSortedMap(new TreeMap<>(known));
    sensitive = List.copyOf(sensitive);
    replaced = List.copyOf(replaced);
  }
}
