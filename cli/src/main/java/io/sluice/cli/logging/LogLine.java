package io.sluice.cli.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A line of the log, for people or for programs. */
enum LogLine {
  TEXT {
    @Override
    String of(ILoggingEvent event) {
      StringBuilder line = new StringBuilder();
      line.append(Instant.ofEpochMilli(event.getTimeStamp()))
          .append(' ')
          .append(event.getLevel())
          .append(' ')
          .append(event.getLoggerName())
          .append(' ')
          .append(event.getFormattedMessage());
      Map<String, String> context = event.getMDCPropertyMap();
      if (!context.isEmpty()) {
        line.append(' ').append(new TreeMap<>(context));
      }
      line.append('\n');
      IThrowableProxy thrown = event.getThrowableProxy();
      if (thrown != null) {
        line.append(ThrowableProxyUtil.asString(thrown)).append('\n');
      }
      return line.toString();
    }
  },

  /** One object on one line, whatever the message holds. */
  JSON {
    @Override
    String of(ILoggingEvent event) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("at", Instant.ofEpochMilli(event.getTimeStamp()).toString());
      line.put("level", String.valueOf(event.getLevel()));
      line.put("logger", event.getLoggerName());
      line.put("thread", event.getThreadName());
      line.put("message", event.getFormattedMessage());
      line.putAll(new TreeMap<>(event.getMDCPropertyMap()));
      IThrowableProxy thrown = event.getThrowableProxy();
      if (thrown != null) {
        line.put("trace", ThrowableProxyUtil.asString(thrown));
      }
      return new String(Json.encode(line), StandardCharsets.UTF_8) + "\n";
    }
  };

  abstract String of(ILoggingEvent event);
}
