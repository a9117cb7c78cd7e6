package io.sluice.cli.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.cli.terminal.Fault;
import io.sluice.transport.Connection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class DeploymentTest {
  @Test
  void saysThatPartsOfASubmissionMayBeMissing() {
    assertThat(hint(1)).startsWith("The submission may not have arrived: send it again.");
    assertThat(hint(2)).startsWith("The submission may be incomplete: send it again.");
  }

  private static String hint(int parts) {
    Connection fleet = Connection.from(Map.of("SLUICE_KAFKA", "h:1", "SLUICE_ZOOKEEPER", "h:2"));
    Future<RecordMetadata> lost = CompletableFuture.failedFuture(new TimeoutException("too late"));
    try (Deployment deployment = Deployment.unseen(fleet)) {
      Fault fault =
          catchThrowableOfType(
              Fault.class, () -> deployment.await(Collections.nCopies(parts, lost)));
      return fault.diagnostics().getFirst().hint();
    }
  }
}
