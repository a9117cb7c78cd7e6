package io.sluice.planner.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AnsweredTest {
  @Test
  void saysOfEachOffsetWhetherItWasAnswered() {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      TreeSet<Long> open = new TreeSet<>();
      long first = random.nextInt(1_000_000);
      open.add(first);
      for (int i = 0; i < random.nextInt(60); i++) {
        open.add(first + random.nextInt(100));
      }
      long next = first + 1 + random.nextInt(120);

      Answered read = Answered.parse(first, Answered.of(open, next).text());

      for (long offset = first; offset < first + 130; offset++) {
        assertThat(read.contains(offset))
            .as("offset %d of %s below %d", offset, open, next)
            .isEqualTo(offset < next && !open.contains(offset));
      }
    }
  }

  @Test
  void knowsNothingFromATextThatIsNotItsOwn() {
    for (String text :
        List.of("", "someone", "answered:", "answered:x!", "answered:1,-4,zzzzzzz")) {
      assertThat(Answered.parse(5, text).contains(5)).as(text).isFalse();
      assertThat(Answered.parse(5, text).contains(6)).as(text).isFalse();
    }
  }

  @Test
  void isAsShortAsItsRuns() {
    TreeSet<Long> open = new TreeSet<>(List.of(1_000_000L));

    assertThat(Answered.of(open, 1_900_000).text()).isEqualTo("answered:1,jafz");
    for (long offset = 0; offset < 400; offset++) {
      open.add(1_000_000 + 2 * offset);
    }
    assertThat(Answered.of(open, 1_000_900).fits()).isTrue();
  }

  @Test
  void lapsStandBehindItAndChangeNothingOfIt() {
    TreeSet<Long> open = new TreeSet<>(List.of(7L, 9L));
    for (int laps = 0; laps < 4; laps++) {
      Answered some = Answered.of(open, 12).withLaps(laps);
      assertThat(Answered.parse(7, some.text())).isEqualTo(some);
      Answered none = Answered.parse(7, "").withLaps(laps);
      assertThat(Answered.parse(7, none.text()).laps()).isEqualTo(laps);
      assertThat(Answered.parse(7, none.text()).contains(7)).isFalse();
    }
  }
}
