package io.sluice.language.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class OracleTest {
  private static final int LIVE_SAMPLE = 40;

  private static Path fixture() {
    try {
      return Path.of(
          Objects.requireNonNull(OracleTest.class.getResource("/oracle/fixture")).toURI());
    } catch (java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @TestFactory
  Stream<DynamicTest> answersAsTerraformDoes() throws IOException {
    Sluice sluice = new Sluice(fixture());
    Map<String, Answer> golden = Golden.read();
    return Case.all().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.expression(),
                    () ->
                        compare(
                            each, sluice.ask(each.expression()), golden.get(each.expression()))));
  }

  @Test
  void goldenFileHoldsEveryExpressionAndNoOther() throws IOException {
    assertThat(Golden.read().keySet())
        .containsExactlyElementsOf(Case.all().stream().map(Case::expression).distinct().toList());
  }

  @Test
  void terraformStillAnswersAsTheGoldenFileSays(@TempDir Path directory) throws Exception {
    assumeTrue(Oracle.version().isPresent(), "no terraform on PATH: golden answers only");
    Oracle oracle = Oracle.prepare(fixture(), directory);
    Map<String, Answer> golden = Golden.read();
    List<Case> cases = new ArrayList<>(Case.all());
    Collections.shuffle(cases, new Random(49));
    for (Case each : cases.subList(0, LIVE_SAMPLE)) {
      assertThat(oracle.ask(each.expression()))
          .as(each.expression())
          .isEqualTo(golden.get(each.expression()));
    }
  }

  private static void compare(Case each, Answer ours, Answer theirs) {
    if (each.loose()) {
      assertThat(theirs.faults()).isNotEmpty();
      assertThat(ours.faults().stream().map(Answer.Fault::summary).toList())
          .isEqualTo(theirs.faults().stream().map(Answer.Fault::summary).toList());
    } else {
      assertThat(ours).isEqualTo(theirs);
    }
  }
}
