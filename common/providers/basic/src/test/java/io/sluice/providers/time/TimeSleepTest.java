package io.sluice.providers.time;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.ErrorClass;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.SchemaCheck;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TimeSleepTest extends ResourceContract {
  @Override
  protected Provider provider() {
    return new TimeProvider();
  }

  @Override
  protected String type() {
    return "time_sleep";
  }

  @Override
  protected JsonNode desired() {
    return json("{'create_duration':'20ms','triggers':{'a':'1'}}");
  }

  @Override
  protected Optional<JsonNode> changed() {
    return Optional.of(json("{'create_duration':'10m','triggers':{'a':'1'}}"));
  }

  @Override
  protected boolean stateOnly() {
    return true;
  }

  @Test
  void waitsAtLeastSoLong() {
    long started = System.nanoTime();
    create();
    assertThat(Duration.ofNanos(System.nanoTime() - started))
        .isGreaterThanOrEqualTo(Duration.ofMillis(20));
  }

  @Test
  void cancellingEndsTheWaitWithNothingDone() throws Exception {
    Cancellation cancellation = new Cancellation();
    var call = calls.of("t", false, Duration.ofHours(1), cancellation);
    CompletableFuture<Outcome> waiting =
        CompletableFuture.supplyAsync(
            () -> session.create(call, type(), json("{'create_duration':'1h'}")));
    Thread.sleep(50);
    assertThat(waiting).isNotDone();
    cancellation.cancel("the run was cancelled");
    Outcome.Failed failed = failed(waiting.get(5, java.util.concurrent.TimeUnit.SECONDS));
    assertThat(failed.errorClass()).isEqualTo(ErrorClass.TRANSIENT);
    assertThat(failed.message()).contains("the run was cancelled");
  }

  @Test
  void aWaitBeyondTheTimeOutIsTheUsersError() {
    var call = calls.of("t", false, Duration.ofMillis(30), new Cancellation());
    assertThat(failed(session.create(call, type(), json("{'create_duration':'1h'}"))).errorClass())
        .isEqualTo(ErrorClass.USER);
  }

  @Test
  void whatIsNoDurationIsFoundByTheCheck() {
    assertThat(SchemaCheck.check(schema(), json("{'create_duration':'soon'}"))).hasSize(1);
    assertThat(SchemaCheck.check(schema(), json("{'create_duration':'1h15m30.5s'}"))).isEmpty();
    assertThat(SchemaCheck.check(schema(), json("{'triggers':{}}"))).hasSize(1);
  }
}
