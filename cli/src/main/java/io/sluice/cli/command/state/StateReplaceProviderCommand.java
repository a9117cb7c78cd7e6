package io.sluice.cli.command.state;

import io.sluice.cli.command.shared.EditOptions;
import io.sluice.cli.command.shared.StateEditor;
import io.sluice.cli.install.KnownProviders;
import io.sluice.cli.surgery.Edit;
import io.sluice.cli.surgery.ProviderChange;
import io.sluice.cli.surgery.Records;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import io.sluice.model.message.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "replace-provider",
    description = "Gives what one provider has in state to another.",
    footer = {
      "",
      "Examples:",
      "  sluice state replace-provider hashicorp/aws registry.acme.corp/acme/aws",
      "  sluice state replace-provider sluice.io/builtin/local hashicorp/local local_file.motd"
    })
final class StateReplaceProviderCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private EditOptions options = new EditOptions();

  @Option(
      names = {"--auto-approve", "--yes"},
      description = "Skip the confirmation prompt.")
  private boolean yes;

  @Parameters(
      index = "0",
      paramLabel = "FROM",
      description = "The source of the provider that has the records.")
  private String from = "";

  @Parameters(
      index = "1",
      paramLabel = "TO",
      description = "The source of the provider that is to have them.")
  private String to = "";

  @Parameters(
      index = "2..*",
      paramLabel = "ADDRESS",
      description = "Resources or modules; all that FROM has, if there is none.")
  private List<String> addresses = new ArrayList<>();

  StateReplaceProviderCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    ProviderSource had = source(from);
    ProviderSource gets = source(to);
    return new StateEditor(invocation, options)
        .agreeing(edit -> agreed(edit, had, gets))
        .perform("sluice state replace-provider", snapshot -> edit(snapshot, had, gets));
  }

  private Edit edit(Snapshot snapshot, ProviderSource had, ProviderSource gets) {
    Edit edit =
        ProviderChange.of(
            new Records(snapshot.resources()), KnownProviders.of(invocation), had, gets, addresses);
    if (edit.isEmpty()) {
      invocation.note("Nothing in state was written by " + had + ".");
    }
    return edit;
  }

  private boolean agreed(Edit edit, ProviderSource had, ProviderSource gets) {
    if (yes) {
      return true;
    }
    int count = edit.put().size();
    String resources = count == 1 ? "1 resource" : count + " resources";
    if (options.json() || !invocation.terminal().interactive()) {
      throw Fault.unasked(
          "%s would go from %s to %s.".formatted(resources, had, gets),
          "Review it with --dry-run; --auto-approve does it.");
    }
    edit.put().forEach(record -> invocation.terminal().out().println("  ~ " + record.address()));
    return invocation.terminal().confirms("Give %s from %s to %s?".formatted(resources, had, gets));
  }

  private static ProviderSource source(String written) {
    try {
      return ProviderSource.parse(written);
    } catch (BadText e) {
      String reason = e.reason();
      throw Fault.of(
              "Invalid argument",
              Character.toUpperCase(reason.charAt(0)) + reason.substring(1) + ".",
              "")
          .because(e);
    }
  }
}
