package io.sluice.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.planning.document.check.DocumentCheck;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanFileTest {
  private static final ProviderRegistry REGISTRY = ProviderRegistry.builtIn();
  private static final Keyring KEYRING = Keyring.of(new byte[32], "a test");

  private static PlanFile file(String type) {
    byte[] bytes =
        ("schema_version: 2\nworkspace: w\nresources:\n- name: f\n  type: "
                + type
                + "\n  config: {filename: f, content: canary-34}\n")
            .getBytes(StandardCharsets.UTF_8);
    DocumentCheck.Outcome outcome =
        DocumentCheck.check(bytes, "plan.yaml", REGISTRY, DocumentCheck.Options.STRICT);
    return outcome instanceof DocumentCheck.Checked checked
        ? new PlanFile("plan.yaml", bytes, checked.document(), REGISTRY)
        : new PlanFile(outcome.toString(), bytes, null, REGISTRY);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void secretsOfADocumentAreSealedBeforeItIsSent() {
    assertThat(text(file("local_sensitive_file").bytesFor(null, () -> Optional.of(KEYRING))))
        .contains("$sealed", "\"workspace\":\"w\"")
        .doesNotContain("canary-34");
    assertThat(text(file("local_sensitive_file").bytesFor("v", () -> Optional.of(KEYRING))))
        .contains("$sealed", "\"workspace\":\"v\"")
        .doesNotContain("canary-34");
  }

  @Test
  void whatHasNoSecretsIsSentAsItIsAndNeedsNoKey() {
    PlanFile plain = file("local_file");

    assertThat(
            plain.bytesFor(
                null,
                () -> {
                  throw new AssertionError("nobody needs the key");
                }))
        .isSameAs(plain.bytes());
  }
}
