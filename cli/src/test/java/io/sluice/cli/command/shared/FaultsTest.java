package io.sluice.cli.command.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.client.Client;
import io.sluice.client.ClientFailure;
import io.sluice.transport.Connection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class FaultsTest {
  @Test
  void saysThatPartsOfASubmissionMayBeMissing() {
    assertThat(hint(1)).startsWith("The submission may not have arrived: send it again.");
    assertThat(hint(2)).startsWith("The submission may be incomplete: send it again.");
  }

  private static String hint(int parts) {
    Connection fleet = Connection.from(Map.of("SLUICE_KAFKA", "h:1", "SLUICE_ZOOKEEPER", "h:2"));
    Future<RecordMetadata> lost = CompletableFuture.failedFuture(new TimeoutException("too late"));
    try (Client client = Client.unchecked(fleet, () -> {})) {
      ClientFailure failure =
          catchThrowableOfType(
              ClientFailure.class, () -> client.await(Collections.nCopies(parts, lost)));
      return Faults.of(failure).diagnostics().getFirst().hint();
    }
  }
}
