package io.sluice.transport.query;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.transport.Credentials;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.TransportFailure.Code;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.Owners;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls the owner of a workspace, or any instance, over HTTP: finds the owner, tries again while a
 * failure may pass, and turns an answer other than success into a failure.
 */
final class OwnerCalls implements Calls {
  private static final Duration CALL = Duration.ofSeconds(20);
  private static final long PAUSE_MILLIS = 50;
  private static final Duration SILENCE = Duration.ofSeconds(1);

  private final Owners owners;
  private final Duration patience;
  private final Runnable onSilence;
  private boolean silent;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();

  OwnerCalls(Owners owners, Duration patience, Runnable onSilence) {
    this.owners = owners;
    this.patience = patience;
    this.onSilence = onSilence;
  }

  @Override
  public Patience usual() {
    return new Patience(patience, patience, CALL);
  }

  @Override
  public boolean awaitOwners() {
    long began = System.nanoTime();
    while (!owners.complete()) {
      if (waited(began).compareTo(patience) > 0) {
        return false;
      }
      pause(began);
    }
    return true;
  }

  @Override
  public List<Announcement> instances() {
    if (!awaitOwners()) {
      throw new TransportFailure(
          Code.UNREACHABLE,
          "not every state partition has an owner. Is the state service running?");
    }
    return owners.instances();
  }

  @Override
  public byte[] call(String workspace, String path, Patience longest) {
    long began = System.nanoTime();
    while (true) {
      try {
        Announcement owner =
            owners
                .owner(workspace)
                .orElseThrow(
                    () ->
                        new TransportFailure(
                            Code.UNREACHABLE,
                            "no state service owns workspace "
                                + workspace
                                + " at the moment. Is one running?"));
        return send(owner, path, longest.answer());
      } catch (TransportFailure e) {
        boolean mayPass = e.code() == Code.UNREACHABLE || e.code() == Code.BEHIND;
        Duration wait = e.code() == Code.BEHIND ? longest.version() : longest.owner();
        if (!mayPass || System.nanoTime() - began > wait.toNanos()) {
          throw e;
        }
        if (e.code() == Code.UNREACHABLE) {
          owners.forget(workspace);
        }
        pause(began);
      }
    }
  }

  @Override
  public byte[] send(Announcement owner, String path) {
    return send(owner, path, CALL);
  }

  @Override
  public byte[] send(Announcement owner, String path, Duration patience) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(owner.address() + path))
            .timeout(patience)
            .header("Authorization", "Bearer " + owners.httpToken())
            .build();
    try {
      HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (response.statusCode() == 200) {
        return response.body();
      }
      throw refused(owner, path, response);
    } catch (IOException e) {
      owners.forgetAll();
      throw new TransportFailure(
          Code.UNREACHABLE, "the state service at " + owner.address() + " does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransportFailure(Code.UNREACHABLE, "interrupted while asking for state", e);
    }
  }

  private TransportFailure refused(Announcement owner, String path, HttpResponse<byte[]> response) {
    Code code =
        switch (response.statusCode()) {
          case 404 -> Code.NOT_FOUND;
          case 409 -> Code.BEHIND;
          case 403 -> Code.FORBIDDEN;
          case 401, 421, 502, 503 -> Code.UNREACHABLE;
          default -> Code.UNEXPECTED;
        };
    if (code == Code.UNREACHABLE) {
      // Another instance by now; or one that still has the token of before.
      owners.forgetAll();
    }
    String body = new String(response.body(), StandardCharsets.UTF_8);
    String text =
        response.statusCode() == 401
            ? "that instance has a different token (" + Credentials.HTTP_TOKEN + ")"
            : body.length() > 300 ? body.substring(0, 300) : body;
    String what = owner.address() + path + " answered " + response.statusCode() + ": " + text;
    return code == Code.BEHIND
        ? TransportFailure.behind(what, version(response.body()))
        : new TransportFailure(code, what);
  }

  /** The owner's version; null if it does not say. */
  private static @Nullable Long version(byte[] body) {
    try {
      JsonNode version = Json.tree(body).path("version");
      return version.isIntegralNumber() ? version.asLong() : null;
    } catch (MalformedMessage e) {
      return null;
    }
  }

  private static Duration waited(long began) {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private void pause(long began) {
    if (!silent && waited(began).compareTo(SILENCE) > 0) {
      silent = true;
      onSilence.run();
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransportFailure(Code.UNREACHABLE, "interrupted while asking for state", e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
