package io.sluice.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogLineTest {
  private final LoggerContext context = new LoggerContext();

  @Test
  void aLineOfJsonNamesTheRunAndStaysOnOneLine() throws Exception {
    LoggingEvent event = event("broke\n\"badly\"", new IllegalStateException("why"));
    event.setMDCPropertyMap(Map.of("run", "r1", "workspace", "w", "node", "a.b", "attempt", "2"));

    String line = LogLine.JSON.of(event);

    assertThat(line).endsWith("\n");
    assertThat(line.strip().lines()).hasSize(1);
    JsonNode tree = new ObjectMapper().readTree(line);
    assertThat(tree.path("message").asText()).isEqualTo("broke\n\"badly\"");
    assertThat(tree.path("level").asText()).isEqualTo("WARN");
    assertThat(tree.path("run").asText() + tree.path("node").asText()).isEqualTo("r1a.b");
    assertThat(tree.path("workspace").asText()).isEqualTo("w");
    assertThat(tree.path("attempt").asText()).isEqualTo("2");
    assertThat(tree.path("trace").asText()).contains("IllegalStateException: why", "at ");
  }

  @Test
  void aLineForPeopleNamesItBehindTheMessage() {
    LoggingEvent event = event("slow", null);
    event.setMDCPropertyMap(Map.of("run", "r1", "node", "a.b"));

    assertThat(LogLine.TEXT.of(event)).endsWith(" WARN io.sluice.Test slow {node=a.b, run=r1}\n");
  }

  private LoggingEvent event(String message, Throwable thrown) {
    return new LoggingEvent(
        "x", context.getLogger("io.sluice.Test"), Level.WARN, message, thrown, null);
  }
}
