package io.sluice.machine.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.narrate.Finding;
import io.sluice.machine.run.Counter;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
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
      return new Finding(Finding.Found.GONE, List.of());
    }
    Set<String> fields = new TreeSet<>();
    known.attributes().fieldNames().forEachRemaining(fields::add);
    attributes.fieldNames().forEachRemaining(fields::add);
    fields.removeIf(field -> same(known.attributes().get(field), attributes.get(field)));
    return new Finding(
        fields.isEmpty() ? Finding.Found.SAME : Finding.Found.CHANGED, List.copyOf(fields));
  }

  private static boolean same(@Nullable JsonNode was, @Nullable JsonNode is) {
    if (was == null || was.isNull()) {
      return is == null || is.isNull();
    }
    return is != null && Json.same(was, is);
  }

  /** Writes down what was found, unless the run only looks. */
  static Finding take(Draft draft, RunEdit run, StateRecord known, Result result) {
    Finding finding = finding(known, result);
    boolean counts = run.now().kind() == RunKind.REFRESH || run.now().kind() == RunKind.DRIFT;
    if (counts && finding.found() == Finding.Found.CHANGED) {
      run.count(Counter.CHANGED);
    } else if (counts && finding.found() == Finding.Found.GONE) {
      run.count(Counter.DESTROYED);
    }
    if (run.now().kind() == RunKind.DRIFT) {
      return finding;
    }
    boolean settles = known.status() == RecordStatus.IN_DOUBT && known.id() != null;
    if (finding.found() == Finding.Found.GONE) {
      draft.remove(known.address());
    } else if (finding.found() == Finding.Found.CHANGED || known.refreshDue() || settles) {
      Set<String> drifted = new TreeSet<>(known.drifted());
      drifted.addAll(finding.fields());
      draft.put(ObjectRecords.refreshed(draft, known, result, settles, List.copyOf(drifted)));
    }
    return finding;
  }
}
