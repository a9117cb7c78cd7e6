package io.sluice.providers.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.SchemaCheck;
import java.nio.file.Files;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocalDirectoryTest extends ResourceContract {
  @Override
  protected Provider provider() {
    return new LocalProvider();
  }

  @Override
  protected String type() {
    return "local_directory";
  }

  @Override
  protected JsonNode desired() {
    return json("{'path':'x/y','permission':'0700'}");
  }

  @Override
  protected Optional<JsonNode> changed() {
    return Optional.of(json("{'path':'x/y','permission':'0750'}"));
  }

  @Override
  protected Set<String> unknownAfterImport() {
    return Set.of("permission");
  }

  @Test
  void neverDeletesWhatIsNotEmpty() throws Exception {
    Prior prior = prior(create());
    Files.writeString(directory.resolve("x/y/precious"), "");
    assertThat(failed(session.delete(calls.fresh(), type(), prior)).message()).contains("precious");
    assertThat(directory.resolve("x/y/precious")).exists();
  }

  @Test
  void leavesWhatWasThereBefore() throws Exception {
    Files.createDirectories(directory.resolve("old"));
    Outcome.Done done = done(create(json("{'path':'old'}")));
    assertThat(session.delete(calls.fresh(), type(), prior(done))).isEqualTo(new Outcome.Gone());
    assertThat(directory.resolve("old")).exists();
  }

  @Test
  void aRecoveryDoesNotForgetThatItWasThereBefore() throws Exception {
    Files.createDirectories(directory.resolve("old"));
    JsonNode wanted = SchemaCheck.conform(schema(), json("{'path':'old'}"));
    Outcome.Done done = done(session.create(calls.of("t", true), type(), wanted));
    assertThat(done.existed()).isTrue();
    session.delete(calls.fresh(), type(), prior(done));
    assertThat(directory.resolve("old")).exists();
  }
}
