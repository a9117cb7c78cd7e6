package io.sluice.machine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.machine.claim.Claim;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldTest {
  private static final List<String> NAMES = List.of("t.a");

  @Test
  void nothingNamedMeansTheWholeWorkspace() {
    assertThat(new Hold.Nothing(List.of()).granted()).isEqualTo(new Hold.Whole());
    assertThat(new Hold.Nothing(NAMES).granted()).isEqualTo(new Hold.Listed(NAMES));
    assertThat(new Hold.Whole().wanted()).isEqualTo(Claim.WHOLE);
  }

  @Test
  void aPlanNarrowsWhatWasGranted() {
    assertThat(new Hold.Listed(NAMES).ofPlan()).isEqualTo(new Hold.OfPlan(List.of()));
    assertThat(new Hold.Listed(NAMES).ofReads()).isEqualTo(new Hold.OfPlan(NAMES));
    assertThat(new Hold.OfPlan(NAMES).givenUp()).isEqualTo(new Hold.Nothing(NAMES));
  }

  @Test
  void aStepThatAHoldDoesNotHaveIsABug() {
    assertIllegal(() -> new Hold.OfPlan(NAMES).granted(), "OfPlan can't be granted");
    assertIllegal(() -> new Hold.Nothing(NAMES).ofPlan(), "Nothing can't be narrowed");
    assertIllegal(() -> new Hold.OfPlan(NAMES).ofReads(), "OfPlan can't be narrowed");
    assertIllegal(() -> new Hold.Nothing(NAMES).widened(NAMES), "Nothing can't be widened");
    assertIllegal(() -> new Hold.Whole().widened(NAMES), "Whole can't be widened");
    assertIllegal(() -> new Hold.OfPlan(NAMES).widened(NAMES), "OfPlan can't be widened");
  }

  private static void assertIllegal(Runnable step, String message) {
    assertThatThrownBy(step::run).isInstanceOf(IllegalStateException.class).hasMessage(message);
  }
}
