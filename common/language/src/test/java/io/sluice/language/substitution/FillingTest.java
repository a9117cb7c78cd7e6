package io.sluice.language.substitution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FillingTest {
  @Test
  void putsInWhatIsKnownAndLeavesTheRest() {
    assertThat(fill("\"${count.index}\"", "{\"count\":{\"index\":3}}")).isEqualTo("3");
    assertThat(fill("\"n-${count.index}-${a.id}-${HOME}-$${x}\"", "{\"count\":{\"index\":3}}"))
        .isEqualTo("\"n-3-${a.id}-${HOME}-$${x}\"");
  }

  @Test
  void keepsReferencesOfFilledValuesAsReferences() {
    assertThat(fill("\"${each.value}\"", "{\"each\":{\"key\":\"k\",\"value\":\"${a.id}!\"}}"))
        .isEqualTo("\"${a.id}!\"");
    assertThat(fill("\"<${each.value}>\"", "{\"each\":{\"key\":\"k\",\"value\":\"$${a}\"}}"))
        .isEqualTo("\"<$${a}>\"");
  }

  @Test
  void fillsIndexesOfOtherReferences() {
    assertThat(fill("\"${x[count.index].id}\"", "{\"count\":{\"index\":2}}"))
        .isEqualTo("\"${x[2].id}\"");
    assertThat(fill("\"a ${x[each.key].id}\"", "{\"each\":{\"key\":\"a \\\"b\\\"\",\"value\":1}}"))
        .isEqualTo("\"a ${x[\\\"a \\\\\\\"b\\\\\\\"\\\"].id}\"");
  }

  @Test
  void givesObjectsWhole() {
    assertThat(
            fill(
                "{\"a\":\"${each.value.port}\",\"b\":[\"${each.value}\"]}",
                "{\"each\":{\"key\":\"k\",\"value\":{\"port\":80}}}"))
        .isEqualTo("{\"a\":80,\"b\":[{\"port\":80}]}");
  }

  @Test
  void saysWhereAFieldIsMissing() {
    Substituted result =
        Filling.fill(
            json("{\"a\":{\"b\":\"${each.value.porf}\"}}"),
            known("{\"each\":{\"key\":\"k\",\"value\":{\"port\":80}}}"));

    assertThat(result)
        .isInstanceOfSatisfying(
            Substituted.Unresolved.class,
            fault -> {
              assertThat(fault.where()).isEqualTo("/a/b");
              assertThat(fault.detail()).contains("each.value.porf");
            });
  }

  private static String fill(String template, String known) {
    Substituted filled = Filling.fill(json(template), known(known));
    assertThat(filled).isInstanceOf(Substituted.Resolved.class);
    return ((Substituted.Resolved) filled).tree().toString();
  }

  private static Map<String, JsonNode> known(String text) {
    JsonNode known = json(text);
    String root = known.fieldNames().next();
    return Map.of(root, known.path(root));
  }

  private static JsonNode json(String text) {
    try {
      return Json.tree(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new AssertionError(e);
    }
  }
}
