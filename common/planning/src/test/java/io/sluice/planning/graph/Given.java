package io.sluice.planning.graph;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.TestTypes;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.check.DocumentCheck;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Builds what a plan follows from, and shows what follows. */
final class Given {
  final List<StateRecord> records = new ArrayList<>();
  final List<String> closed = new ArrayList<>();
  RunKind kind = RunKind.APPLY;
  RunOptions options = RunOptions.DEFAULT;
  private CheckedDocument document = document("");

  static Given resources(String yaml) {
    Given given = new Given();
    given.document = document(yaml);
    return given;
  }

  static Given nothing() {
    return new Given();
  }

  private static CheckedDocument document(String resources) {
    String text =
        "schema_version: 2\nworkspace: w\nresources:"
            + (resources.isEmpty() || resources.startsWith("imports")
                ? " []\n" + resources
                : "\n" + resources);
    DocumentCheck.Outcome outcome =
        DocumentCheck.check(
            text.getBytes(StandardCharsets.UTF_8),
            "plan.yaml",
            TestTypes.REGISTRY,
            new DocumentCheck.Options(true));
    if (outcome instanceof DocumentCheck.Checked(CheckedDocument checked)) {
      return checked;
    }
    throw new AssertionError(outcome.toString());
  }

  /** {@code dependencies} are addresses, divided by blanks. */
  Given record(String address, String desired, String dependencies) {
    return record(address, desired, "{}", dependencies, RecordStatus.OK);
  }

  Given record(
      String address, String desired, String attributes, String dependencies, RecordStatus status) {
    Address at = Address.of(address);
    records.add(
        StateRecord.of(
            draft -> {
              draft.workspace = "w";
              draft.address = at;
              draft.type = Address.of(address).type();
              draft.id = "id-" + at.live();
              draft.attributes = json(attributes);
              draft.desired = json(desired);
              draft.dependencies =
                  dependencies.isEmpty()
                      ? List.of()
                      : java.util.Arrays.stream(dependencies.split(" ")).map(Address::of).toList();
              draft.status = status;
              draft.version = records.size() + 1;
              draft.epoch = 1;
              draft.runId = "before";
              draft.updatedAt = Instant.EPOCH;
            }));
    return this;
  }

  Given closed(String address) {
    closed.add(address);
    return this;
  }

  Given targets(String... targets) {
    options =
        new RunOptions(
            0, options.onFailure(), List.of(targets), false, options.approval(), null, false, true);
    return this;
  }

  /** What was found changed outside. */
  Given drifted(String address, String... fields) {
    records.replaceAll(
        record ->
            record.address().text().equals(address)
                ? with(record, RecordStatus.OK, false, List.of(fields))
                : record);
    return this;
  }

  Given refreshDue(String address) {
    records.replaceAll(
        record ->
            record.address().text().equals(address)
                ? with(record, record.status(), true, List.of())
                : record);
    return this;
  }

  private static StateRecord with(
      StateRecord record, RecordStatus status, boolean refreshDue, List<String> drifted) {
    return record
        .with(status)
        .withDoubt(record.token(), null)
        .withRefreshDue(refreshDue)
        .withDrifted(drifted);
  }

  Given refreshing() {
    options =
        new RunOptions(
            0, options.onFailure(), options.targets(), true, options.approval(), null, false, true);
    return this;
  }

  Given kind(RunKind other) {
    kind = other;
    return this;
  }

  /** The reads that come before the plan, or nothing. */
  List<String> reads() {
    Snapshot snapshot = new Snapshot("w", 7, 1, null, records, null, closed);
    return Reading.draw(new Situation(document, snapshot, kind, options, TestTypes.REGISTRY))
        .map(plan -> plan.nodes().stream().map(n -> n.action() + " " + n.id()).toList())
        .orElse(List.of());
  }

  Given destroyed() {
    kind = RunKind.DESTROY;
    return this;
  }

  Diff.Outcome outcome() {
    return outcome(Answers.AT_ONCE);
  }

  Diff.Outcome outcome(Answers answers) {
    Snapshot snapshot = new Snapshot("w", 7, 1, null, records, null, closed);
    return Diff.draw(new Situation(document, snapshot, kind, options, TestTypes.REGISTRY, answers));
  }

  Plan plan() {
    return switch (outcome()) {
      case Diff.Drawn(Plan plan) -> plan;
      case Diff.Asked asked -> throw new AssertionError(asked.toString());
      case Diff.Refused refused -> throw new AssertionError(refused.toString());
    };
  }

  /** One line a node: action, id, and what it waits for. */
  String drawn() {
    StringBuilder out = new StringBuilder();
    for (Node node : plan().nodes()) {
      out.append(node.action()).append(' ').append(node.id());
      if (!node.after().isEmpty()) {
        out.append(" after ").append(String.join(", ", node.after()));
      }
      out.append('\n');
    }
    return out.toString();
  }

  String refused() {
    return switch (outcome()) {
      case Diff.Drawn drawn -> throw new AssertionError(drawn.toString());
      case Diff.Asked asked -> throw new AssertionError(asked.toString());
      case Diff.Refused refused ->
          String.join(
              "\n",
              refused.reasons().stream()
                  .map(d -> d.summary() + ": " + d.detail() + " " + d.hint())
                  .toList());
    };
  }

  static JsonNode json(String text) {
    try {
      return Json.tree(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new AssertionError(e);
    }
  }
}
