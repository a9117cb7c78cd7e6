package io.sluice.cli.command.fleet;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.fleet.FleetPlan;
import io.sluice.cli.fleet.Member;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The configurations that a rollout goes back to, as a checkout of the version before has them. A
 * workspace that has nothing yet has none, and neither has one that this version did not have.
 */
final class EarlierVersion {
  private final Invocation invocation;
  private final FleetChoices choices;
  private final Deployment deployment;

  EarlierVersion(Invocation invocation, FleetChoices choices, Deployment deployment) {
    this.invocation = invocation;
    this.choices = choices;
    this.deployment = deployment;
  }

  /** By workspace, of those that have something to do. */
  Map<String, byte[]> of(FleetPlan plan, String typed) {
    Path version = invocation.resolve(typed);
    if (!Files.isDirectory(version)) {
      throw Fault.of(
          "There is no directory " + typed,
          "--before names the version to go back to: a checkout of the working directory.",
          "Check it out there, for example with `git worktree add " + typed + " TAG`.");
    }
    Map<String, Member> wanted = new HashMap<>();
    for (FleetPlan.Planned part : plan.planned()) {
      Member member = part.member();
      if (part.isWork() && !member.planning().state(deployment).resources().isEmpty()) {
        wanted.put(member.workspace(), member);
      }
    }
    Map<String, Member> earlier =
        choices.earlier(invocation, choices.settings(invocation), version, wanted.keySet());
    Map<String, byte[]> documents = new TreeMap<>();
    wanted.forEach(
        (workspace, member) -> {
          Member before = earlier.get(workspace);
          if (before == null) {
            invocation.note(
                "%s is not in the version before: where the rollout goes back, it stays as it is."
                    .formatted(workspace));
          } else {
            documents.put(workspace, document(member, before));
          }
        });
    return documents;
  }

  /** The workspace belongs to the root module that it was first applied from. */
  private byte[] document(Member member, Member before) {
    before.planning().state(deployment);
    return Json.encode(
        before.planning().bundle().toJson().put("name", Roots.name(member.inside().directory())));
  }
}
