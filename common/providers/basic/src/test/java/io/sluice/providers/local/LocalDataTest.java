package io.sluice.providers.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Session;
import io.sluice.provider.contract.Calls;
import io.sluice.provider.contract.ResourceContract;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDataTest {
  @TempDir Path directory;

  private final Session session =
      ((io.sluice.provider.Provider.Configured.Ready)
              new LocalProvider().configure(ResourceContract.json("{}")))
          .session();

  @Test
  void readsAFile() throws Exception {
    Files.writeString(directory.resolve("f"), "hello");
    JsonNode read =
        ResourceContract.done(
                session.readData(
                    new Calls(directory).fresh(),
                    "local_file",
                    ResourceContract.json("{'filename':'f'}")))
            .attributes();
    assertThat(read.get("content").asText()).isEqualTo("hello");
    assertThat(read.get("id").asText()).isEqualTo("aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d");
  }

  @Test
  void aMissingFileIsSaidByName() {
    assertThat(
            ResourceContract.failed(
                    session.readData(
                        new Calls(directory).fresh(),
                        "local_file",
                        ResourceContract.json("{'filename':'nowhere'}")))
                .message())
        .contains("nowhere");
  }

  @Test
  void execRunsACommand() {
    JsonNode output =
        ResourceContract.done(
                session.runStep(
                    new Calls(directory).fresh(),
                    "exec",
                    ResourceContract.json("{'command':'echo $A','environment':{'A':'7'}}")))
            .attributes();
    assertThat(output.get("output").intValue()).isEqualTo(7);
  }
}
