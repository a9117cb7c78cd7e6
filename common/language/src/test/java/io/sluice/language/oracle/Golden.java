package io.sluice.language.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The file of Terraform's answers. */
final class Golden {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private Golden() {}

  static Map<String, Answer> read() throws IOException {
    try (InputStream in = Golden.class.getResourceAsStream("/oracle/golden.json")) {
      Map<String, Answer> answers = new LinkedHashMap<>();
      JsonNode root = JSON.readTree(in);
      for (JsonNode each : root.path("answers")) {
        List<Answer.Fault> faults = new ArrayList<>();
        for (JsonNode fault : each.path("errors")) {
          faults.add(
              new Answer.Fault(
                  fault.path("summary").textValue(), fault.path("detail").textValue()));
        }
        answers.put(
            each.path("expression").textValue(), new Answer(each.path("value").asText(""), faults));
      }
      return answers;
    }
  }

  static void write(Path file, String version, Map<String, Answer> answers) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.put("oracle", version);
    var list = root.putArray("answers");
    answers.forEach(
        (expression, answer) -> {
          ObjectNode each = list.addObject().put("expression", expression);
          if (answer.faults().isEmpty()) {
            each.put("value", answer.value());
          } else {
            var errors = each.putArray("errors");
            answer
                .faults()
                .forEach(
                    fault ->
                        errors
                            .addObject()
                            .put("summary", fault.summary())
                            .put("detail", fault.detail()));
          }
        });
    Files.writeString(file, JSON.writeValueAsString(root) + "\n");
  }
}
