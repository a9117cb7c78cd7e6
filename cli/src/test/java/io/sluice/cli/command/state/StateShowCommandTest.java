package io.sluice.cli.command.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StateShowCommandTest {
  private static final List<String> KNOWN =
      List.of(
          "local_file.page[\"about\"]",
          "local_file.page[\"a long key of one of them\"]",
          "local_file.pages");

  @Test
  void aBlockStandsForItsInstances() {
    assertThat(hint("local_file.page"))
        .contains("local_file.page[\"about\"], local_file.page[\"a long key of one of them\"]?");
    assertThat(hint("local_file.pags")).contains("Did you mean local_file.pages?");
    assertThat(StateShowCommand.unknown("a.b", List.of()).diagnostics().getFirst().detail())
        .isEqualTo("State is empty.");
  }

  private static String hint(String typed) {
    return StateShowCommand.unknown(typed, KNOWN).diagnostics().getFirst().detail();
  }
}
