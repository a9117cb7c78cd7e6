package io.sluice.cli.command.fleet;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.VariableOptions;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.fleet.Member;
import io.sluice.cli.fleet.Place;
import io.sluice.cli.fleet.Places;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The flags that all commands about several workspaces have. */
final class FleetChoices {
  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private VariableOptions variables = new VariableOptions();

  @Parameters(
      paramLabel = "DIR",
      arity = "0..*",
      description = "Directories of configurations, or folders that hold them (default: this one).")
  private List<String> directories = new ArrayList<>();

  @Option(
      names = "--workspaces",
      paramLabel = "NAME",
      split = ",",
      description = "Only workspaces of these names; * and ? stand for other characters.")
  private List<String> patterns = new ArrayList<>();

  @Option(names = "--no-refresh", description = "Do not read the real objects first.")
  private boolean noRefresh;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description =
          "How many workspaces run at once, and how many nodes of each;"
              + " 0 means up to 500, with the deployment's number of nodes.")
  private int parallelism;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  FleetOptions fleet() {
    return fleet;
  }

  boolean json() {
    return json;
  }

  Settings settings(Invocation invocation) {
    return fleet.settings(invocation);
  }

  Map<String, Member> members(Invocation invocation, Settings settings, RunKind kind) {
    return Member.loaded(
        invocation,
        settings,
        Places.of(invocation, directories, patterns),
        kind,
        inside -> variables.sources(inside));
  }

  /**
   * These workspaces as another version of the working directory has them; those that it does not
   * have are left out.
   *
   * @param version a checkout of it
   */
  Map<String, Member> earlier(
      Invocation invocation, Settings settings, Path version, Set<String> workspaces) {
    Invocation there = invocation.in(version);
    List<String> known =
        (directories.isEmpty() ? List.of(".") : directories)
            .stream().filter(typed -> Files.isDirectory(there.resolve(typed))).toList();
    if (known.isEmpty()) {
      return Map.of();
    }
    List<Place> places =
        Places.of(there, known, List.of()).stream()
            .filter(place -> workspaces.contains(place.workspace()))
            .toList();
    return Member.loaded(
        invocation, settings, places, RunKind.APPLY, inside -> variables.sources(inside));
  }

  RunOptions run() {
    return new RunOptions(
        Math.max(0, parallelism),
        OnFailure.CONTINUE,
        List.of(),
        !noRefresh,
        RunOptions.Approval.GIVEN,
        null,
        false,
        true);
  }
}
