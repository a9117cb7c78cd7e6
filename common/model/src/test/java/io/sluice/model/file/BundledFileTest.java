package io.sluice.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BundledFileTest {
  @Test
  void aFileThatIsLongerThanATextTravelsInPieces() throws Exception {
    byte[] content = new byte[15_000_001];
    new Random(1).nextBytes(content);
    BundledFile file = BundledFile.of(content, FileEntry.USUAL_MODE);

    JsonNode sent = Json.tree(Json.encode(file.toJson()));

    assertThat(sent.path("base64").isArray()).isTrue();
    BundledFile read = BundledFile.read(sent).orElseThrow();
    assertThat(read.content()).isEqualTo(content);
    assertThat(read.entry()).isEqualTo(file.entry());
  }

  @Test
  void anOrdinaryFileIsATextAsEver() throws Exception {
    BundledFile file = BundledFile.of(new byte[] {1, 2, 3}, FileEntry.USUAL_MODE);

    assertThat(file.toJson().path("base64").asText()).isEqualTo("AQID");
    assertThat(BundledFile.read(file.toJson()).orElseThrow().content()).containsExactly(1, 2, 3);
  }
}
