package io.sluice.state.blob;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Put;
import io.micronaut.http.server.types.files.StreamedFile;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.sluice.model.file.FileEntry;
import io.sluice.model.json.Json;
import io.sluice.state.access.Bearer;
import io.sluice.transport.Credentials;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Contents over HTTP, for the deployment's token. Any instance answers: the store is one for all. A
 * content is asked for by its digest alone, so nothing else on a disk can be named.
 */
@Controller("/v1")
@ExecuteOn(TaskExecutors.BLOCKING)
final class BlobController {
  private static final Logger LOG = LoggerFactory.getLogger(BlobController.class);
  private static final String MISSING =
      "this deployment keeps no contents; set "
          + BlobSettings.BLOBS
          + " of the state service to a directory that all its instances see, or to"
          + " s3://BUCKET/PREFIX";

  private final Blobs blobs;
  private final Bearer bearer;

  BlobController(Blobs blobs, Bearer bearer) {
    this.blobs = blobs;
    this.bearer = bearer;
  }

  /** What is done once a request may be answered. */
  private interface Work {
    HttpResponse<?> answer() throws IOException;
  }

  /** {@code {there, most, why?}}: whether anything can be kept. */
  @Get("/blobs")
  HttpResponse<?> standing(HttpRequest<?> request) {
    if (!bearer.shownBy(request)) {
      return unauthorized();
    }
    ObjectNode body = Json.object().put("there", blobs.isThere()).put("most", FileEntry.MOST_BYTES);
    if (!blobs.isThere()) {
      body.put("why", MISSING);
    }
    return said(HttpStatus.OK, body);
  }

  /** Whether a content is there, and will be for a while. */
  @Get("/blobs/{digest}/standing")
  HttpResponse<?> standing(HttpRequest<?> request, @PathVariable String digest) {
    return answer(
        request, digest, () -> said(HttpStatus.OK, Json.object().put("there", blobs.has(digest))));
  }

  @Get("/blobs/{digest}")
  HttpResponse<?> content(HttpRequest<?> request, @PathVariable String digest) {
    return answer(
        request,
        digest,
        () -> {
          Optional<BlobStore.Opened> opened = blobs.open(digest);
          return opened.isEmpty()
              ? error(HttpStatus.NOT_FOUND, "no content has the digest " + digest)
              : HttpResponse.ok(
                  new StreamedFile(
                      opened.get().content(),
                      MediaType.APPLICATION_OCTET_STREAM_TYPE,
                      0,
                      opened.get().bytes()));
        });
  }

  @Put("/blobs/{digest}")
  @Consumes(MediaType.ALL)
  HttpResponse<?> bring(
      HttpRequest<?> request, @PathVariable String digest, @Body InputStream content) {
    return answer(request, digest, () -> brought(blobs.put(digest, content)));
  }

  /** {@code {written: [{node, files: {path: {sha256, bytes, mode?}}}]}}. */
  @Get("/workspaces/{workspace}/runs/{run}/written")
  HttpResponse<?> written(
      HttpRequest<?> request, @PathVariable String workspace, @PathVariable String run) {
    return answer(
        request,
        null,
        () -> {
          ObjectNode body = Json.object();
          ArrayNode all = body.putArray("written");
          for (JsonNode each : blobs.written(workspace, run)) {
            all.add(each);
          }
          return said(HttpStatus.OK, body);
        });
  }

  @Put("/workspaces/{workspace}/runs/{run}/written/{node}")
  @Consumes(MediaType.ALL)
  HttpResponse<?> write(
      HttpRequest<?> request,
      @PathVariable String workspace,
      @PathVariable String run,
      @PathVariable String node,
      @Body InputStream said) {
    return answer(
        request, null, () -> brought(blobs.write(workspace, run, node, said.readNBytes(1 << 20))));
  }

  private static HttpResponse<?> brought(Blobs.Brought outcome) {
    return switch (outcome) {
      case KEPT -> said(HttpStatus.OK, Json.object().put("kept", true));
      case OTHER -> error(HttpStatus.BAD_REQUEST, "the content has another digest");
      case TOO_LARGE ->
          error(
              HttpStatus.REQUEST_ENTITY_TOO_LARGE,
              "one content may have " + (FileEntry.MOST_BYTES >> 20) + " MiB");
      case FULL ->
          error(
              HttpStatus.INSUFFICIENT_STORAGE,
              "the store is full; SLUICE_BLOBS_GB and SLUICE_BLOBS_DAYS bound it");
      case DISK_FULL ->
          error(
              HttpStatus.INSUFFICIENT_STORAGE,
              "a disk of the state service is full, that of its contents ("
                  + BlobSettings.BLOBS
                  + ") or that of its temporary files; free some space there");
    };
  }

  private HttpResponse<?> answer(HttpRequest<?> request, @Nullable String digest, Work work) {
    if (!bearer.shownBy(request)) {
      return unauthorized();
    }
    if (digest != null && !Blobs.isDigest(digest)) {
      return error(HttpStatus.BAD_REQUEST, "a content is named by its SHA-256, in lower case");
    }
    if (!blobs.isThere()) {
      return error(HttpStatus.NOT_IMPLEMENTED, MISSING);
    }
    try {
      return work.answer();
    } catch (IOException e) {
      LOG.warn("the store of contents does not answer: {}", e.toString());
      return error(HttpStatus.SERVICE_UNAVAILABLE, "the store does not answer: " + e.getMessage());
    }
  }

  private static HttpResponse<?> unauthorized() {
    return error(
        HttpStatus.UNAUTHORIZED,
        "the bearer token of this deployment is required (" + Credentials.HTTP_TOKEN + ")");
  }

  private static HttpResponse<?> error(HttpStatus status, String why) {
    return said(status, Json.object().setAll(Map.of("error", Json.toTree(why))));
  }

  private static HttpResponse<byte[]> said(HttpStatus status, JsonNode body) {
    return HttpResponse.<byte[]>status(status)
        .contentType(MediaType.APPLICATION_JSON_TYPE)
        .body(Json.encode(body));
  }
}
