package io.sluice.model.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.time.DurationText.Bad;
import io.sluice.model.time.DurationText.Good;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "0s, PT0S",
    "250ms, PT0.25S",
    "30s, PT30S",
    "1h15m, PT1H15M",
    "1.5h, PT1H30M",
    "0.5s250ms, PT0.75S",
    "2d, P2D",
    "3us, PT0.000003S",
    "3µs, PT0.000003S",
    "7ns, PT0.000000007S",
    "P1D, P1D",
    "PT1H30M, PT1H30M",
  })
  void readsWhatPeopleWrite(String text, Duration duration) {
    assertThat(DurationText.parse(text)).isEqualTo(new Good(duration));
    assertThat(DurationText.duration(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "5", "soon", "1.h", ".5h", "-1s", "1h 30m", "1w", "P", "P1M", "1s2", "s"})
  void saysThatOtherTextIsNone(String text) {
    assertThat(DurationText.parse(text)).isEqualTo(new Bad("is not a duration"));
  }

  @Test
  void takesWhatIsTypedInWhateverCase() {
    assertThat(DurationText.typed(" 10S ")).isEqualTo(new Good(Duration.ofSeconds(10)));
    assertThat(DurationText.typed("pt10s")).isEqualTo(new Good(Duration.ofSeconds(10)));
  }

  @Test
  void saysWhyATextThatLooksRightIsRefused() {
    assertThat(DurationText.parse("-PT1S")).isEqualTo(new Bad("is not a duration"));
    assertThat(DurationText.parse("PT-1S")).isEqualTo(new Bad("is negative"));
    assertThat(DurationText.parse("999999999999h")).isEqualTo(new Bad("is more than 292 years"));
    assertThat(DurationText.parse("P999999D")).isEqualTo(new Bad("is more than 292 years"));
    assertThat(DurationText.parse("0".repeat(100) + "s"))
        .isEqualTo(new Bad("is longer than 100 characters"));
  }

  @ParameterizedTest
  @CsvSource({
    "PT1H30M, 5400s",
    "PT0.25S, 250ms",
    "PT1.5S, 1500ms",
    "PT0.000000001S, 1ms",
    "P30DT0.5S, 2592001s",
  })
  void writesTheFormThatEveryBuildReads(Duration duration, String text) {
    assertThat(DurationText.canonical(duration)).isEqualTo(text);
  }
}
