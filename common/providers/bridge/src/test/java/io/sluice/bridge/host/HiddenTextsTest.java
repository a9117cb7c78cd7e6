package io.sluice.bridge.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HiddenTextsTest {
  @Test
  void takesOutWhatItWasTold() {
    HiddenTexts hidden = new HiddenTexts();
    assertThat(hidden.apply("password is hunter22")).isEqualTo("password is hunter22");
    hidden.add(List.of("hunter22"));
    hidden.add(List.of("hunter22"));
    assertThat(hidden.apply("password is hunter22")).isEqualTo("password is (sensitive value)");
  }

  @Test
  void remembersTheNewest() {
    HiddenTexts hidden = new HiddenTexts();
    hidden.add(IntStream.range(0, 2_100).mapToObj(i -> "secret-" + i + "-end").toList());
    assertThat(hidden.apply("secret-2099-end secret-5-end"))
        .isEqualTo("(sensitive value) secret-5-end");
  }
}
