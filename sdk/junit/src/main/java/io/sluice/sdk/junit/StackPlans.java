package io.sluice.sdk.junit;

import io.sluice.language.config.VariableSources;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Severity;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.configuration.Configuration;
import io.sluice.provider.ProviderRegistry;
import io.sluice.sdk.Stack;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Plans of stacks: {@code assertPlan(stack).creates("local_file.page")}. A stack that can't be
 * planned fails with what {@code sluice plan} would say.
 */
public final class StackPlans {
  /** What {@code plantimestamp()} gives: the same in every test. */
  private static final String WHEN = "2024-01-01T00:00:00Z";

  private final Path directory;
  private final Map<String, String> variables;

  private StackPlans(Path directory, Map<String, String> variables) {
    this.directory = directory;
    this.variables = Map.copyOf(variables);
  }

  /** What the stack makes of an empty workspace. */
  public static PlanAssert assertPlan(Stack stack) {
    return assertPlan(stack, Map.of());
  }

  /**
   * The same with values for its variables.
   *
   * @param variables as on a command line: text as it is, other types as expressions
   */
  public static PlanAssert assertPlan(Stack stack, Map<String, String> variables) {
    return in(Path.of(""), variables).planned(stack);
  }

  /** Plans stacks whose modules and files are in a directory. */
  public static StackPlans in(Path directory, Map<String, String> variables) {
    return new StackPlans(directory, variables);
  }

  public PlanAssert planned(Stack stack) {
    List<VariableSources.Argument> given = new ArrayList<>();
    variables.forEach((name, value) -> given.add(new VariableSources.Assignment(name, value)));
    Configuration.Loaded loaded =
        Configuration.load(
            new StackFiles(stack, directory),
            new VariableSources(Map.of(), given),
            stack.name(),
            WHEN,
            ProviderRegistry.builtIn());
    Configuration configuration = loaded.configuration();
    if (configuration == null) {
      throw refused(stack, loaded.diagnostics());
    }
    Planning.Directory request =
        new Planning.Directory(configuration, RunKind.APPLY, RunOptions.DEFAULT, Set.of());
    return switch (Planning.of(request, Snapshot.empty(stack.name()), Answers.AT_ONCE)) {
      case Planning.Drawn drawn -> new PlanAssert(stack.name(), drawn.made());
      case Planning.Ask ask -> throw refused(stack, ask.unanswered().reasons());
      case Planning.Refused refusal -> throw refused(stack, refusal.reasons());
    };
  }

  private static AssertionError refused(Stack stack, List<Diagnostic> reasons) {
    String said =
        reasons.stream()
            .filter(reason -> reason.severity() == Severity.ERROR)
            .map(reason -> reason.summary() + ": " + reason.detail())
            .collect(Collectors.joining("\n  "));
    return new AssertionError(
        "Stack \""
            + stack.name()
            + "\" can't be planned:\n  "
            + said
            + "\nIt is:\n"
            + stack.toHcl());
  }
}
