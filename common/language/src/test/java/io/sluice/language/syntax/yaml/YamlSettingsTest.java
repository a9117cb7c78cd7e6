package io.sluice.language.syntax.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.snakeyaml.engine.v2.api.Load;

class YamlSettingsTest {
  /** With the reader's usual window this takes minutes. */
  @Test
  @Timeout(60)
  void aLongTextTakesAsLongAsManyShortOnes() {
    int length = 16_000_000;
    String text = "\"" + "x".repeat(length) + "\"";
    long began = System.nanoTime();

    Object read = new Load(YamlSettings.of(text, length + 2)).loadFromString(text);

    assertThat(read.toString()).hasSize(length);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(40));
  }
}
