package io.sluice.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.report.TextReport;
import io.sluice.language.source.SourceFile;
import io.sluice.model.ErrorClass;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeFaultTest {
  private static final SourceFile FILE =
      SourceFile.of("main.tf", "resource \"local_command\" \"bad\" {\n  create = \"exit 3\"\n}\n");

  private static String text(String node, String attempted, String errorClass) {
    RunProgress.Trouble trouble =
        new RunProgress.Trouble(node, attempted, errorClass, "exit code 3");
    return new TextReport(false).one(NodeFault.of(trouble, Optional.of(FILE.range(0, 30))));
  }

  @Test
  void saysWhatFailedWhereAndWhetherToTryAgain() {
    assertThat(text("local_command.bad", "Creating", "PERMANENT"))
        .isEqualTo(
            """
            Error: Creating local_command.bad failed

              on main.tf line 1, column 1, in resource "local_command" "bad":
                1: resource "local_command" "bad" {
                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

            exit code 3

            Trying again does not help unless something else changes first.
            """);
  }

  @Test
  void showsNoNameOfTheMachine() {
    for (ErrorClass errorClass : ErrorClass.values()) {
      assertThat(text("local_file.a#delete", "Destroying", errorClass.name()))
          .startsWith("Error: Destroying local_file.a (the old object) failed\n")
          .doesNotContain(errorClass.name())
          .doesNotContain("#delete");
    }
    assertThat(text("!outputs", "", "USER")).startsWith("Error: the outputs failed\n");
  }

  /** What is in doubt has ways to resolve it, which are more than a word. */
  @Test
  void saysOfEveryClassWhetherTryingAgainHelps() {
    for (ErrorClass errorClass : ErrorClass.values()) {
      assertThat(NodeFault.again(errorClass.name()).isEmpty())
          .as(errorClass.name())
          .isEqualTo(errorClass == ErrorClass.IN_DOUBT);
    }
  }
}
