package io.sluice.providers.terraform;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.workspace.Workspaces;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * What must hold for a time before the next wave begins: addresses that answer, outputs that are
 * true. It may take as long to begin to hold as it has to hold. After that, a failed look is
 * repeated, and three in a row fail the check.
 */
final class HoldingCheck {
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(5);
  private static final Duration SHORTEST_START = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int SLIPS = 3;

  private final OperationContext context;
  private final JsonNode check;
  private final Duration hold;

  /**
   * @param check {@code urls}, {@code output} of each of {@code workspaces}, {@code seconds}
   */
  HoldingCheck(OperationContext context, JsonNode check) {
    this.context = context;
    this.check = check;
    this.hold = Duration.ofSeconds(check.path("seconds").asLong());
  }

  /** Why the next wave can't begin; empty once it has held. */
  Optional<Outcome> awaited(Stopping stopping) throws InterruptedException {
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(ANSWERED_WITHIN).build()) {
      return awaited(stopping, client);
    }
  }

  /** Whether somebody has cancelled the run meanwhile. */
  @FunctionalInterface
  interface Stopping {
    boolean now();
  }

  private Optional<Outcome> awaited(Stopping stopping, HttpClient client)
      throws InterruptedException {
    long began = System.nanoTime();
    long holdsSince = 0;
    boolean held = false;
    int slips = 0;
    while (true) {
      Optional<String> fault = fault(client);
      long now = System.nanoTime();
      if (fault.isEmpty()) {
        holdsSince = held ? holdsSince : now;
        held = true;
        slips = 0;
        if (now - holdsSince >= hold.toNanos()) {
          return Optional.empty();
        }
      } else {
        slips++;
        boolean late = now - began >= patience();
        if (held ? slips >= SLIPS : late) {
          return Optional.of(failed(fault.get()));
        }
      }
      if (stopping.now()) {
        return Optional.of(Outcome.permanent("CANCELLED", "the run was cancelled"));
      }
      try {
        context.pause(PAUSE);
      } catch (OperationContext.Stopped e) {
        return Optional.of(
            new Outcome.InDoubt("WAITING", "the check has not held yet: " + e.getMessage()));
      }
    }
  }

  /** How long the check may take to begin to hold: what was just made may have to start first. */
  private long patience() {
    return check.path("urls").isEmpty()
        ? hold.toNanos()
        : Math.max(hold.toNanos(), SHORTEST_START.toNanos());
  }

  private Outcome failed(String fault) {
    return Outcome.permanent(
        "CANARY_FAILED",
        "the check of the first wave does not hold (%s), so no other wave begins".formatted(fault));
  }

  private Optional<String> fault(HttpClient client) throws InterruptedException {
    for (JsonNode url : check.path("urls")) {
      Optional<String> fault = answer(client, url.asText());
      if (fault.isPresent()) {
        return fault;
      }
    }
    String output = check.path("output").asText();
    for (JsonNode workspace : check.path("workspaces")) {
      Optional<String> fault =
          output.isEmpty() ? Optional.empty() : isTrue(workspace.asText(), output);
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> answer(HttpClient client, String url)
      throws InterruptedException {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url)).timeout(ANSWERED_WITHIN).GET().build();
      int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      return status >= 200 && status < 300
          ? Optional.empty()
          : Optional.of(url + " answers with status " + status);
    } catch (IOException | IllegalArgumentException e) {
      String why = e.getMessage();
      return Optional.of(url + " does not answer: " + (why == null ? e : why));
    }
  }

  private Optional<String> isTrue(String workspace, String output) {
    return switch (context.workspaces().outputs(workspace)) {
      case Workspaces.Missing missing -> Optional.of("workspace " + workspace + " has no outputs");
      case Workspaces.Unreadable unreadable -> Optional.of(unreadable.why());
      case Workspaces.Found found -> {
        var value = found.outputs().get(output);
        yield value == null
            ? Optional.of("workspace " + workspace + " has no output " + output)
            : "true".equals(value.value().asText())
                ? Optional.empty()
                : Optional.of("output " + output + " of workspace " + workspace + " is not true");
      }
    };
  }
}
