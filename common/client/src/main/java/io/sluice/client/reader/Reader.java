package io.sluice.client.reader;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.plan.OnChange;
import io.sluice.model.record.OutputsRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A workspace whose configuration says what a change means of what it reads.
 *
 * @param version of the record: another one after each apply
 * @param reads by workspace, what was read when it was applied
 * @param kept whether the configuration is kept that it was applied with
 * @param runs that go on in it
 */
public record Reader(
    String workspace,
    long version,
    OnChange onChange,
    SortedMap<String, Taken> reads,
    boolean kept,
    List<Going> runs) {
  public Reader {
    reads = Collections.unmodifiableSortedMap(new TreeMap<>(reads));
    runs = List.copyOf(runs);
  }

  /**
   * What it read of one workspace, opened.
   *
   * @param all whether it uses the outputs as a whole
   * @param defaults what stands for outputs that are not there
   */
  public record Taken(
      boolean all, SortedMap<String, JsonNode> outputs, Map<String, JsonNode> defaults) {
    public Taken {
      outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
      defaults = Map.copyOf(defaults);
    }

    /** The names of those that are another value now, that are gone, or that are new. */
    public SortedSet<String> changed(Map<String, JsonNode> now) {
      SortedSet<String> changed = new TreeSet<>();
      outputs.forEach(
          (name, before) -> {
            JsonNode after = now.containsKey(name) ? now.get(name) : defaults.get(name);
            boolean same = after == null ? before.isNull() : Json.same(before, after);
            if (!same) {
              changed.add(name);
            }
          });
      if (all) {
        now.keySet().stream().filter(name -> !outputs.containsKey(name)).forEach(changed::add);
      }
      return changed;
    }
  }

  /** A run of it that has not ended. */
  public record Going(String run, String by, String phase, @Nullable String hash) {
    public boolean awaitsApproval() {
      return phase.equals("AWAITING_APPROVAL");
    }
  }

  /** Opens what is sealed in a workspace. */
  @FunctionalInterface
  public interface Opener {
    JsonNode open(String workspace, JsonNode tree);
  }

  /** One of the answer of the query API; empty for what a newer build wrote. */
  public static Optional<Reader> of(JsonNode answer, Opener opener) {
    String workspace = answer.path("workspace").asText();
    JsonNode reads = opener.open(workspace, answer.path("reads"));
    List<Going> runs = new ArrayList<>();
    answer
        .path("runs")
        .forEach(
            run ->
                runs.add(
                    new Going(
                        run.path("run").asText(),
                        run.path("by").asText(),
                        run.path("phase").asText(),
                        run.path("hash").textValue())));
    return OnChange.named(reads.path(OutputsRecord.ON_CHANGE).asText())
        .map(
            onChange ->
                new Reader(
                    workspace,
                    answer.path("version").asLong(),
                    onChange,
                    taken(reads.path(OutputsRecord.WORKSPACES)),
                    answer.path("kept").asBoolean(),
                    runs));
  }

  private static SortedMap<String, Taken> taken(JsonNode workspaces) {
    SortedMap<String, Taken> taken = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : workspaces.properties()) {
      JsonNode one = each.getValue();
      taken.put(
          each.getKey(),
          new Taken(
              one.path("all").asBoolean(),
              values(one.path("outputs")),
              values(one.path("defaults"))));
    }
    return taken;
  }

  private static SortedMap<String, JsonNode> values(JsonNode fields) {
    SortedMap<String, JsonNode> values = new TreeMap<>();
    fields.properties().forEach(field -> values.put(field.getKey(), field.getValue()));
    return values;
  }

  /**
   * What has changed since it was applied, by workspace.
   *
   * @param now the outputs of workspaces; one that is not there says nothing
   */
  public SortedMap<String, SortedSet<String>> changed(Map<String, Map<String, JsonNode>> now) {
    SortedMap<String, SortedSet<String>> changed = new TreeMap<>();
    reads.forEach(
        (from, taken) -> {
          Map<String, JsonNode> outputs = now.get(from);
          SortedSet<String> names = outputs == null ? new TreeSet<>() : taken.changed(outputs);
          if (!names.isEmpty()) {
            changed.put(from, names);
          }
        });
    return changed;
  }

  /** {@code network.vpc, network.zones}. */
  public static String text(SortedMap<String, SortedSet<String>> changed) {
    List<String> names = new ArrayList<>();
    changed.forEach((from, outputs) -> outputs.forEach(name -> names.add(from + "." + name)));
    return String.join(", ", names);
  }
}
