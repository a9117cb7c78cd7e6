package io.sluice.cli.command.stack;

import io.sluice.cli.command.apply.Applying;
import io.sluice.cli.command.apply.Intent;
import io.sluice.cli.command.shared.TemporaryDirectory;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Unsent;
import io.sluice.language.config.VariableSources;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.configuration.desired.Outputs;
import io.sluice.stacks.deployment.PublishedConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Publishes the outputs of a stack after its deployments were applied: as outputs of the workspace
 * that is called like the stack.
 */
final class Publishing {
  private final Invocation invocation;
  private final StackDirectory stack;
  private final Settings settings;
  private final Deployment serving;
  private final boolean json;

  Publishing(
      Invocation invocation,
      StackDirectory stack,
      Settings settings,
      Deployment serving,
      boolean json) {
    this.invocation = invocation;
    this.stack = stack;
    this.settings = settings;
    this.serving = serving;
    this.json = json;
  }

  ExitCode publish() {
    if (stack.configuration().published().isEmpty()) {
      return ExitCode.DONE;
    }
    Map<String, Set<String>> available = new TreeMap<>();
    stack
        .configuration()
        .deployments()
        .values()
        .forEach(each -> available.put(each.name(), outputs(stack.workspace(each))));
    String text =
        PublishedConfiguration.of(stack.configuration(), stack.stack(), stack.name(), available);
    if (text.isEmpty() && outputs(stack.name()).isEmpty()) {
      return ExitCode.DONE;
    }
    try (TemporaryDirectory directory = TemporaryDirectory.make()) {
      Path root = Files.createDirectory(directory.path().resolve(stack.name()));
      Files.writeString(root.resolve("main.tf"), text);
      return apply(root);
    } catch (IOException e) {
      throw Fault.of(
              "The outputs of %s can't be published".formatted(stack.name()),
              String.valueOf(e.getMessage()),
              "")
          .because(e);
    }
  }

  private Set<String> outputs(String workspace) {
    return Outputs.of(ConfigurationPlanning.state(invocation, settings, serving, workspace))
        .keySet();
  }

  private ExitCode apply(Path root) {
    ConfigurationPlanning planning =
        ConfigurationPlanning.load(
            invocation.in(root),
            invocation,
            settings,
            stack.name(),
            VariableSources.NONE,
            Collections.emptySortedMap());
    RunOptions options =
        new RunOptions(
            0, OnFailure.CONTINUE, List.of(), true, RunOptions.Approval.GIVEN, null, false, true);
    if (planning.mustRead(planning.state(serving), RunKind.APPLY, options)) {
      planning.read(serving, options);
    }
    ConfigurationPlanning.Drawn drawn = planning.draw(Optional.of(serving), RunKind.APPLY, options);
    Intent intent = Intent.of(planning, RunKind.APPLY, drawn);
    if (intent.isNothing()) {
      return ExitCode.DONE;
    }
    invocation.note("\nPublishing the outputs of " + stack.name() + ".");
    try (Unsent unsent = new Unsent(invocation, "Nothing was published.")) {
      return new Applying(
              new Applying.Place(invocation, invocation, settings, serving),
              new Applying.Choices(false, true, false, false, false, json, invocation.again()),
              unsent)
          .apply(intent);
    }
  }
}
