package io.sluice.planning.configuration;

import io.sluice.language.config.Module;
import io.sluice.language.function.Budget;
import io.sluice.language.function.Moment;
import io.sluice.language.instancing.ModuleEnvironment;
import io.sluice.language.instancing.Phase;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Oversize;
import io.sluice.model.WorkspaceName;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.desired.AnsweredCalls;
import io.sluice.planning.configuration.desired.DesiredConfiguration;
import io.sluice.planning.configuration.recorded.AsRecorded;
import io.sluice.planning.configuration.values.ProviderCalls;
import io.sluice.planning.configuration.values.Upstream;
import io.sluice.provider.ProviderRegistry;
import io.sluice.stacks.load.StackLoader;
import java.util.List;
import java.util.Map;

/** All that can be said of a configuration without values. */
public final class ConfigurationValidation {
  private ConfigurationValidation() {}

  /**
   * What is wrong, as far as it is known.
   *
   * @param unanswered what providers have to be asked before all is known
   */
  public record Found(List<Diagnostic> diagnostics, List<Question> unanswered) {
    public Found {
      diagnostics = List.copyOf(diagnostics);
      unanswered = List.copyOf(unanswered);
    }
  }

  /** Without asking anyone. */
  public static List<Diagnostic> of(SourceFiles files, ProviderRegistry registry) {
    return of(files, registry, new AsRecorded()).diagnostics();
  }

  public static Found of(SourceFiles files, ProviderRegistry registry, Answers answers) {
    Diagnostics diagnostics = new Diagnostics();
    AnsweredCalls asked = new AnsweredCalls(answers);
    try {
      validate(files, registry, asked, diagnostics);
    } catch (StackOverflowError | Oversize | Budget.Exhausted e) {
      diagnostics.add(EvaluationBounds.exceeded(e));
    }
    return new Found(diagnostics.list(), asked.unanswered());
  }

  private static void validate(
      SourceFiles files, ProviderRegistry registry, AnsweredCalls asked, Diagnostics diagnostics) {
    Module root = StackLoader.root(files, diagnostics).orElse(null);
    if (root != null && !diagnostics.hasErrors()) {
      ModuleEnvironment environment =
          EvaluationBounds.interruptible(
              ModuleEnvironment.of(
                      Phase.VALIDATE,
                      files.access(),
                      Moment.UNKNOWN,
                      WorkspaceName.DEFAULT,
                      files.workingDirectory())
                  .with(
                      new ProviderCalls(
                          registry, ProviderCalls.Caller.NOBODY, files.workingDirectory())));
      new DesiredConfiguration(
              root,
              environment,
              files.place(),
              Map.of(),
              registry,
              List.of(),
              Map.of(),
              Upstream.NONE,
              diagnostics,
              asked,
              null)
          .validate();
    }
  }
}
