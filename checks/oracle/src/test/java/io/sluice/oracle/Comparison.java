package io.sluice.oracle;

import io.sluice.bridge.trial.TrialSchema;
import io.sluice.oracle.Requests.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeSet;

/** Lists where the two disagree in one step. */
final class Comparison {
  private Comparison() {}

  static List<String> of(
      Scenario scenario, Scenario.Step step, Recordings.Recorded theirs, Side.Done ours) {
    List<String> differences = new ArrayList<>();
    if (theirs.succeeded() != ours.succeeded() && !theirs.wasCyclic()) {
      differences.add(
          "Terraform %s, Sluice %s: %s"
              .formatted(word(theirs.succeeded()), word(ours.succeeded()), ours.said()));
    }
    SortedMap<String, List<Request>> expected = requests(scenario, theirs);
    SortedMap<String, List<Request>> actual = requests(scenario, Recordings.Recorded.of(ours));
    expected.replaceAll(
        (object, requests) -> Differences.without(step, !theirs.succeeded(), requests));
    if (theirs.wasCyclic()) {
      Differences.withoutRun(expected, actual);
    }
    TreeSet<String> objects = new TreeSet<>(expected.keySet());
    objects.addAll(actual.keySet());
    for (String object : objects) {
      compare(
          object,
          expected.getOrDefault(object, List.of()),
          actual.getOrDefault(object, List.of()),
          differences);
    }
    if (!differences.isEmpty() && !ours.said().isBlank()) {
      differences.add("Sluice says: " + ours.said());
    }
    return differences;
  }

  static SortedMap<String, List<Request>> requests(
      Scenario scenario, Recordings.Recorded recorded) {
    return Requests.of(
        recorded.entries(), TrialSchema.catalog(scenario.version()), scenario.apart());
  }

  private static String word(boolean succeeded) {
    return succeeded ? "succeeded" : "failed";
  }

  private static void compare(
      String object, List<Request> expected, List<Request> actual, List<String> differences) {
    if (isShared(expected) && inAnyOrder(expected).equals(inAnyOrder(actual))) {
      return;
    }
    List<String> calls = expected.stream().map(Request::call).toList();
    List<String> others = actual.stream().map(Request::call).toList();
    if (!calls.equals(others)) {
      differences.add(
          "%s: Terraform calls %s\n%s  Sluice calls %s"
              .formatted(object, shown(expected), " ".repeat(object.length()), shown(actual)));
    }
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      Request their = expected.get(i);
      Request our = actual.get(i);
      if (!their.call().equals(our.call())) {
        return;
      }
      TreeSet<String> fields = new TreeSet<>(their.fields().keySet());
      fields.addAll(our.fields().keySet());
      for (String field : fields) {
        String their1 = their.fields().get(field);
        String our1 = our.fields().get(field);
        if (!Objects.equals(their1, our1)) {
          differences.add(
              "%s: %s (call %d) has %s\n  of Terraform %s\n  of Sluice    %s"
                  .formatted(object, their.call(), i + 1, field, their1, our1));
        }
      }
    }
  }

  /** Whether several objects have this name: a new one, and those that it has replaced. */
  private static boolean isShared(List<Request> requests) {
    return requests.stream()
            .filter(request -> request.configured() == 1)
            .filter(request -> request.call().equals("UpgradeResourceState"))
            .count()
        > 1;
  }

  /** The requests without their order: which of the objects each is about can't be told. */
  private static List<String> inAnyOrder(List<Request> requests) {
    return requests.stream().map(Request::toString).sorted().toList();
  }

  private static String shown(List<Request> requests) {
    StringBuilder text = new StringBuilder();
    int configured = -1;
    for (Request request : requests) {
      if (request.configured() != configured) {
        text.append(" |");
        configured = request.configured();
      }
      text.append(' ').append(request.call().replaceAll("(Resource|Change|Config|State)+$", ""));
    }
    return text.toString();
  }
}
