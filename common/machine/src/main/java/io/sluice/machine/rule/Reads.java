package io.sluice.machine.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.Finding;
import io.sluice.machine.fact.Finding.Found;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.run.Counter;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What came of reading an object again: as it was, changed outside, or deleted outside. */
final class Reads {
  private Reads() {}

  static Finding finding(StateRecord known, Result result) {
    JsonNode attributes = result.attributes();
    if (attributes == null) {
      return new Finding(Found.GONE, List.of());
    }
    Set<String> fields = new TreeSet<>();
    known.attributes().fieldNames().forEachRemaining(fields::add);
    attributes.fieldNames().forEachRemaining(fields::add);
    fields.removeIf(field -> same(known.attributes().get(field), attributes.get(field)));
    return new Finding(fields.isEmpty() ? Found.SAME : Found.CHANGED, List.copyOf(fields));
  }

  private static boolean same(@Nullable JsonNode was, @Nullable JsonNode is) {
    if (was == null || was.isNull()) {
      return is == null || is.isNull();
    }
    return is != null && Json.same(was, is);
  }

  /** Writes down what was found, unless the run only looks. */
  static Decision take(
      View view, RunView run, StateRecord known, Node node, Finding finding, Result result) {
    Found found = finding.found();
    boolean looks = run.now().kind() == RunKind.DRIFT;
    Decision counted = Decision.nothing();
    if (found != Found.SAME && (looks || run.now().kind() == RunKind.REFRESH)) {
      Counter counter = found == Found.GONE ? Counter.DESTROYED : Counter.CHANGED;
      counted = new Fact.Counted(run, counter);
    }
    boolean settles = known.status() == RecordStatus.IN_DOUBT && known.id() != null;
    if (looks || (found == Found.SAME && !known.refreshDue() && !settles)) {
      return counted;
    }
    if (found == Found.GONE) {
      return counted.and(new Fact.ObjectChanged(known.address(), known, null));
    }
    Set<String> drifted = new TreeSet<>(known.drifted());
    drifted.addAll(finding.fields());
    return counted.and(
        new Fact.ObjectChanged(
            known,
            ObjectRecords.refreshed(view, known, node, result, settles, List.copyOf(drifted))));
  }
}
