package io.sluice.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {
  @Property
  void readsBackWhateverAnInstantIsWrittenAs(
      @ForAll @LongRange(min = -62_167_219_200L, max = 253_402_300_799L) long seconds,
      @ForAll @IntRange(max = 999_999_999) int nanos) {
    Instant instant = Instant.ofEpochSecond(seconds, nanos);
    assertThat(Times.parse(instant.toString())).isEqualTo(instant);
  }

  @Property
  void writesWhatAnInstantSays(
      @ForAll @LongRange(min = -62_167_219_201L, max = 253_402_300_801L) long seconds,
      @ForAll @IntRange(max = 999_999_999) int nanos,
      @ForAll @IntRange(min = 0, max = 3) int groups) {
    int scale = groups == 0 ? 1_000_000_000 : groups == 1 ? 1_000_000 : groups == 2 ? 1_000 : 1;
    Instant instant = Instant.ofEpochSecond(seconds, nanos - nanos % scale);
    assertThat(Times.text(instant)).isEqualTo(instant.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-18T10:00:00Z",
        "2026-11-18T10:00:00.5Z",
        "2026-11-18T10:00:00.000001Z",
        "2024-02-29T23:59:59.999999999Z",
        "2026-11-18T24:00:00Z",
        "2026-11-18T10:00:00+02:00",
        "+12026-11-18T10:00:00Z"
      })
  void readsWhatTheGeneralParserReads(String text) {
    assertThat(Times.parse(text)).isEqualTo(Instant.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Z",
        "now",
        "2026-02-30T10:00:00Z",
        "2026-13-01T10:00:00Z",
        "2026-11-18T10:60:00Z",
        "2026-11-18T10:00:00.1234567890Z",
        "2026-11-18 10:00:00Z",
        "2026-11-18T10:00:0xZ"
      })
  void refusesWhatIsNoTime(String text) {
    assertThatThrownBy(() -> Times.parse(text)).isInstanceOf(DateTimeException.class);
  }

  @Property
  void readsBackWhateverADurationIsWrittenAs(
      @ForAll @LongRange(min = -100_000, max = 20_000_000) long seconds,
      @ForAll @IntRange(max = 999_999_999) int nanos) {
    Duration whole = Duration.ofSeconds(seconds);
    assertThat(Times.parseDuration(whole.toString())).isEqualTo(whole);
    Duration broken = whole.plusNanos(nanos);
    assertThat(Times.parseDuration(broken.toString())).isEqualTo(broken);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1S", "PT90M", "PT5H", "P1DT1S", "PT0.5S", "PT-3S", "PT12345678901S"})
  void readsTheDurationsThatTheGeneralParserReads(String text) {
    assertThat(Times.parseDuration(text)).isEqualTo(Duration.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "PT", "PTS", "PT1", "1S", "PT1x2S", "PT1s2"})
  void refusesWhatIsNoDuration(String text) {
    assertThatThrownBy(() -> Times.parseDuration(text)).isInstanceOf(DateTimeException.class);
  }
}
