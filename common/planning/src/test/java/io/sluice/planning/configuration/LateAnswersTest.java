package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LateAnswersTest {
  @TempDir private Path directory = Path.of("unset");

  @Test
  void asksForWhatIsKnownAndPlansAgainWithTheAnswers() throws IOException {
    SmallWorkspace workspace = new SmallWorkspace();
    write("one");
    workspace.apply(workspace.plan(directory));
    write("two");

    Set<String> answered = new HashSet<>();
    List<List<String>> waves = new ArrayList<>();
    Planning.Outcome outcome = plan(workspace.snapshot(), answered);
    while (outcome instanceof Planning.Ask(List<Question> questions)) {
      waves.add(questions.stream().map(Question::subject).toList());
      questions.forEach(question -> answered.add(question.subject()));
      outcome = plan(workspace.snapshot(), answered);
    }

    assertThat(waves)
        .containsExactly(
            List.of("terraform_data.first", "terraform_data.other"),
            List.of("terraform_data.second"));
    assertThat(outcome).isInstanceOf(Planning.Drawn.class);
    assertThat(((Planning.Drawn) outcome).plan()).isEqualTo(workspace.plan(directory).plan());
  }

  @Test
  void saysWhichProvidersWouldHaveToBeAsked() throws IOException {
    SmallWorkspace workspace = new SmallWorkspace();
    write("one");
    workspace.apply(workspace.plan(directory));

    Planning.Outcome outcome = plan(workspace.snapshot(), Set.of());

    assertThat(outcome).isInstanceOf(Planning.Ask.class);
    assertThat(((Planning.Ask) outcome).unanswered().reasons())
        .extracting(reason -> reason.summary() + ": " + reason.detail())
        .containsExactly(
            "Provider not available for planning: Planning needs the providers of"
                + " terraform_data.first, terraform_data.other, and this process cannot ask them.");
  }

  private void write(String input) throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        resource "terraform_data" "first" {
          input = "%s"
        }

        resource "terraform_data" "second" {
          input = terraform_data.first.output
        }

        resource "terraform_data" "other" {
          input = "same"
        }
        """
            .formatted(input));
  }

  private Planning.Outcome plan(Snapshot state, Set<String> answered) {
    Answers answers =
        question ->
            answered.contains(question.subject()) ? Answers.AT_ONCE.to(question) : Optional.empty();
    return Planning.of(
        new Planning.Directory(
            SmallWorkspace.load(directory), RunKind.APPLY, RunOptions.DEFAULT, Set.of()),
        state,
        answers);
  }
}
