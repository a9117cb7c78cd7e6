package io.sluice.cli.plan;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.plan.Node;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.configuration.files.FilesTooLarge;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.query.BlobClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The files of a configuration that go to the workers of a fleet. Those of a local deployment find
 * them where they are.
 */
record SentFiles(Invocation invocation, DirectorySource source, boolean toFleet) {
  private static final int SHOWN = 10;

  /** Finds what the arguments of a plan name; a bundle then holds it. */
  void name(List<Node> nodes) {
    found(() -> source.name(nodes));
  }

  /** The same of what workers are asked. */
  void nameAsked(List<Question> questions) {
    found(() -> source.nameAsked(questions));
  }

  private void found(Supplier<List<String>> finding) {
    if (!toFleet) {
      return;
    }
    try {
      finding.get().forEach(each -> invocation.noteOnce("Warning: not sent to workers: " + each));
    } catch (FilesTooLarge e) {
      throw Fault.of(
              "The files of the configuration are too large",
              String.valueOf(e.getMessage()),
              "Put them where workers can have them otherwise, and name that.")
          .because(e);
    }
  }

  /** Brings what did not fit into the last bundle. */
  void send(Optional<Deployment> deployment) {
    SortedMap<String, Path> files = source.toKeep();
    if (files.isEmpty()) {
      return;
    }
    if (deployment.isEmpty()) {
      throw refused(files, "There is no deployment to keep them.");
    }
    try (BlobClient blobs = deployment.get().client().blobs()) {
      blobs
          .absence()
          .ifPresent(
              why -> {
                throw refused(
                    files, "They are more than goes with a configuration, and " + why + ".");
              });
      for (Map.Entry<String, Path> each : files.entrySet()) {
        if (!blobs.has(each.getKey())) {
          invocation.note("Sending %s...".formatted(named(each.getValue())));
          blobs.put(each.getKey(), each.getValue());
        }
      }
    } catch (TransportFailure e) {
      throw refused(files, String.valueOf(e.getMessage())).because(e);
    }
  }

  private Fault refused(SortedMap<String, Path> files, String why) {
    String some =
        files.values().stream().limit(SHOWN).map(this::named).collect(Collectors.joining(", "));
    String more = files.size() > SHOWN ? " and %d more".formatted(files.size() - SHOWN) : "";
    return Fault.of(
        "Files can't be sent to workers",
        some + more + ": " + why,
        "Set SLUICE_BLOBS of the state service, or name fewer and smaller files.");
  }

  private String named(Path file) {
    try {
      Path root = invocation.directory().toRealPath();
      return "%s (%d KiB)"
          .formatted(file.startsWith(root) ? root.relativize(file) : file, Files.size(file) >> 10);
    } catch (IOException e) {
      return file.toString();
    }
  }
}
