package io.sluice.worker.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.client.Client;
import io.sluice.model.message.Task;
import io.sluice.provider.workspace.Runs;
import io.sluice.provider.workspace.WorkspaceOutput;
import io.sluice.provider.workspace.Workspaces;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.query.QueryClient;
import io.sluice.worker.secret.Vault;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntSupplier;

/**
 * Workspaces as the state service has them. The token of the query API and the key decide who may
 * read them: a worker has both.
 */
public final class FleetWorkspaces implements AutoCloseable {
  private final QueryClient query;
  private final Client client;
  private final Vault vault;

  public FleetWorkspaces(QueryClient query, Client client, Vault vault) {
    this.query = query;
    this.client = client;
    this.vault = vault;
  }

  /** As the call of a task sees them. */
  public Workspaces of(Task task) {
    return new Workspaces() {
      @Override
      public Look outputs(String workspace) {
        return look(workspace);
      }

      @Override
      public Optional<Runs> runs() {
        return Optional.of(new FleetRuns(client, query, task.workspace(), task.run()));
      }

      @Override
      public Own submitted() {
        try {
          return query
              .submitted(task.workspace(), task.run())
              .<Own>map(Workspaces.Submitted::new)
              .orElseGet(Workspaces.NotSubmitted::new);
        } catch (TransportFailure e) {
          return new Workspaces.Unseen(String.valueOf(e.getMessage()));
        }
      }
    };
  }

  /**
   * Looks now and then whose reads have changed.
   *
   * @param workers how many do so
   */
  public ReaderWatch watch(IntSupplier workers, Duration every) {
    return new ReaderWatch(
        new ReaderRuns(client, query, vault), workspace -> look(workspace), workers, every);
  }

  private Workspaces.Look look(String workspace) {
    try {
      Optional<JsonNode> record = query.outputs(workspace);
      return record.isEmpty() && query.workspace(workspace).path("resources").asLong() == 0
          ? new Workspaces.Missing()
          : new Workspaces.Found(
              record.map(found -> opened(workspace, found)).orElseGet(TreeMap::new));
    } catch (TransportFailure e) {
      return new Workspaces.Unreadable(String.valueOf(e.getMessage()));
    }
  }

  private SortedMap<String, WorkspaceOutput> opened(String workspace, JsonNode record) {
    SortedMap<String, WorkspaceOutput> outputs = new TreeMap<>();
    JsonNode values = vault.open(workspace, record.path("attributes").path("values"));
    for (Map.Entry<String, JsonNode> each : values.properties()) {
      JsonNode value = each.getValue().path("value");
      if (!value.isNull() && !value.isMissingNode()) {
        boolean sensitive = each.getValue().path("sensitive").asBoolean();
        outputs.put(each.getKey(), new WorkspaceOutput(value, sensitive));
      }
    }
    return outputs;
  }

  @Override
  public void close() {
    client.close();
    query.close();
  }
}
