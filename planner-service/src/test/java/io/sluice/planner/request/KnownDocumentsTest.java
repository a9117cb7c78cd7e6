package io.sluice.planner.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.planning.document.CheckedDocument;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownDocumentsTest {
  private final KnownDocuments known = new KnownDocuments();

  @Test
  void knowsTheDocumentOfARunOnce() {
    CheckedDocument document = document("a");
    known.put("r1", document);
    assertThat(known.take("r1", document("a").tree())).containsSame(document);
    assertThat(known.take("r1", document("a").tree())).isEmpty();
  }

  @Test
  void doesNotTakeAnotherDocumentForIt() {
    known.put("r1", document("a"));
    assertThat(known.take("r1", document("b").tree())).isEmpty();
    assertThat(known.take("r2", document("a").tree())).isEmpty();
  }

  @Test
  void keepsTheLatestOfMany() {
    for (int i = 0; i < 200; i++) {
      known.put("r" + i, document("w" + i));
    }
    assertThat(known.take("r0", document("w0").tree())).isEmpty();
    assertThat(known.take("r199", document("w199").tree())).isPresent();
  }

  private static CheckedDocument document(String workspace) {
    ObjectNode tree = Json.object().put("workspace", workspace);
    return new CheckedDocument(workspace, null, null, tree, List.of(), List.of(), List.of());
  }
}
