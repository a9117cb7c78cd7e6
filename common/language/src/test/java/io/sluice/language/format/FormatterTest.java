package io.sluice.language.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.language.Terraform;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormatterTest {
  record Case(String input, String expected) {}

  private static List<Case> cases() throws IOException {
    try (InputStream in = FormatterTest.class.getResourceAsStream("cases.json")) {
      List<Case> cases = new ArrayList<>();
      for (JsonNode node : new ObjectMapper().readTree(in)) {
        cases.add(new Case(node.get("in").asText(), node.get("out").asText()));
      }
      return cases;
    }
  }

  private static String format(String text) {
    Diagnostics diagnostics = new Diagnostics();
    byte[] formatted =
        Formatter.format(SourceFile.of("ugly.tf", text), diagnostics)
            .orElseThrow(() -> new AssertionError(text + ": " + diagnostics));
    return new String(formatted, StandardCharsets.UTF_8);
  }

  @Test
  void writesUglyTextsAsTheirCanonicalForm() throws IOException {
    SoftAssertions softly = new SoftAssertions();
    assertThat(cases()).hasSizeGreaterThan(150);
    for (Case c : cases()) {
      softly.assertThat(format(c.input())).as(c.input()).isEqualTo(c.expected());
    }
    softly.assertAll();
  }

  @Test
  void hasTheCanonicalFormThatTerraformHas(@TempDir Path directory) throws IOException {
    Terraform.assumeInstalled();
    List<Case> cases = cases();
    for (int i = 0; i < cases.size(); i++) {
      Files.writeString(directory.resolve("c%03d.tf".formatted(i)), cases.get(i).input());
    }

    assertThat(Terraform.run(directory, "fmt", ".").exitCode()).isZero();

    SoftAssertions softly = new SoftAssertions();
    for (int i = 0; i < cases.size(); i++) {
      String theirs = Files.readString(directory.resolve("c%03d.tf".formatted(i)));
      softly.assertThat(format(cases.get(i).input())).isEqualTo(theirs);
    }
    softly.assertAll();
  }

  @Test
  void leavesCanonicalTextsAsTheyAre() throws IOException {
    SoftAssertions softly = new SoftAssertions();
    for (Case c : cases()) {
      if (!c.input().contains("a--1") && !c.input().contains("- -1")) {
        softly.assertThat(format(c.expected())).isEqualTo(c.expected());
      }
    }
    softly.assertAll();
  }

  @Test
  void leavesTextsWithFaultsAlone() {
    Diagnostics diagnostics = new Diagnostics();

    assertThat(Formatter.format(SourceFile.of("a.tf", "a = \n"), diagnostics)).isEmpty();

    assertThat(diagnostics.list()).hasSize(1);
  }
}
