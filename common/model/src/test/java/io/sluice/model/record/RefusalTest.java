package io.sluice.model.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Address;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RefusalTest {
  private static final Address ADDRESS = new Address("t.a");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\'',
      value = {
        "0; {\"kind\":\"heldBy\",\"run\":\"r\",\"what\":[\"t.a\"]}",
        "1; {\"kind\":\"heldBy\",\"run\":\"r\"}",
        "2; {\"kind\":\"versionMoved\",\"at\":\"t.a\",\"expected\":3,\"found\":0}",
        "3; {\"kind\":\"appearedSince\",\"at\":\"t.a\"}"
      })
  void travelsByItsKind(int index, String text) throws Exception {
    Refusal refusal =
        List.of(
                new Refusal.HeldBy("r", List.of(ADDRESS)),
                new Refusal.HeldBy("r", List.of()),
                new Refusal.VersionMoved(ADDRESS, 3, 0),
                new Refusal.AppearedSince(ADDRESS))
            .get(index);

    assertThat(Json.text(refusal)).isEqualTo(text);
    assertThat(read(text)).isEqualTo(refusal);
  }

  @Test
  void whatANewerBuildSaysIsReadAsOther() throws Exception {
    assertThat(read("{\"kind\":\"ofTomorrow\",\"run\":\"r\"}")).isEqualTo(new Refusal.Other());
  }

  @Test
  void asManyAreKeptAsThereAreReasons() {
    List<Address> many = Collections.nCopies(100_000, ADDRESS);

    assertThat(new Refusal.HeldBy("r", many).what()).hasSize(20);
  }

  private static Refusal read(String text) throws Exception {
    return Json.decode(text.getBytes(StandardCharsets.UTF_8), Refusal.class);
  }
}
