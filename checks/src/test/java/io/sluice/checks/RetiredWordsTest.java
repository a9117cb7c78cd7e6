package io.sluice.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names and sentences that made way for plainer ones do not come back. */
class RetiredWordsTest {
  private static final Path ROOT =
      Path.of(System.getProperty("sluice.root")).toAbsolutePath().normalize();

  private static final Pattern RETIRED =
      Pattern.compile(
          String.join(
              "|",
              List.of(
                  "\\bUnheard\\b",
                  "\\b[mM]anners\\b",
                  "\\bMannersSettings\\b",
                  "\\bLeftOpen\\.",
                  "\\b(Plan|Attempt|Submission|Expansion|Surgery)Desk\\b",
                  "\\bHeardSession\\b",
                  "\\bturn\\.broke\\b",
                  "\\btryToPass\\b",
                  "\\bWanting\\b",
                  "\\bSurroundings\\b",
                  "\\bVerdict\\.ILL\\b",
                  "\\bEnvironment\\.Silent\\b",
                  "\\bVault\\.Closed\\b",
                  "\\bRunDraft\\b",
                  "\\bCompanions\\b",
                  "\\b[rR]esidue\\b",
                  "\\b[sS]cene\\b",
                  "\\b(class|enum|interface|record) (Deciding|Door|Told)\\b",
                  "\\bneverLeft\\b",
                  "\\bfailFor\\b",
                  "state is so already",
                  "lets? us in",
                  "Mend that, or",
                  "Nobody is here to approve",
                  "there is no one to ask",
                  "Nobody has taken run",
                  "No planner has said",
                  "nobody's business",
                  "Forget what is in it",
                  "Interrupt what has begun",
                  "what has begun may end",
                  "is not this plan: look again",
                  "\" is left alone: ",
                  "who depends on it is told",
                  "Something moved while",
                  "nothing was heard of it",
                  "settle it with sluice",
                  "counts for nothing",
                  "whom nobody",
                  "does not stand still",
                  "goes on at inbox",
                  "see to it there",
                  "known to nobody",
                  "loops in loops",
                  "taken over afresh",
                  "no whole reply",
                  "has come since",
                  "Internal fault of",
                  "what is so already",
                  "No run is under way",
                  "Repeated or taken back",
                  "is not understood",
                  "meant from now on",
                  "[eE]mbedded stack")));

  @Test
  void noRetiredNameOrSentenceIsLeft() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(RetiredWordsTest::isRead).toList()) {
        Matcher matcher = RETIRED.matcher(Files.readString(file));
        while (matcher.find()) {
          found.add(ROOT.relativize(file) + ": " + matcher.group());
        }
      }
    }
    assertThat(found).isEmpty();
  }

  /** Decision records keep the words of their time. */
  private static boolean isRead(Path file) {
    String path = ROOT.relativize(file).toString();
    boolean text = path.endsWith(".java") || path.endsWith(".md") || path.endsWith(".groovy");
    boolean aside =
        path.contains("/build/")
            || path.startsWith("build/")
            || path.startsWith("docs/adr/")
            || path.endsWith("RetiredWordsTest.java");
    return text && !aside;
  }
}
