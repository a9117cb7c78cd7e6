package io.sluice.transport.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Snapshot;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.TransportFailure.Code;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.Owners;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads from the state service. While a partition changes hands, or its owner is behind, it tries
 * again until its patience ends; then the failure says so ({@code UNREACHABLE}, {@code BEHIND}).
 */
public final class QueryClient implements AutoCloseable {
  /** What to ask for when any version will do: a workspace that never saw anything has none. */
  public static final long ANY_VERSION = -1;

  private static final Duration VERIFYING = Duration.ofMinutes(10);

  private final Calls calls;

  /**
   * @param patience how long a call may try: a takeover takes some seconds
   */
  public QueryClient(Owners owners, Duration patience) {
    this(owners, patience, () -> {});
  }

  /**
   * @param onSilence run once, when there was no answer for a second: a person may be waiting
   */
  public QueryClient(Owners owners, Duration patience, Runnable onSilence) {
    this.calls = new OwnerCalls(owners, patience, onSilence);
  }

  private QueryClient(Calls calls) {
    this.calls = calls;
  }

  /**
   * Of a deployment that does not run.
   *
   * @param onDisk the answer to a path of the API, where the disk has it
   * @param awake asks the deployment, which it may have to start
   */
  public static QueryClient resting(
      Function<String, Optional<byte[]>> onDisk, Supplier<QueryClient> awake) {
    return new QueryClient(new RestingCalls(onDisk, awake));
  }

  Calls calls() {
    return calls;
  }

  /** A workspace at {@code minVersion} or later, all of it at one version. */
  public Snapshot snapshot(String workspace, long minVersion) {
    return snapshot(workspace, minVersion, calls.usual());
  }

  public Snapshot snapshot(String workspace, long minVersion, Patience longest) {
    String path =
        "/v1/workspaces/"
            + encoded(workspace)
            + "/snapshot?minVersion="
            + minVersion
            + "&patienceMs="
            + longest.version().toMillis();
    byte[] body = calls.call(workspace, path, longest);
    try {
      return Json.decode(body, Snapshot.class);
    } catch (MalformedMessage e) {
      throw unexpected("the snapshot of " + workspace, e);
    }
  }

  /** StateRecords of a type ({@code local_*}; empty for all) that have these attributes. */
  public List<JsonNode> resources(String workspace, String type, List<String> attributes) {
    StringBuilder query = new StringBuilder("?type=").append(encoded(type));
    attributes.forEach(one -> query.append("&attribute=").append(encoded(one)));
    String path = "/v1/workspaces/" + encoded(workspace) + "/resources" + query;
    return pages(page -> call(workspace, path + page), "resources");
  }

  /** {@code {workspace, version, resources: COUNT, record?}}. */
  public JsonNode workspace(String workspace) {
    return tree(ofWorkspace(workspace, ""));
  }

  /** What was written at one address, the newest first: {@code {at, run?, record | removed}}. */
  public List<JsonNode> history(String workspace, Address address, int limit) {
    String path = "/history/" + encoded(address.text()) + "?limit=" + limit;
    List<JsonNode> history = new ArrayList<>();
    tree(ofWorkspace(workspace, path)).path("history").forEach(history::add);
    return history;
  }

  /**
   * A workspace as it was: {@code {resources, outputs?, unknown}}.
   *
   * @param moment {@code now}, a time of RFC 3339, {@code run:ID} or {@code before:ID}
   */
  public JsonNode at(String workspace, String moment) {
    return joined(workspace, "/at?moment=" + encoded(moment), "resources");
  }

  /** What is different: {@code {changes: [{address, before?, after?}], unknown}}. */
  public JsonNode diff(String workspace, String from, String to) {
    return joined(workspace, "/diff?from=" + encoded(from) + "&to=" + encoded(to), "changes");
  }

  /** The last piece, with the elements of all of them. */
  private JsonNode joined(String workspace, String path, String list) {
    List<JsonNode> answers = new ArrayList<>();
    List<JsonNode> all =
        pages(
            page -> {
              byte[] body = ofWorkspace(workspace, path + page);
              answers.add(tree(body));
              return body;
            },
            list);
    ObjectNode joined = ((ObjectNode) answers.getLast()).deepCopy();
    joined.remove("next");
    joined.putArray(list).addAll(all);
    return joined;
  }

  private static List<JsonNode> pages(Function<String, byte[]> ask, String list) {
    List<JsonNode> all = new ArrayList<>();
    String page = "";
    while (true) {
      JsonNode answer = tree(ask.apply(page));
      answer.path(list).forEach(all::add);
      if (!answer.hasNonNull("next")) {
        return all;
      }
      page = "&after=" + encoded(answer.path("next").asText());
    }
  }

  /** What each instance found when it read its topics once more. */
  public List<JsonNode> verify() {
    List<JsonNode> partitions = new ArrayList<>();
    for (Announcement instance : calls.all()) {
      tree(calls.send(instance, "/v1/verify", VERIFYING))
          .path("partitions")
          .forEach(partitions::add);
    }
    return partitions;
  }

  /** One StateRecord; {@code NOT_FOUND} when there is none. */
  public JsonNode resource(String workspace, Address address) {
    return tree(ofWorkspace(workspace, "/resources/" + encoded(address.text())));
  }

  /** The record of a workspace's outputs; empty when it has none. */
  public Optional<JsonNode> outputs(String workspace) {
    return ifThere(() -> tree(ofWorkspace(workspace, "/outputs")));
  }

  /** A value too large for a task; {@code path} is the field path below the resource. */
  public JsonNode value(String workspace, Address address, long version, String path) {
    String query = encoded(address.text()) + "/" + version + "?path=" + encoded(path);
    return tree(ofWorkspace(workspace, "/values/" + query));
  }

  /** {@code {workspace, held: [...], waiting: [...]}}. */
  public JsonNode locks(String workspace) {
    return tree(call(workspace, "/v1/locks/" + encoded(workspace)));
  }

  /** The runs that all instances know of: RunRecords. */
  public List<JsonNode> runs() {
    List<JsonNode> runs = new ArrayList<>();
    for (Announcement instance : calls.all()) {
      runs.addAll(pages(page -> calls.send(instance, "/v1/runs?limit=0" + page), "runs"));
    }
    return runs;
  }

  /** How each instance keeps up. */
  public List<JsonNode> standings() {
    return instances().stream().map(each -> tree(calls.send(each, "/v1/standing"))).toList();
  }

  /** The names of the workspaces that hold anything, from all instances. */
  public List<String> workspaces() {
    List<String> names = new ArrayList<>();
    for (Announcement instance : calls.all()) {
      pages(page -> calls.send(instance, "/v1/workspaces?limit=0" + page), "workspaces")
          .forEach(name -> names.add(name.asText()));
    }
    names.sort(null);
    return names;
  }

  /** {@code {run: RunRecord, nodes: {id: NodeRecord}}}; empty when no instance knows it. */
  public Optional<JsonNode> run(String run) {
    return ofRun(run, "");
  }

  /** {@code {nodes: [Node]}}, empty once the run has ended; nothing when no instance knows it. */
  public Optional<JsonNode> plan(String run) {
    return ofRun(run, "/plan");
  }

  private Optional<JsonNode> ofRun(String run, String rest) {
    for (Announcement instance : calls.all()) {
      try {
        return Optional.of(tree(calls.send(instance, "/v1/runs/" + encoded(run) + rest)));
      } catch (TransportFailure e) {
        if (e.code() != Code.NOT_FOUND) {
          throw e;
        }
      }
    }
    return Optional.empty();
  }

  /** The same where the workspace is known: its owner alone is asked. */
  public Optional<JsonNode> run(String workspace, String run) {
    return ifThere(() -> tree(ofWorkspace(workspace, "/runs/" + encoded(run))));
  }

  private static Optional<JsonNode> ifThere(Supplier<JsonNode> asked) {
    try {
      return Optional.of(asked.get());
    } catch (TransportFailure e) {
      if (e.code() == Code.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** {@code {cwd, files: {path: {sha256, base64 | bytes, mode?}}}}: what came with a run. */
  public JsonNode files(String workspace, String run) {
    return tree(ofWorkspace(workspace, "/runs/" + encoded(run) + "/files"));
  }

  /** The document that a run came with; empty once it has ended. */
  public Optional<JsonNode> submitted(String workspace, String run) {
    return ifThere(
        () -> tree(ofWorkspace(workspace, "/runs/" + encoded(run) + "/document")).path("document"));
  }

  /** The document that a workspace was applied with last, packed; empty where none is kept. */
  public Optional<String> document(String workspace) {
    return ifThere(() -> tree(ofWorkspace(workspace, "/document")))
        .map(answer -> answer.path("document").asText());
  }

  /**
   * The workspaces that say what becomes of them when outputs change that they read: {@code
   * {workspace, version, reads, kept, runs: [{run, by, phase, hash?}]}}, with the runs that go on.
   */
  public List<JsonNode> readers() {
    List<JsonNode> readers = new ArrayList<>();
    for (Announcement instance : calls.all()) {
      tree(calls.send(instance, "/v1/readers")).path("readers").forEach(readers::add);
    }
    return readers;
  }

  /** The runs of one workspace: RunRecords. */
  public List<JsonNode> runsOf(String workspace) {
    String path = "/v1/runs?workspace=" + encoded(workspace) + "&limit=0";
    return pages(page -> call(workspace, path + page), "runs");
  }

  /** Waits until every partition has an owner that answers; false when patience ends first. */
  public boolean awaitOwners() {
    return calls.awaitOwners();
  }

  /** Every instance that owns anything. */
  public List<Announcement> instances() {
    return calls.instances();
  }

  private byte[] ofWorkspace(String workspace, String rest) {
    return call(workspace, "/v1/workspaces/" + encoded(workspace) + rest);
  }

  private byte[] call(String workspace, String path) {
    return calls.call(workspace, path, calls.usual());
  }

  private static JsonNode tree(byte[] body) {
    try {
      return Json.tree(body);
    } catch (MalformedMessage e) {
      throw unexpected("an answer of the state service", e);
    }
  }

  private static TransportFailure unexpected(String what, MalformedMessage cause) {
    return new TransportFailure(
        Code.UNEXPECTED, what + " cannot be read: " + cause.getMessage(), cause);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public void close() {
    calls.close();
  }
}
