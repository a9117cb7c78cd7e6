package io.sluice.planning.configuration.desired;

import io.sluice.language.function.FunctionFailure;
import io.sluice.language.value.Value;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answer.Remark;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.values.ProviderCalls;
import io.sluice.provider.Provider;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What expressions are made of beside objects, functions of providers and ephemeral resources, by
 * the answers that there are; what is missing is kept to be asked.
 */
public final class AnsweredCalls implements ProviderCalls.Caller {
  private final Answers answers;
  private final Set<Question> unanswered = new LinkedHashSet<>();

  public AnsweredCalls(Answers answers) {
    this.answers = answers;
  }

  @Override
  public Optional<Value> call(Provider provider, String function, List<Value> arguments)
      throws FunctionFailure {
    Question question = new Question.Call(provider, function, arguments);
    Answer answer = answers.to(question).orElse(null);
    return switch (answer) {
      case null -> {
        unanswered.add(question);
        yield Optional.empty();
      }
      case Answer.Given(Value value, List<Remark> said) -> Optional.of(value);
      case Answer.Refused(List<Remark> said) ->
          throw new FunctionFailure(
              said.stream().map(AnsweredCalls::sentence).collect(Collectors.joining("; ")));
      case Answer.Planned planned -> throw new IllegalStateException("a call was planned");
      case Answer.Compared compared -> throw new IllegalStateException("a call was compared");
    };
  }

  /** Empty as long as the provider has not answered. */
  Optional<Answer> answer(Question question) {
    Optional<Answer> answer = answers.to(question);
    if (answer.isEmpty()) {
      unanswered.add(question);
    }
    return answer;
  }

  private static String sentence(Remark remark) {
    return remark.detail().isEmpty() ? remark.summary() : remark.detail();
  }

  public List<Question> unanswered() {
    return new ArrayList<>(unanswered);
  }
}
