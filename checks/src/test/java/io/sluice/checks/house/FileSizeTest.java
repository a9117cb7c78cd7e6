package io.sluice.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A file that can be read alone, in one sitting. */
class FileSizeTest {
  private static final int MOST = 400;

  @Test
  void aFileHasAtMostFourHundredLines() {
    List<String> tooLong =
        Sources.read(Sources.root()).modules().values().stream()
            .flatMap(module -> module.packages().values().stream())
            .flatMap(List::stream)
            .filter(file -> file.lines() > MOST)
            .map(file -> file.name() + " has " + file.lines() + " lines")
            .toList();

    assertThat(tooLong).as("main files of more than " + MOST + " lines").isEmpty();
  }
}
