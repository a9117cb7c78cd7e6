package io.sluice.state.query;

import static io.sluice.state.Deployment.edit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.state.Deployment;
import io.sluice.state.StateService;
import io.sluice.state.store.LocalStore;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.query.QueryClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the stores of a service that has ended answer, beside what the service answered. */
class RestingTest {
  @TempDir Path folder;
  private Deployment sluice;
  private String workspace;
  private StateService service;

  @BeforeEach
  void deploy() throws Exception {
    sluice = new Deployment(RestingTest.class, folder);
    workspace = sluice.workspace(1);
    service = sluice.start("a");
    long offset = sluice.send(workspace, edit("r1", workspace, "t.a[\"x/y %\"]", 1));
    sluice.snapshot(workspace, offset);
  }

  @AfterEach
  void close() {
    sluice.close();
  }

  private QueryClient resting() {
    Resting records = new Resting(folder.resolve("a"), sluice.connection.partitions());
    return QueryClient.resting(
        records::answer,
        () -> {
          throw new IllegalStateException("woken");
        });
  }

  @Test
  void answersAsTheServiceDidBeforeItsEnd() {
    Address address = new Address("t.a[\"x/y %\"]");
    assertThat(sluice.queries.awaitOwners()).isTrue();
    Snapshot snapshot = sluice.queries.snapshot(workspace, QueryClient.ANY_VERSION);
    var resource = sluice.queries.resource(workspace, address);
    var resources = sluice.queries.resources(workspace, "t*", List.of());
    var runs = sluice.queries.runs();
    var run = sluice.queries.run("r1");
    var about = sluice.queries.workspace(workspace);
    var locks = sluice.queries.locks(workspace);

    service.close();

    QueryClient resting = resting();
    assertThat(resting.snapshot(workspace, QueryClient.ANY_VERSION)).isEqualTo(snapshot);
    assertThat(resting.resource(workspace, address)).isEqualTo(resource);
    assertThat(resting.resources(workspace, "t*", List.of())).isEqualTo(resources);
    assertThat(resting.resources(workspace, "u*", List.of())).isEmpty();
    assertThat(resting.runs()).isEqualTo(runs);
    assertThat(resting.run("r1")).isEqualTo(run);
    assertThat(resting.run("r2")).isEmpty();
    assertThat(resting.workspace(workspace)).isEqualTo(about);
    assertThat(resting.workspaces()).containsExactly(workspace);
    assertThat(resting.locks(workspace)).isEqualTo(locks);
    assertThat(resting.outputs(workspace)).isEmpty();
    assertThatThrownBy(() -> resting.resource(workspace, new Address("t.b")))
        .isInstanceOf(TransportFailure.class)
        .extracting(failure -> ((TransportFailure) failure).code())
        .isEqualTo(TransportFailure.Code.NOT_FOUND);
  }

  @Test
  void wakesTheDeploymentForWhatNeedsItsTopics() {
    service.close();
    assertThatThrownBy(() -> resting().history(workspace, new Address("t.a"), 1))
        .hasMessage("woken");
  }

  @Test
  void saysNothingOfStoresWhoseOwnerMayLackSomething() throws Exception {
    service.close();
    Path file = folder.resolve("a").resolve("partition-1.mv");
    String identity;
    try (LocalStore store = LocalStore.resting(file).orElseThrow()) {
      identity = store.identity().orElseThrow();
    }
    // As after an owner that took over and was killed.
    LocalStore.open(file, identity).close();

    Resting records = new Resting(folder.resolve("a"), sluice.connection.partitions());
    assertThat(records.answer("/v1/workspaces/" + workspace + "/outputs")).isEmpty();
    assertThat(records.answer("/v1/runs?limit=0")).isEqualTo(Optional.empty());
  }
}
