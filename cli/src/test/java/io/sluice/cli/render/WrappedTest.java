package io.sluice.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTest {
  @Test
  void breaksLinesBetweenWords() {
    assertThat(Wrapped.lines("It would remove every record of that type.", 24))
        .containsExactly("It would remove every", "record of that type.");
  }

  @Test
  void keepsAWordWholeThatIsTooLong() {
    assertThat(Wrapped.lines("see https://example.com/a/very/long/address now", 20))
        .containsExactly("see", "https://example.com/a/very/long/address", "now");
  }

  @Test
  void keepsLinesAndWhatTheyAreIndentedBy() {
    assertThat(Wrapped.lines("a\n    one two three four five six\nb", 22))
        .containsExactly("a", "    one two three four", "    five six", "b");
  }
}
