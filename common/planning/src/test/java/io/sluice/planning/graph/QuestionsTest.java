package io.sluice.planning.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Late answers of providers lead to the same plan as immediate ones. */
class QuestionsTest {
  private final Given chain =
      Given.resources(
              """
                - {name: a, type: disk, config: {path: /a, label: new}}
                - {name: b, type: host, config: {input: "${a.label}"}}
                - {name: c, type: host, config: {input: "${b.output}"}}
                - {name: alone, type: disk, config: {path: /x}}
                - {name: new, type: disk, config: {path: /new}}
              """)
          .record("disk.a", "{\"path\": \"/a\", \"label\": \"old\"}", "")
          .record("host.b", "{\"input\": \"${a.label}\"}", "disk.a")
          .record("host.c", "{\"input\": \"${b.output}\"}", "host.b")
          .record("disk.alone", "{\"path\": \"/x\"}", "");

  @Test
  void asksInWavesAboutWhatIsRecordedAndDrawsTheSamePlan() {
    Set<String> answered = new HashSet<>();
    List<List<String>> waves = new ArrayList<>();
    while (chain.outcome(only(answered)) instanceof Diff.Asked(List<Question> questions)) {
      waves.add(questions.stream().map(Question::subject).toList());
      questions.forEach(question -> answered.add(question.subject()));
    }

    assertThat(waves)
        .containsExactly(List.of("disk.a", "disk.alone"), List.of("host.b"), List.of("host.c"));
    assertThat(chain.outcome(only(answered))).isEqualTo(chain.outcome());
  }

  private static Answers only(Set<String> answered) {
    return question ->
        answered.contains(question.subject()) ? Answers.AT_ONCE.to(question) : Optional.empty();
  }
}
