package io.sluice.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1               | 1.0             | true
          1               | 1               | true
          9007199254740993| 9007199254740992| false
          [1,2]           | [1,2.00]        | true
          [1,2]           | [2,1]           | false
          {"a":1,"b":2}   | {"b":2,"a":1}   | true
          {"a":1}         | {"a":1,"b":null}| false
          "1"             | 1               | false
          null            | false           | false
          """)
  void comparesAsJsonValues(String a, String b, boolean same) throws Exception {
    assertThat(Json.same(tree(a), tree(b))).isEqualTo(same);
  }

  @Test
  void keepsDigitsOfNumbers() throws Exception {
    String text = "[123456789012345678901234567890,1.10,0.1]";

    assertThat(Json.text(tree(text))).isEqualTo(text);
  }

  @Test
  void saysWhereADocumentBreaks() {
    assertThatThrownBy(() -> tree("{\n  \"a\": nope\n}"))
        .isInstanceOfSatisfying(
            MalformedMessage.class,
            e -> {
              assertThat(e.line()).isEqualTo(2);
              assertThat(e.getMessage()).contains("nope");
            });
  }

  @Test
  void saysNothingOfTheParsersOwnSettings() {
    assertThatThrownBy(() -> tree("{\n"))
        .hasMessageContaining("line: 1, column: 1")
        .hasMessageNotContaining("Source");
  }

  @Test
  void refusesTheSameKeyTwice() {
    assertThatThrownBy(() -> tree("{\"a\":1,\"a\":2}")).isInstanceOf(MalformedMessage.class);
  }

  private static JsonNode tree(String text) throws MalformedMessage {
    return Json.tree(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsNamesAsLongAsItWrites() throws MalformedMessage {
    byte[] written = Json.encode(Json.object().put("k".repeat(100_000), 1));

    assertThat(Json.tree(written).size()).isEqualTo(1);
  }

  @Test
  void whatNoReaderTakesIsNotWritten() throws Exception {
    String longest = "x".repeat(ReadableText.LONGEST);
    byte[] read = Json.encode(Json.object().put("a", longest));
    assertThat(Json.tree(read).path("a").asText()).hasSize(ReadableText.LONGEST);

    assertThatThrownBy(() -> Json.encode(Json.object().put("a", longest + "x")))
        .isInstanceOf(ReadableText.TooLong.class)
        .hasMessage("/a has 16,777,217 characters; a text may have 16,777,216");
    assertThatThrownBy(() -> Json.encode(Json.object().put(longest + "x", 1)))
        .isInstanceOf(ReadableText.TooLong.class);
  }
}
