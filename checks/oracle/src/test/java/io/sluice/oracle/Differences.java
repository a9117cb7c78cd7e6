package io.sluice.oracle;

import io.sluice.oracle.Requests.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What Sluice does differently from Terraform on purpose, each with its reason in
 * docs/terraform-providers.md. Any other difference is a fault.
 */
final class Differences {
  private static final String READ = "ReadResource";
  private static final String APPLY = "ApplyResourceChange";
  private static final String PLAN = "PlanResourceChange";
  private static final String MOVE = "MoveResourceState";
  private static final String UPGRADE = "UpgradeResourceState";
  private static final String VALIDATE = "ValidateResourceConfig";
  private static final Set<String> OF_DATA = Set.of("ValidateDataResourceConfig", "ReadDataSource");

  private final boolean destroys;
  private final boolean fails;
  private final List<Request> requests;

  private Differences(boolean destroys, boolean fails, List<Request> requests) {
    this.destroys = destroys;
    this.fails = fails;
    this.requests = requests;
  }

  /** The requests that Sluice has to make about an object for which Terraform makes these. */
  static List<Request> without(Scenario.Step step, boolean fails, List<Request> requests) {
    Differences differences =
        new Differences(step instanceof Scenario.Step.Destroy, fails, new ArrayList<>(requests));
    differences.validation();
    differences.planBeforeDestroy();
    differences.planBeforeRead();
    differences.lookAtUnchanged();
    differences.memoryOfWhatIsGone();
    return differences.requests;
  }

  /**
   * Terraform's order of its own changes may be a cycle; then it does nothing of what it planned.
   * Sluice leaves out what it only prefers of that order, and goes on.
   */
  static void withoutRun(
      SortedMap<String, List<Request>> theirs, SortedMap<String, List<Request>> ours) {
    boolean goesOn =
        ours.values().stream()
            .flatMap(List::stream)
            .anyMatch(request -> request.call().equals(APPLY));
    if (goesOn) {
      ours.replaceAll(
          (object, requests) ->
              requests.subList(
                  0, Math.min(requests.size(), theirs.getOrDefault(object, List.of()).size())));
    }
  }

  /** Before anything else, Terraform validates without a configured provider. */
  private void validation() {
    requests.removeIf(request -> request.configured() == 0 && !request.call().equals(MOVE));
  }

  /** Terraform plans an object that it will destroy as if it stayed, and then once more. */
  private void planBeforeDestroy() {
    if (!destroys) {
      return;
    }
    requests.removeIf(
        request ->
            OF_DATA.contains(request.call())
                || request.call().equals(VALIDATE)
                || (request.configured() == 1 && request.call().equals(PLAN))
                || (request.configured() == 2 && request.call().equals(UPGRADE)));
  }

  /**
   * Terraform plans the deletion of what is not wanted any more, and then looks whether it is still
   * there. Sluice looks first.
   */
  private void planBeforeRead() {
    for (int i = 0; i + 1 < requests.size(); i++) {
      Request plan = requests.get(i);
      boolean isDeletion =
          plan.call().equals(PLAN) && plan.fields().get("proposed_new_state").equals("null");
      if (isDeletion && requests.get(i + 1).call().equals(READ)) {
        boolean goesOn = i + 2 < requests.size();
        requests.remove(i);
        if (goesOn) {
          requests.add(i + 1, plan);
        }
      }
    }
  }

  /**
   * In the run Terraform brings even that to the present schema which it does not change, and plans
   * once more where nothing but what is secret has changed. What it forgets it looks at before.
   */
  private void lookAtUnchanged() {
    boolean isForgotten = requests.stream().allMatch(each -> each.call().equals(UPGRADE));
    boolean isLookedAt =
        requests.stream()
            .filter(request -> request.configured() > 1)
            .map(Request::call)
            .allMatch(
                fails || wasUnknown()
                    ? UPGRADE::equals
                    : call -> call.equals(UPGRADE) || call.equals(VALIDATE) || call.equals(PLAN));
    if (isForgotten) {
      requests.clear();
    } else if (isLookedAt) {
      requests.removeIf(request -> request.configured() > 1);
    }
  }

  private boolean wasUnknown() {
    return requests.stream()
        .filter(request -> request.configured() == 1 && request.call().equals(PLAN))
        .anyMatch(request -> request.fields().get("config").contains("unknown("));
  }

  /** Terraform hands what a provider kept for an object that is gone to the one in its place. */
  private void memoryOfWhatIsGone() {
    for (int i = 1; i < requests.size(); i++) {
      Request plan = requests.get(i);
      boolean isNew =
          plan.call().equals(PLAN)
              && plan.configured() == 1
              && plan.fields().get("prior_state").equals("null")
              && !plan.fields().get("prior_private").isEmpty();
      boolean wasRead =
          requests.subList(0, i).stream().anyMatch(request -> request.call().equals(READ));
      boolean isReplacement =
          requests.subList(0, i).stream().anyMatch(request -> request.call().equals(PLAN));
      if (isNew && wasRead && !isReplacement) {
        SortedMap<String, String> fields = new TreeMap<>(plan.fields());
        fields.put("prior_private", "");
        requests.set(i, new Request(plan.configured(), plan.call(), fields));
      }
    }
  }
}
