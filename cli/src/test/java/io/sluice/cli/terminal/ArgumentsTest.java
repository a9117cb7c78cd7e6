package io.sluice.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Suggestion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
  @Test
  void understandsLongFlagsWithOneDash() {
    assertThat(Arguments.normalised("submit", "-auto-approve", "-out=F", "-var", "k=v"))
        .containsExactly("submit", "--auto-approve", "--out=F", "--var", "k=v");
  }

  @Test
  void leavesShortFlagsNumbersAndStandardInputAlone() {
    assertThat(Arguments.normalised("-h", "-", "-5", "--json", "-x"))
        .containsExactly("-h", "-", "-5", "--json", "-x");
  }

  @Test
  void leavesWhatFollowsTwoDashesAlone() {
    assertThat(Arguments.normalised("exec", "--", "-auto-approve"))
        .containsExactly("exec", "--", "-auto-approve");
  }

  @Test
  void takesTheDirectoryOptionAnywhere() {
    List<String> arguments = new ArrayList<>(List.of("state", "--chdir=a b", "list"));
    assertThat(Arguments.value(arguments, "--chdir")).contains("a b");
    assertThat(arguments).containsExactly("state", "list");

    List<String> apart = new ArrayList<>(List.of("--chdir", "d", "up"));
    assertThat(Arguments.value(apart, "--chdir")).contains("d");
    assertThat(apart).containsExactly("up");
  }

  @Test
  void findsTheWordThatWasMeant() {
    List<String> known = List.of("submit", "state", "status", "runs");
    assertThat(Suggestion.ofTyped("sumbit", known)).contains("submit");
    assertThat(Suggestion.ofTyped("stat", known)).contains("state");
    assertThat(Suggestion.ofTyped("frobnicate", known)).isEmpty();
  }
}
