package io.sluice.questions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.json.Json;
import org.junit.jupiter.api.Test;

class TravellingAnswersTest {
  private static ObjectNode some() {
    ObjectNode some = Json.object();
    some.putObject("a key").put("kind", "given");
    return some;
  }

  @Test
  void areWrittenNoLargerThanTheyAreRead() {
    assertThat(TravellingAnswers.packed(some(), 1_000)).isNotEmpty();
    assertThatThrownBy(() -> TravellingAnswers.packed(some(), 10))
        .isInstanceOf(TravellingAnswers.TooLarge.class)
        .hasMessageContaining("about 1 objects");
  }

  @Test
  void thatCannotBeReadAnswerNothing() {
    TextNode packed = TextNode.valueOf(TravellingAnswers.packed(some(), 1_000));
    assertThat(TravellingAnswers.opened(packed).written()).isEmpty();
    assertThat(TravellingAnswers.opened(TextNode.valueOf("damaged")).written()).isEmpty();
    assertThat(TravellingAnswers.opened(some()).written()).isEmpty();
    assertThat(TravellingAnswers.opened(null).written()).isEmpty();
  }
}
