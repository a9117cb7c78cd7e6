package io.sluice.cli.render.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.report.Visible;
import io.sluice.model.Action;
import io.sluice.model.message.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the {@code data} of an event says, each only if it is there: events are for people first.
 */
final class EventFacts {
  private EventFacts() {}

  /** What the event says to people; commands and services may have put anything into it. */
  static String said(Event event) {
    return Visible.text(event.text());
  }

  /** The text for where the node is named already: most texts begin with its address. */
  static String saidOfNode(Event event) {
    String said = said(event);
    return Stream.of(text(event, "address"), Optional.ofNullable(event.node()))
        .flatMap(Optional::stream)
        .map(name -> Visible.text(name) + ": ")
        .filter(said::startsWith)
        .findFirst()
        .map(name -> said.substring(name.length()))
        .orElse(said);
  }

  static Optional<Action> action(Event event) {
    return text(event, "action").flatMap(Action::named);
  }

  static Optional<Duration> took(Event event) {
    return number(event, "tookMs").map(Duration::ofMillis);
  }

  static Optional<String> errorClass(Event event) {
    return at(event, "error")
        .flatMap(error -> text(error, "class"))
        .or(() -> text(event, "class"))
        .or(() -> text(event, "errorClass"));
  }

  static Optional<String> errorMessage(Event event) {
    return at(event, "error")
        .flatMap(error -> text(error, "message"))
        .or(() -> text(event, "message"));
  }

  /** Whether a delete only forgot the object, because it existed before Sluice. */
  static boolean left(Event event) {
    return at(event, "left").filter(JsonNode::asBoolean).isPresent();
  }

  /** What a step said. */
  static List<String> lines(Event event) {
    List<String> lines = new ArrayList<>();
    at(event, "lines").ifPresent(said -> said.forEach(line -> lines.add(line.asText())));
    return lines.stream().map(Visible::text).toList();
  }

  static Optional<String> text(Event event, String field) {
    return event.data() == null ? Optional.empty() : text(event.data(), field);
  }

  static Optional<Long> number(Event event, String field) {
    return at(event, field).filter(JsonNode::isNumber).map(JsonNode::longValue);
  }

  static Optional<JsonNode> at(Event event, String field) {
    return event.data() == null
        ? Optional.empty()
        : Optional.ofNullable(event.data().get(field)).filter(value -> !value.isNull());
  }

  private static Optional<String> text(JsonNode data, String field) {
    return Optional.ofNullable(data.get(field))
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .map(Visible::text);
  }
}
