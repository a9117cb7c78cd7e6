package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LineageTest {
  @Test
  void printsTheExpressionThatLeadsThere() {
    Lineage lineage =
        Lineage.root("aws_vpc").member("main").member("subnets").key("a\"b").index(0).member("id");

    assertThat(lineage).hasToString("aws_vpc.main.subnets[\"a\\\"b\"][0].id");
  }

  @Test
  void escapesWhatWouldBeATemplateInAKey() {
    assertThat(Lineage.root("x").key("${y}")).hasToString("x[\"$${y}\"]");
  }

  @Test
  void staysAsItIsWhenExtended() {
    Lineage parent = Lineage.root("local").member("tags");
    Lineage child = parent.key("a");

    assertThat(parent).hasToString("local.tags");
    assertThat(child).hasToString("local.tags[\"a\"]");
  }

  @Test
  void beginsWithAName() {
    assertThatThrownBy(() -> Lineage.parse(".x")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Lineage.parse("[0]")).isInstanceOf(IllegalArgumentException.class);
  }

  /** A raw one would reach terminals, and be another text than the one that is read back. */
  @Test
  void escapesControlCharactersInAKey() {
    assertThat(Lineage.root("x").key("a\u0001b\u007f")).hasToString("x[\"a\\u0001b\\u007f\"]");
  }

  @Test
  void readsWhatItPrints() {
    for (String key :
        List.of("a", "", "a.b", "\"", "\\", "${x}", "%{x}", "$", "\n\r\t", "\u0001", "é")) {
      Lineage lineage = Lineage.root("module").member("m").key(key).index(3).member("id");

      assertThat(Lineage.parse(lineage.text())).isEqualTo(lineage);
    }
  }

  @Test
  void readsThePathBelowAnObject() {
    assertThat(Lineage.below("")).isEmpty();
    assertThat(Lineage.below("id")).containsExactly(new Lineage.Member("id"));
    assertThat(Lineage.below("a.b[0]"))
        .containsExactly(new Lineage.Member("a"), new Lineage.Member("b"), new Lineage.Index(0));
    assertThat(Lineage.below("[\"k.l\"].c"))
        .containsExactly(new Lineage.Key("k.l"), new Lineage.Member("c"));
  }

  @Test
  void leadsToAPartOfAValue() throws Exception {
    JsonNode value = Json.tree("{\"a\": [{\"k.l\": 7}]}".getBytes(StandardCharsets.UTF_8));

    assertThat(part(value, "a[0][\"k.l\"]")).isEqualTo("7");
    assertThat(part(value, "a[1]")).isEqualTo("nothing");
    assertThat(part(value, "a.b")).isEqualTo("nothing");
    assertThat(part(value, "[\"a\"][0]")).isEqualTo("{\"k.l\":7}");
  }

  private static String part(JsonNode value, String path) {
    JsonNode part = value;
    for (Lineage.Segment segment : Lineage.below(path)) {
      JsonNode next = segment.in(part);
      if (next == null) {
        return "nothing";
      }
      part = next;
    }
    return part.toString();
  }

  @Test
  void knowsTheAddressBehindAMark() {
    Address address = Address.of("local_file.a");

    assertThat(address.deposed("7").live()).isEqualTo(address);
    assertThat(address.deposed("7").isDeposed()).isTrue();
    assertThat(address.orphan("w-1").isOrphan()).isTrue();
    assertThat(address.orphan("w-1").live()).isEqualTo(address);
    assertThat(address.isDeposed()).isFalse();
  }
}
