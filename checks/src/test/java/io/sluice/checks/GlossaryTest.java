package io.sluice.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GlossaryTest {
  private static final Pattern TERM = Pattern.compile("\\*\\*([a-z -]+)\\*\\*:?");

  @Test
  void definesEachTermOnceAndNoMoreThanPeopleRemember() throws IOException {
    Path glossary = Path.of(System.getProperty("sluice.root"), "docs", "glossary.md");
    List<String> terms =
        TERM.matcher(Files.readString(glossary))
            .results()
            .map((MatchResult m) -> m.group(1))
            .toList();
    assertThat(terms).hasSizeBetween(40, 60).doesNotHaveDuplicates();
  }
}
