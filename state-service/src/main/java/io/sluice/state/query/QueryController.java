package io.sluice.state.query;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.sluice.model.json.Json;
import io.sluice.state.access.Bearer;
import io.sluice.transport.Credentials;
import io.sluice.transport.TransportFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The query API of messages.md. Every answer needs the bearer token of the deployment, which is in
 * the configuration of everything that asks. Questions about another instance's workspaces are
 * passed on to it.
 */
@Controller("/v1")
@ExecuteOn(TaskExecutors.BLOCKING)
final class QueryController {
  private static final String TOKEN = Credentials.HTTP_TOKEN;
  private final Queries queries;
  private final History history;
  private final Verification verification;
  private final Forwarding forwarding;
  private final Bearer bearer;

  QueryController(Questions questions, Bearer bearer) {
    this.queries = questions.queries();
    this.history = questions.history();
    this.verification = questions.verification();
    this.forwarding = questions.forwarding();
    this.bearer = bearer;
  }

  @Get("/workspaces/{workspace}/snapshot")
  HttpResponse<byte[]> snapshot(
      HttpRequest<?> request,
      @PathVariable String workspace,
      @QueryValue(defaultValue = "0") long minVersion,
      @QueryValue(defaultValue = "5000") long patienceMs) {
    return answer(
        request,
        workspace,
        () -> {
          try {
            return queries.snapshot(workspace, minVersion, Duration.ofMillis(patienceMs));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Behind(-1);
          }
        });
  }

  @Get("/workspaces/{workspace}")
  HttpResponse<byte[]> workspace(HttpRequest<?> request, @PathVariable String workspace) {
    return answer(request, workspace, () -> queries.workspace(workspace));
  }

  @Get("/workspaces/{workspace}/resources")
  HttpResponse<byte[]> resources(
      HttpRequest<?> request,
      @PathVariable String workspace,
      @QueryValue @Nullable String type,
      @QueryValue @Nullable List<String> attribute,
      @QueryValue @Nullable String after,
      @QueryValue(defaultValue = "0") int limit) {
    return answer(
        request,
        workspace,
        () -> queries.resources(workspace, Filter.of(type, attribute), new Page(after, limit)));
  }

  @Get("/workspaces/{workspace}/resources/{address}")
  HttpResponse<byte[]> resource(
      HttpRequest<?> request, @PathVariable String workspace, @PathVariable String address) {
    return answer(request, workspace, () -> queries.resource(workspace, address));
  }

  @Get("/workspaces/{workspace}/outputs")
  HttpResponse<byte[]> outputs(HttpRequest<?> request, @PathVariable String workspace) {
    return answer(request, workspace, () -> queries.outputs(workspace));
  }

  @Get("/workspaces/{workspace}/values/{address}/{version}")
  HttpResponse<byte[]> value(
      HttpRequest<?> request,
      @PathVariable String workspace,
      @PathVariable String address,
      @PathVariable long version,
      @QueryValue(defaultValue = "") String path) {
    return answer(request, workspace, () -> queries.value(workspace, address, version, path));
  }

  @Get("/workspaces/{workspace}/history/{address}")
  HttpResponse<byte[]> history(
      HttpRequest<?> request,
      @PathVariable String workspace,
      @PathVariable String address,
      @QueryValue @Nullable Long before,
      @QueryValue(defaultValue = "0") int limit) {
    long end = before == null ? Long.MAX_VALUE : before;
    return answer(request, workspace, () -> history.of(workspace, address, end, limit));
  }

  @Get("/workspaces/{workspace}/at")
  HttpResponse<byte[]> at(
      HttpRequest<?> request,
      @PathVariable String workspace,
      @QueryValue(defaultValue = "now") String moment,
      @QueryValue @Nullable String after,
      @QueryValue(defaultValue = "0") int limit) {
    return answer(
        request,
        workspace,
        () -> history.at(workspace, PastMoment.parse(moment), new Page(after, limit)));
  }

  @Get("/workspaces/{workspace}/diff")
  HttpResponse<byte[]> diff(
      HttpRequest<?> request,
      @PathVariable String workspace,
      @QueryValue(defaultValue = "now") String from,
      @QueryValue(defaultValue = "now") String to,
      @QueryValue @Nullable String after,
      @QueryValue(defaultValue = "0") int limit) {
    return answer(
        request,
        workspace,
        () ->
            history.diff(
                workspace, PastMoment.parse(from), PastMoment.parse(to), new Page(after, limit)));
  }

  /** Of this instance alone. */
  @Get("/standing")
  HttpResponse<byte[]> standing(HttpRequest<?> request) {
    return answer(request, queries::standing);
  }

  @Get("/locks/{workspace}")
  HttpResponse<byte[]> locks(HttpRequest<?> request, @PathVariable String workspace) {
    return answer(request, workspace, () -> queries.locks(workspace));
  }

  /** Of this instance's partitions. */
  @Get("/workspaces")
  HttpResponse<byte[]> workspaces(
      HttpRequest<?> request,
      @QueryValue @Nullable String after,
      @QueryValue(defaultValue = "0") int limit) {
    return answer(request, () -> queries.workspaces(new Page(after, limit)));
  }

  /** Of one workspace, or of this instance's partitions. */
  @Get("/runs")
  HttpResponse<byte[]> runs(
      HttpRequest<?> request,
      @QueryValue @Nullable String workspace,
      @QueryValue @Nullable String after,
      @QueryValue(defaultValue = "0") int limit) {
    return answer(request, workspace, () -> queries.runs(workspace, new Page(after, limit)));
  }

  @Get("/runs/{run}")
  HttpResponse<byte[]> run(HttpRequest<?> request, @PathVariable String run) {
    return answer(request, () -> queries.run(run));
  }

  @Get("/runs/{run}/plan")
  HttpResponse<byte[]> plan(HttpRequest<?> request, @PathVariable String run) {
    return answer(request, () -> queries.plan(run));
  }

  @Get("/workspaces/{workspace}/runs/{run}")
  HttpResponse<byte[]> runOf(
      HttpRequest<?> request, @PathVariable String workspace, @PathVariable String run) {
    return answer(request, workspace, () -> queries.run(workspace, run));
  }

  @Get("/workspaces/{workspace}/runs/{run}/files")
  HttpResponse<byte[]> files(
      HttpRequest<?> request, @PathVariable String workspace, @PathVariable String run) {
    return answer(request, workspace, () -> queries.files(workspace, run));
  }

  @Get("/workspaces/{workspace}/runs/{run}/document")
  HttpResponse<byte[]> submitted(
      HttpRequest<?> request, @PathVariable String workspace, @PathVariable String run) {
    return answer(request, workspace, () -> queries.submitted(workspace, run));
  }

  @Get("/workspaces/{workspace}/document")
  HttpResponse<byte[]> document(HttpRequest<?> request, @PathVariable String workspace) {
    return answer(request, workspace, () -> queries.document(workspace));
  }

  /** Of this instance's partitions. */
  @Get("/readers")
  HttpResponse<byte[]> readers(HttpRequest<?> request) {
    return answer(request, queries::readers);
  }

  /** Of this instance's partitions. */
  @Get("/verify")
  HttpResponse<byte[]> verify(HttpRequest<?> request) {
    return answer(request, verification::verify);
  }

  /** What is about several workspaces, or a run by its id. */
  private HttpResponse<byte[]> answer(HttpRequest<?> request, Supplier<Answer> question) {
    return answer(request, null, question);
  }

  private HttpResponse<byte[]> answer(
      HttpRequest<?> request, @Nullable String workspace, Supplier<Answer> question) {
    return switch (bearer.verdict(request, Optional.ofNullable(workspace))) {
      case MAY -> answered(request, question);
      case MAY_NOT ->
          json(
              HttpStatus.FORBIDDEN,
              Map.of("error", "this token reads other workspaces, and nothing about all of them"));
      case UNKNOWN ->
          json(
              HttpStatus.UNAUTHORIZED,
              Map.of("error", "the bearer token of this deployment is required (" + TOKEN + ")"));
    };
  }

  private HttpResponse<byte[]> answered(HttpRequest<?> request, Supplier<Answer> question) {
    return switch (passedOn(request, asked(question))) {
      case Answer.Found found -> json(HttpStatus.OK, found.body());
      case Answer.Nothing nothing -> json(HttpStatus.NOT_FOUND, Map.of("error", nothing.why()));
      case Answer.Refused refused -> json(HttpStatus.BAD_REQUEST, Map.of("error", refused.why()));
      case Answer.Elsewhere elsewhere ->
          json(
              HttpStatus.valueOf(421),
              Map.of("error", "workspace " + elsewhere.workspace() + " is not owned here"));
      case Answer.Behind behind ->
          json(
              HttpStatus.CONFLICT,
              Map.of(
                  "error",
                  "the workspace is at version " + behind.version(),
                  "version",
                  behind.version()));
      case Answer.Passed passed -> bytes(HttpStatus.valueOf(passed.status()), passed.body());
    };
  }

  private static Answer asked(Supplier<Answer> question) {
    try {
      return question.get();
    } catch (TransportFailure e) {
      return new Answer.Passed(503, Json.encode(Map.of("error", String.valueOf(e.getMessage()))));
    } catch (IllegalArgumentException e) {
      return new Answer.Refused(String.valueOf(e.getMessage()));
    }
  }

  private Answer passedOn(HttpRequest<?> request, Answer answer) {
    boolean first = !request.getHeaders().contains(Forwarding.PASSED_ON);
    if (answer instanceof Answer.Elsewhere elsewhere && first) {
      Optional<Answer> theirs = forwarding.ask(elsewhere.workspace(), request.getUri().toString());
      return theirs.orElse(answer);
    }
    return answer;
  }

  private static HttpResponse<byte[]> json(HttpStatus status, Object body) {
    return bytes(status, Json.encode(body));
  }

  private static HttpResponse<byte[]> bytes(HttpStatus status, byte[] body) {
    return HttpResponse.<byte[]>status(status)
        .contentType(MediaType.APPLICATION_JSON_TYPE)
        .body(body);
  }
}
