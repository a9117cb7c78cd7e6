package io.sluice.cli.command;

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
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks an instance of a service whether it is ready, and what to do when it is not. */
final class AskedHealth {
  private static final Duration PATIENCE = Duration.ofSeconds(4);
  private static final Pattern HALTED =
      Pattern.compile("Partition (\\d+) is not served: .*?offset (\\d+)", Pattern.DOTALL);

  private AskedHealth() {}

  /** Why it is not ready; none when it is, or does not say where it can be asked. */
  static List<String> reasons(Members.Description member) {
    String address = member.address();
    if (address == null) {
      return List.of();
    }
    try (HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(address + "/health/ready")).timeout(PATIENCE).build();
      HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (response.statusCode() == 200) {
        return List.of();
      }
      JsonNode body = Json.tree(response.body());
      List<String> reasons = new ArrayList<>();
      body.path("reasons").forEach(reason -> reasons.add(reason.asText()));
      return reasons.isEmpty() ? List.of(address + " answered " + response.statusCode()) : reasons;
    } catch (IOException | MalformedMessage | IllegalArgumentException e) {
      return List.of("It does not answer at " + address);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of("Interrupted while asking");
    }
  }

  static String todo(List<String> reasons, Function<List<String>, String> command) {
    for (String reason : reasons) {
      Matcher halted = HALTED.matcher(reason);
      if (halted.find()) {
        return "Upgrade it if a newer build wrote that record; else pass over it: "
            + command.apply(
                List.of("inbox", "skip", halted.group(1), halted.group(2), "--reason", "TEXT"));
      }
    }
    if (reasons.stream().anyMatch(reason -> reason.startsWith("It does not answer"))) {
      return "It may have died a moment ago; else restart it, or open its port for this machine.";
    }
    if (reasons.stream().anyMatch(reason -> reason.contains("has not answered"))) {
      return "Look at what does not answer, and at the network between them.";
    }
    return "Look again in a moment; then at its log.";
  }
}
