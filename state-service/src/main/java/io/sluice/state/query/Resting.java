package io.sluice.state.query;

import io.sluice.model.json.Json;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.StoredMessages;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.topic.Partitioner;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of the query API that needs committed records alone, answered while no service runs: the
 * stores are opened for one question each, and only those whose owners ended in an orderly way. Who
 * asks has to see to it that no service starts meanwhile.
 */
public final class Resting {
  private static final String WORKSPACES = "/v1/workspaces";
  private static final String RUNS = "/v1/runs";
  private static final String READERS = "/v1/readers";
  private static final String LOCKS = "/v1/locks/";

  private final Path data;
  private final Partitioner partitioner;

  /**
   * @param data the folder of the stores
   */
  public Resting(Path data, int partitions) {
    this.data = data;
    this.partitioner = new Partitioner(partitions);
  }

  /**
   * The answer; empty where the disk has none.
   *
   * @param path of the query API, with its query
   */
  public Optional<byte[]> answer(String path) {
    int mark = path.indexOf('?');
    Parameters parameters = Parameters.of(mark < 0 ? "" : path.substring(mark + 1));
    String where = mark < 0 ? path : path.substring(0, mark);
    if (where.equals(WORKSPACES)) {
      return answered(all(), queries -> queries.workspaces(parameters.page()));
    }
    if (where.equals(RUNS)) {
      String workspace = parameters.one("workspace");
      return answered(all(), queries -> queries.runs(workspace, parameters.page()));
    }
    if (where.equals(READERS)) {
      return answered(all(), Queries::readers);
    }
    List<String> words = words(where);
    if (where.startsWith(WORKSPACES + "/")) {
      return ofWorkspace(words.subList(2, words.size()), parameters);
    }
    if (where.startsWith(LOCKS) && words.size() == 3) {
      return answered(of(words.get(2)), queries -> queries.locks(words.get(2)));
    }
    if (where.startsWith(RUNS + "/") && words.size() == 3) {
      return answered(all(), queries -> queries.run(words.get(2)));
    }
    return where.startsWith(RUNS + "/") && words.size() == 4 && words.get(3).equals("plan")
        ? answered(all(), queries -> queries.plan(words.get(2)))
        : Optional.empty();
  }

  private Optional<byte[]> ofWorkspace(List<String> words, Parameters parameters) {
    String workspace = words.getFirst();
    List<Integer> partition = of(workspace);
    String what = words.size() < 2 ? "" : words.get(1);
    String which = words.size() < 3 ? null : words.get(2);
    Question question =
        switch (words.size()) {
          case 1 -> queries -> queries.workspace(workspace);
          case 2 ->
              switch (what) {
                case "snapshot" -> queries -> queries.snapshot(workspace, -1, Duration.ZERO);
                case "outputs" -> queries -> queries.outputs(workspace);
                case "resources" ->
                    queries -> queries.resources(workspace, parameters.filter(), parameters.page());
                default -> null;
              };
          case 3 ->
              which == null
                  ? null
                  : switch (what) {
                    case "resources" -> queries -> queries.resource(workspace, which);
                    case "runs" -> queries -> queries.run(workspace, which);
                    default -> null;
                  };
          default -> null;
        };
    return question == null ? Optional.empty() : answered(partition, question);
  }

  /** What is asked of the stores. */
  @FunctionalInterface
  private interface Question {
    Answer of(Queries queries) throws InterruptedException;
  }

  private Optional<byte[]> answered(List<Integer> partitions, Question question) {
    try (OpenStores stores = new OpenStores()) {
      for (int partition : partitions) {
        if (!stores.open(partition, data.resolve("partition-" + partition + ".mv"))) {
          return Optional.empty();
        }
      }
      Queries queries = new Queries(stores, partitioner, stores.identity());
      return switch (question.of(queries)) {
        case Answer.Found found -> Optional.of(Json.encode(found.body()));
        case Answer.Nothing nothing ->
            throw new TransportFailure(TransportFailure.Code.NOT_FOUND, nothing.why());
        case Answer.Refused refused ->
            throw new TransportFailure(TransportFailure.Code.UNEXPECTED, refused.why());
        case Answer.Elsewhere elsewhere -> Optional.empty();
        case Answer.Behind behind -> Optional.empty();
        case Answer.Passed passed -> Optional.empty();
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (StoredMessages.Unreadable e) {
      // A newer build wrote it: the service says so in its own words.
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new TransportFailure(
          TransportFailure.Code.UNEXPECTED, String.valueOf(e.getMessage()), e);
    }
  }

  private List<Integer> all() {
    return Stream.iterate(0, each -> each + 1).limit(partitioner.partitions()).toList();
  }

  private List<Integer> of(String workspace) {
    return List.of(partitioner.partition(workspace));
  }

  private static List<String> words(String path) {
    return Stream.of(path.substring(1).split("/", -1)).map(Resting::decoded).toList();
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** What stands behind the question mark. */
  private record Parameters(Map<String, List<String>> values) {
    static Parameters of(String query) {
      Map<String, List<String>> values = new HashMap<>();
      for (String pair : query.split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          values
              .computeIfAbsent(pair.substring(0, equals), name -> new ArrayList<>())
              .add(decoded(pair.substring(equals + 1)));
        }
      }
      return new Parameters(values);
    }

    @Nullable String one(String name) {
      List<String> all = values.get(name);
      return all == null ? null : all.getFirst();
    }

    Page page() {
      String limit = one("limit");
      return new Page(one("after"), limit == null ? 0 : Integer.parseInt(limit));
    }

    Filter filter() {
      return Filter.of(one("type"), values.get("attribute"));
    }
  }

  /** The stores that one question needs. */
  private static final class OpenStores implements Committed, AutoCloseable {
    private final Map<Integer, LocalStore> stores = new HashMap<>();

    boolean open(int partition, Path file) {
      Optional<LocalStore> store = LocalStore.resting(file);
      store.ifPresent(found -> stores.put(partition, found));
      return store.isPresent();
    }

    /** The same in all of them. */
    String identity() {
      return stores.values().stream().findFirst().flatMap(LocalStore::identity).orElse("");
    }

    @Override
    public Optional<LocalStore> store(int partition) {
      return Optional.ofNullable(stores.get(partition));
    }

    @Override
    public List<Integer> serving() {
      return stores.keySet().stream().sorted().toList();
    }

    @Override
    public Map<Integer, String> troubles() {
      return Map.of();
    }

    @Override
    public List<String> unserved(boolean causes) {
      return List.of();
    }

    @Override
    public Map<Integer, Long> halted() {
      return Map.of();
    }

    @Override
    public Map<String, String> ailing() {
      return Map.of();
    }

    @Override
    public Standing standing() {
      return Standing.NONE;
    }

    @Override
    public long takeovers() {
      return 0;
    }

    @Override
    public void close() {
      stores.values().forEach(LocalStore::close);
    }
  }
}
