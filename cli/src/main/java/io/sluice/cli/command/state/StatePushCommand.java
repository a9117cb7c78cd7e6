package io.sluice.cli.command.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.command.shared.EditOptions;
import io.sluice.cli.command.shared.StateEditor;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.surgery.Edit;
import io.sluice.cli.surgery.Records;
import io.sluice.cli.surgery.Replacement;
import io.sluice.cli.surgery.TerraformForm;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.FileTrouble;
import io.sluice.cli.terminal.Invocation;
import io.sluice.exchange.StateFile;
import io.sluice.exchange.TerraformImport;
import io.sluice.model.json.Json;
import io.sluice.model.message.Order.Whole;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord.Origin;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "push",
    description =
        "Replaces the state of a workspace with a file from `state pull`, or with a Terraform"
            + " state.",
    footer = {"", "Example:", "  terraform state pull > tf.json && sluice state push tf.json"})
public final class StatePushCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private EditOptions options = new EditOptions();

  @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
  private String file = "";

  @Option(
      names = {"--force", "-f"},
      description =
          "Push even a state of another lineage, or one that has changed since it was pulled.")
  private boolean force;

  public StatePushCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    JsonNode tree = read();
    if (!StateFile.is(tree) && !TerraformImport.is(tree)) {
      throw Fault.of(
          file + " is not a state file",
          "It is neither what `sluice state pull` writes nor a Terraform state.",
          "Nothing was changed.");
    }
    return new StateEditor(invocation, options)
        .perform("sluice state push", now -> edit(tree, now));
  }

  private Edit edit(JsonNode tree, Snapshot now) {
    return StateFile.is(tree) ? ofSluice(StateFile.read(tree, file), now) : ofTerraform(tree, now);
  }

  private JsonNode read() {
    if (Files.isDirectory(invocation.resolve(file))) {
      throw Fault.of(
          file + " is a folder",
          "State is pushed from a file.",
          "`sluice state restore --from DIR` restores what `sluice export` wrote.");
    }
    try {
      byte[] bytes =
          file.equals("-")
              ? invocation.terminal().in().readAllBytes()
              : Files.readAllBytes(invocation.resolve(file));
      return StateFile.tree(bytes, file);
    } catch (IOException e) {
      throw FileTrouble.reading(invocation.resolve(file), e)
          .fault(
              e instanceof NoSuchFileException ? "No such file: " + file : file + " can't be read")
          .because(e);
    }
  }

  private Edit ofSluice(StateFile state, Snapshot now) {
    List<StateRecord> there = all(now);
    if (!force && !there.isEmpty()) {
      requireLineage(state.lineage(), now.origin());
      requireNewest(TerraformForm.changedSince(there, state.version()));
      Records records = new Records(there);
      requireNewest(
          state.records().stream()
              .filter(one -> one.version() > 0 && records.find(one.address()).isEmpty())
              .map(one -> one.address() + " (removed)")
              .toList());
    }
    List<StateRecord> wanted =
        state.records().stream()
            .map(one -> Keys.moved(one, now.workspace(), () -> keyring().sealer()))
            .toList();
    return Replacement.of("state push", new Records(there), wanted, origin(state, now));
  }

  private static Whole origin(StateFile state, Snapshot now) {
    Origin known = now.origin();
    String lineage = state.lineage();
    boolean same = known != null && known.lineage().equals(lineage);
    return lineage == null || same
        ? new Whole(null, 0, false)
        : new Whole(lineage, Math.max(1, state.version()), false);
  }

  private Edit ofTerraform(JsonNode tree, Snapshot now) {
    ProviderRegistry registry = InstalledProviders.all(invocation);
    TerraformImport.Imported imported =
        TerraformImport.read(tree, file, now.workspace(), registry, () -> keyring().sealer());
    imported.left().forEach(invocation::note);
    List<StateRecord> there = all(now);
    Origin origin = now.origin();
    if (!force && !there.isEmpty()) {
      requireLineage(imported.lineage(), origin);
      long version = TerraformForm.version(origin, imported.serial());
      List<String> changed = TerraformForm.changedSince(there, version);
      if (!changed.isEmpty()) {
        throw Fault.of(
            file + " has an older serial than state",
            "It has serial "
                + imported.serial()
                + ", state stands at "
                + TerraformForm.serial(origin, now.lastChange())
                + "; changed since: "
                + some(changed)
                + ".",
            "Pull again and repeat your change; --force overwrites it with the file.");
      }
    }
    Whole whole = new Whole(imported.lineage(), imported.serial(), false);
    return Replacement.of("state push", new Records(there), imported.records(), whole);
  }

  public static List<StateRecord> all(Snapshot snapshot) {
    JsonNode outputs = snapshot.outputs();
    List<StateRecord> all = new ArrayList<>(snapshot.resources());
    if (outputs != null) {
      try {
        all.add(Json.mapper().treeToValue(outputs, StateRecord.class));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("the outputs are no record", e);
      }
    }
    return all;
  }

  private void requireLineage(@Nullable String lineage, @Nullable Origin origin) {
    if (origin != null && lineage != null && !lineage.equals(origin.lineage())) {
      throw Fault.of(
          file + " is a different state",
          "Its lineage is " + lineage + ", that of the workspace is " + origin.lineage() + ".",
          "Push it into a workspace of its own (`sluice workspace new NAME`); --force replaces this"
              + " one.");
    }
  }

  private void requireNewest(List<String> changed) {
    if (!changed.isEmpty()) {
      throw Fault.of(
          file + " is older than state",
          "Changed since it was pulled: " + some(changed) + ".",
          "Pull again and repeat your change; --force overwrites it with the file.");
    }
  }

  private static String some(List<String> names) {
    return String.join(", ", names.stream().limit(8).toList())
        + (names.size() > 8 ? " and " + (names.size() - 8) + " more" : "");
  }

  private Keyring keyring() {
    return Keys.of(invocation, options.fleet().settings(invocation));
  }
}
