package io.sluice.state.query;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Header;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.sluice.model.json.Json;
import io.sluice.transport.zookeeper.Announcement;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The query API of messages.md. Every answer needs the bearer token that the lease announces. */
@Controller("/v1")
@ExecuteOn(TaskExecutors.BLOCKING)
final class QueryController {
  private final Queries queries;
  private final byte[] expected;

  QueryController(Queries queries, Announcement announcement) {
    this.queries = queries;
    this.expected = ("Bearer " + announcement.token()).getBytes(StandardCharsets.UTF_8);
  }

  @Get("/workspaces/{workspace}/snapshot")
  HttpResponse<byte[]> snapshot(
      @PathVariable String workspace,
      @QueryValue(defaultValue = "0") long minVersion,
      @Header("Authorization") @Nullable String authorization) {
    return answer(
        authorization,
        () -> {
          try {
            return queries.snapshot(workspace, minVersion);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Queries.Answer.Behind(-1);
          }
        });
  }

  @Get("/workspaces/{workspace}/resources")
  HttpResponse<byte[]> resources(
      @PathVariable String workspace, @Header("Authorization") @Nullable String authorization) {
    return answer(authorization, () -> queries.resources(workspace));
  }

  @Get("/workspaces/{workspace}/resources/{address}")
  HttpResponse<byte[]> resource(
      @PathVariable String workspace,
      @PathVariable String address,
      @Header("Authorization") @Nullable String authorization) {
    return answer(authorization, () -> queries.resource(workspace, address));
  }

  @Get("/workspaces/{workspace}/values/{address}/{version}")
  HttpResponse<byte[]> value(
      @PathVariable String workspace,
      @PathVariable String address,
      @PathVariable long version,
      @QueryValue(defaultValue = "") String path,
      @Header("Authorization") @Nullable String authorization) {
    return answer(authorization, () -> queries.value(workspace, address, version, path));
  }

  @Get("/locks/{workspace}")
  HttpResponse<byte[]> locks(
      @PathVariable String workspace, @Header("Authorization") @Nullable String authorization) {
    return answer(authorization, () -> queries.locks(workspace));
  }

  @Get("/workspaces")
  HttpResponse<byte[]> workspaces(@Header("Authorization") @Nullable String authorization) {
    return answer(authorization, queries::workspaces);
  }

  @Get("/runs")
  HttpResponse<byte[]> runs(@Header("Authorization") @Nullable String authorization) {
    return answer(authorization, queries::runs);
  }

  @Get("/runs/{run}")
  HttpResponse<byte[]> run(
      @PathVariable String run, @Header("Authorization") @Nullable String authorization) {
    return answer(authorization, () -> queries.run(run));
  }

  private HttpResponse<byte[]> answer(
      @Nullable String authorization, Supplier<Queries.Answer> question) {
    byte[] given =
        authorization == null ? new byte[0] : authorization.getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(expected, given)) {
      return json(
          HttpStatus.UNAUTHORIZED, Map.of("error", "the bearer token of the lease is needed"));
    }
    return switch (question.get()) {
      case Queries.Answer.Found found -> json(HttpStatus.OK, found.body());
      case Queries.Answer.Nothing nothing ->
          json(HttpStatus.NOT_FOUND, Map.of("error", nothing.why()));
      case Queries.Answer.Elsewhere elsewhere ->
          json(
              HttpStatus.valueOf(421),
              Map.of("error", "workspace " + elsewhere.workspace() + " is not owned here"));
      case Queries.Answer.Behind behind ->
          json(
              HttpStatus.CONFLICT,
              Map.of("error", "the workspace stands at version " + behind.version()));
    };
  }

  private static HttpResponse<byte[]> json(HttpStatus status, Object body) {
    return HttpResponse.<byte[]>status(status)
        .contentType(MediaType.APPLICATION_JSON_TYPE)
        .body(Json.encode(body));
  }
}
