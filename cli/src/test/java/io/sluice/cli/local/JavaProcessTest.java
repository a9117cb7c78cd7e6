package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JavaProcessTest {
  @Test
  void aHostEndsWhenItHasNoMemoryLeft() {
    assertThat(JavaProcess.command(List.of("host-stack")))
        .containsOnlyOnce("-XX:+ExitOnOutOfMemoryError")
        .endsWith("io.sluice.cli.Sluice", "host-stack");
  }
}
