package io.sluice.oracle;

import io.sluice.bridge.trial.RequestLog;
import io.sluice.model.digest.Sha256;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Recordings of what Terraform asked for each scenario, as packed lines. A recording of other steps
 * than the scenario has does not count.
 */
final class Recordings {
  private static final String SCENARIO = "= ";
  private static final String STEP = "- ";
  private static final String CYCLIC = "cyclic";

  /**
   * What Terraform did in one step.
   *
   * @param wasCyclic whether it planned, and then refused to carry that out, since its own changes
   *     waited for each other
   */
  record Recorded(boolean succeeded, boolean wasCyclic, List<RequestLog.Entry> entries) {
    static Recorded of(Side.Done done) {
      return new Recorded(done.succeeded(), done.said().contains("Error: Cycle:"), done.entries());
    }
  }

  private record Recording(String digest, List<Recorded> steps) {}

  private final SortedMap<String, Recording> all = new TreeMap<>();

  static Recordings read(Path file) throws IOException {
    Recordings recordings = new Recordings();
    if (!Files.exists(file)) {
      return recordings;
    }
    try (GZIPInputStream in =
        new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      List<Recorded> steps = List.of();
      List<RequestLog.Entry> entries = List.of();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (line.startsWith(SCENARIO)) {
          String[] words = line.split(" ");
          steps = new ArrayList<>();
          recordings.all.put(words[1], new Recording(words[2], steps));
        } else if (line.startsWith(STEP)) {
          entries = new ArrayList<>();
          List<String> words = List.of(line.split(" "));
          steps.add(new Recorded(words.contains("true"), words.contains(CYCLIC), entries));
        } else {
          entries.add(RequestLog.Entry.of(line));
        }
      }
    }
    return recordings;
  }

  void write(Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Recording> each : all.entrySet()) {
      text.append(SCENARIO).append(each.getKey()).append(' ').append(each.getValue().digest());
      text.append('\n');
      for (Recorded step : each.getValue().steps()) {
        text.append(STEP).append(step.succeeded());
        text.append(step.wasCyclic() ? " " + CYCLIC : "").append('\n');
        step.entries().forEach(entry -> text.append(entry.line()).append('\n'));
      }
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
    Files.write(file, packed.toByteArray());
  }

  void put(Scenario scenario, List<Recorded> steps) {
    all.put(scenario.name(), new Recording(digest(scenario), List.copyOf(steps)));
  }

  /** Empty where it was not recorded, or as another one. */
  Optional<List<Recorded>> of(Scenario scenario) {
    return Optional.ofNullable(all.get(scenario.name()))
        .filter(recording -> recording.digest().equals(digest(scenario)))
        .map(Recording::steps);
  }

  /** Keeps nothing but these. */
  void retain(List<Scenario> scenarios) {
    all.keySet().retainAll(scenarios.stream().map(Scenario::name).toList());
  }

  static String digest(Scenario scenario) {
    return Sha256.hex(
        (scenario.version() + "\n" + scenario.steps()).getBytes(StandardCharsets.UTF_8));
  }
}
