package io.sluice.providers.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.provider.ProviderRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProviderReferenceTest {
  @Test
  void theReferenceIsUpToDate() throws Exception {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/providers-reference.md"))) {
      folder = folder.getParent();
    }
    assertThat(Files.readString(folder.resolve("docs/providers-reference.md")))
        .as("run ./gradlew providerReference")
        .isEqualTo(ProviderReference.of(ProviderRegistry.builtIn()));
  }

  @Test
  void listsEveryType() {
    assertThat(ProviderReference.of(ProviderRegistry.builtIn()))
        .contains("### `local_file`", "### data `http`", "### step `exec`", "sensitive");
  }
}
