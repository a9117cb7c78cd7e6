package io.sluice.cli.fleet;

import io.sluice.cli.deployment.Settings;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.VariableSources;
import io.sluice.model.plan.RunKind;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** A workspace with its configuration, loaded and checked. */
public record Member(Place place, Invocation inside, ConfigurationPlanning planning) {
  public String workspace() {
    return place.workspace();
  }

  /**
   * Loads the configurations of all.
   *
   * @param invocation in the directory whose deployment is meant
   * @param kind what they are loaded for
   */
  public static Map<String, Member> loaded(
      Invocation invocation,
      Settings settings,
      List<Place> places,
      RunKind kind,
      Function<Invocation, VariableSources> variables) {
    Map<String, Member> members = new TreeMap<>();
    for (Place place : places) {
      Invocation inside = invocation.in(place.directory());
      ConfigurationPlanning planning =
          ConfigurationPlanning.load(
                  inside,
                  invocation,
                  settings,
                  place.workspace(),
                  variables.apply(inside),
                  Collections.emptySortedMap())
              .presentFor(kind);
      members.put(place.workspace(), new Member(place, inside, planning));
    }
    return members;
  }
}
