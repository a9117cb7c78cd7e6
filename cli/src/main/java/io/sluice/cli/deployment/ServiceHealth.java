package io.sluice.cli.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.transport.zookeeper.Members;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What an instance of a service says of itself, and what to do when it is not ready.
 *
 * @param reasons why it is not ready; none when it is, or does not say where it can be asked
 * @param halts where a record has to be skipped
 * @param waiting what waits there for others, ready or not, a sentence each
 */
public record ServiceHealth(List<String> reasons, List<Halt> halts, List<String> waiting) {
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  /** A partition of the inbox, and the offset at which it is halted. */
  public record Halt(int partition, long haltedAt) {}

  public ServiceHealth {
    reasons = List.copyOf(reasons);
    halts = List.copyOf(halts);
    waiting = List.copyOf(waiting);
  }

  private ServiceHealth(String reason) {
    this(List.of(reason), List.of(), List.of());
  }

  /**
   * Asks it.
   *
   * @param token with it, the answer includes the details
   */
  public static ServiceHealth of(Members.Description member, Optional<String> token) {
    String address = member.address();
    if (address == null) {
      return new ServiceHealth(List.of(), List.of(), List.of());
    }
    try (HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(address + "/health/ready")).timeout(PATIENCE);
      token.ifPresent(shown -> request.header("Authorization", "Bearer " + shown));
      HttpResponse<byte[]> response =
          http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      JsonNode body = Json.tree(response.body());
      return response.statusCode() == 200
          ? new ServiceHealth(List.of(), List.of(), sentences(body.path("waiting")))
          : said(body, address + " answered " + response.statusCode());
    } catch (IOException | MalformedMessage | IllegalArgumentException e) {
      return new ServiceHealth("It does not answer at " + address);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new ServiceHealth("Interrupted while asking");
    }
  }

  private static ServiceHealth said(JsonNode body, String otherwise) {
    List<String> reasons = sentences(body.path("reasons"));
    List<Halt> halts = new ArrayList<>();
    body.path("halted")
        .forEach(
            halt -> {
              if (halt.path("partition").isInt() && halt.path("haltedAt").isIntegralNumber()) {
                halts.add(new Halt(halt.path("partition").asInt(), halt.path("haltedAt").asLong()));
              }
            });
    return new ServiceHealth(
        reasons.isEmpty() ? List.of(otherwise) : reasons, halts, sentences(body.path("waiting")));
  }

  private static List<String> sentences(JsonNode list) {
    List<String> sentences = new ArrayList<>();
    list.forEach(sentence -> sentences.add(sentence.asText()));
    return sentences;
  }

  public String todo(Function<List<String>, String> command) {
    if (!halts.isEmpty()) {
      return passingOver(halts.getFirst(), command);
    }
    if (reasons.stream().anyMatch(reason -> reason.startsWith("It does not answer"))) {
      return "It may have died a moment ago; otherwise restart it, or open its port to this"
          + " machine.";
    }
    if (reasons.stream().anyMatch(reason -> reason.contains("has not answered"))) {
      return "Check what does not answer, and the network in between.";
    }
    return "Check again in a moment, then look at its log.";
  }

  static String passingOver(Halt halt, Function<List<String>, String> command) {
    return "Upgrade it if a newer build wrote that record; otherwise skip the record: "
        + command.apply(
            List.of(
                "inbox",
                "skip",
                Integer.toString(halt.partition()),
                Long.toString(halt.haltedAt()),
                "--reason",
                "TEXT"));
  }
}
