package io.sluice.model.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.json.Json;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClippedLinesTest {
  @Test
  void splitsTextsIntoLines() {
    assertThat(Clipped.lines(List.of("one\ntwo", "", "three")))
        .containsExactly("one", "two", "", "three");
  }

  @Test
  void keepsNoMoreThanPeopleRead() {
    List<String> lines = Clipped.lines(Collections.nCopies(250, "line"));
    assertThat(lines).hasSize(100).endsWith("line", "… and 151 more lines");
    assertThat(Clipped.lines(lines)).isEqualTo(lines);
  }

  @Test
  void staysWithinItsBytesWhateverIsSaid() {
    for (String letter : List.of("x", "\u0001", "\"", "€", "😀")) {
      List<String> lines = Clipped.lines(Collections.nCopies(90, letter.repeat(2_000)));
      assertThat(lines).allMatch(line -> line.length() <= 1_000);
      assertThat(Json.encode(lines).length).as(letter).isLessThanOrEqualTo(16 * 1024);
      assertThat(lines.getLast()).matches("… and \\d+ more lines");
      assertThat(Clipped.lines(lines)).isEqualTo(lines);
    }
  }
}
