package io.sluice.cli.command.state;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.command.shared.EditOptions;
import io.sluice.cli.command.shared.Faults;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.StateEditor;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.surgery.Edit;
import io.sluice.cli.surgery.Records;
import io.sluice.cli.surgery.Replacement;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.FileTrouble;
import io.sluice.cli.terminal.Invocation;
import io.sluice.exchange.SafeFile;
import io.sluice.exchange.StateFile;
import io.sluice.model.json.Json;
import io.sluice.model.message.Order.Whole;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.query.QueryClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All workspaces in a folder, a file each: {@code NAME.state.json}. */
final class Exported {
  private static final String SUFFIX = ".state.json";
  private final Invocation invocation;
  private final EditOptions options;

  Exported(Invocation invocation, EditOptions options) {
    this.invocation = invocation;
    this.options = options;
  }

  static int write(Deployment deployment, Path folder) {
    int written = 0;
    for (String name : deployment.query().workspaces()) {
      Snapshot snapshot = deployment.query().snapshot(name, QueryClient.ANY_VERSION);
      String text = Json.pretty(StateFile.write(snapshot, Instant.now())) + "\n";
      try {
        SafeFile.write(folder.resolve(name + SUFFIX), text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        FileTrouble trouble = FileTrouble.writing(folder.resolve(name + SUFFIX), e);
        throw Fault.of(
                "Workspace " + name + " can't be written to " + folder,
                trouble.reason() + " " + written + " workspaces were written.",
                trouble.advice())
            .because(e);
      }
      written++;
    }
    return written;
  }

  /** Everything is read and checked before anything is written. */
  int restore(Path folder) {
    List<StateFile> files = read(folder);
    try (Deployment deployment =
        new Opening(invocation, options.fleet(), "sluice state restore").toWork()) {
      for (StateFile file : files) {
        if (!StatePushCommand.all(
                deployment.query().snapshot(file.workspace(), QueryClient.ANY_VERSION))
            .isEmpty()) {
          throw Fault.of(
              "Workspace " + file.workspace() + " is not empty",
              "An export can only be restored where its workspaces are empty. Nothing was changed.",
              "`sluice state push FILE --workspace " + file.workspace() + "` replaces one.");
        }
      }
      if (options.dryRun()) {
        files.forEach(file -> tell(file, "would be restored"));
        return 0;
      }
      for (StateFile file : files) {
        restore(deployment, file);
        tell(file, "restored");
      }
      invocation.terminal().out().println(files.size() + " workspaces restored.");
      return 0;
    }
  }

  private void tell(StateFile file, String what) {
    invocation
        .terminal()
        .out()
        .println("  " + file.workspace() + ": " + file.resources().size() + " records " + what);
  }

  private void restore(Deployment deployment, StateFile file) {
    String lineage = file.lineage();
    Edit edit =
        Replacement.of(
            "state restore --from",
            new Records(List.of()),
            file.records(),
            new Whole(lineage, Math.max(1, file.version()), false));
    RunRecord run = StateEditor.send(deployment, file.workspace(), edit);
    if (run.outcome() != RunOutcome.SUCCEEDED) {
      throw Fault.of(
          "Workspace " + file.workspace() + " was not restored",
          String.join("; ", run.reasons()) + ".",
          "The ones before it were. Put the files of the others into a folder of their own and"
              + " repeat.");
    }
  }

  private static List<StateFile> read(Path folder) {
    List<StateFile> files = new ArrayList<>();
    try (Stream<Path> found = Files.list(folder)) {
      for (Path path : found.sorted().toList()) {
        if (path.toString().endsWith(SUFFIX)) {
          StateFile file = of(path);
          if (files.stream().anyMatch(other -> other.workspace().equals(file.workspace()))) {
            throw Fault.of(
                "Workspace " + file.workspace() + " is in two files",
                path + " is one of them. Nothing was changed.",
                "Remove one of them from the folder.");
          }
          SelectedWorkspace.valid(file.workspace());
          files.add(file);
        }
      }
    } catch (IOException e) {
      throw Faults.of(e);
    }
    if (files.isEmpty()) {
      throw Fault.of(
          folder + " contains no export",
          "It has no file NAME" + SUFFIX + ".",
          "`sluice export DIR` writes one for each workspace.");
    }
    return files;
  }

  private static StateFile of(Path path) throws IOException {
    JsonNode tree = StateFile.tree(Files.readAllBytes(path), path.toString());
    if (!StateFile.is(tree)) {
      throw Fault.of(
          path + " is not a state file",
          "`sluice export` did not write it.",
          "Remove it from the folder. Nothing was changed.");
    }
    return StateFile.read(tree, path.toString());
  }
}
