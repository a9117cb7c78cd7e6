package io.sluice.planning.document.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.Settings;
import io.sluice.planning.document.check.DocumentCheck;
import io.sluice.planning.secret.SealedLiterals;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProviderReaderTest {
  private static final ProviderRegistry REGISTRY = ProviderRegistry.builtIn();

  @Test
  void aResourceUsesTheConfigurationOfItsProviderOrTheOneThatItNames() {
    CheckedDocument document =
        checked(
            """
            providers:
              - {name: fakecloud, config: {endpoint: "${CLOUD}"}, rate: 2.5, max_concurrent: 3}
              - {name: fakecloud.west, config: {endpoint: "http://127.0.0.1:7071"}}
            resources:
              - {name: a, type: fakecloud_bucket, config: {name: a}}
              - {name: b, type: fakecloud_bucket, provider: fakecloud.west, config: {name: b}}
              - {name: c, type: random_id, config: {byte_length: 2}}
            """);

    Settings first = document.resources().get(0).settings();
    assertThat(first.provider()).isEqualTo("fakecloud");
    ProviderBlock block = first.block();
    assertThat(block.config().path("endpoint").asText()).isEqualTo("${CLOUD}");
    assertThat(block.rate()).isEqualTo(2.5);
    assertThat(block.maxConcurrent()).isEqualTo(3);
    assertThat(document.resources().get(1).settings().block().config().path("endpoint").asText())
        .isEqualTo("http://127.0.0.1:7071");
    assertThat(document.resources().get(2).settings().block()).isNull();
    assertThat(document.resources().get(2).settings().provider()).isNull();
  }

  @Test
  void everyFaultIsReportedAtItsPlace() {
    List<Diagnostic> faults =
        faults(
            """
            providers:
              - {name: fakeclud, config: {}}
              - {name: fakecloud, config: {endpint: x}, rate: 0}
              - {name: fakecloud.a, config: {endpoint: "${b.url}"}, max_concurrent: 0}
              - {name: fakecloud.a, config: {}}
              - {config: {}}
            resources:
              - {name: b, type: fakecloud_bucket, provider: fakecloud.west, config: {name: b}}
            """);

    assertThat(faults)
        .extracting(Diagnostic::summary)
        .containsExactlyInAnyOrder(
            "Unknown provider",
            "Unsupported argument",
            "Invalid rate",
            "Invalid reference",
            "Invalid max_concurrent",
            "Duplicate provider configuration",
            "Missing field",
            "Provider configuration not present");
    assertThat(faults)
        .allSatisfy(fault -> assertThat(fault.range().line()).isGreaterThanOrEqualTo(4));
    assertThat(faults).anySatisfy(fault -> assertThat(fault.hint()).contains("\"fakecloud\""));
  }

  @Test
  void aSecretInAConfigurationTravelsSealed() {
    CheckedDocument document =
        checked(
            """
            providers:
              - name: http
                config: {base_url: "http://127.0.0.1", username: u, password: canary-8831}
            resources:
              - {name: a, type: http_object, config: {path: /a, body: {}}}
            """);
    String sent =
        SealedLiterals.of(
                document, REGISTRY, Keyring.of(new byte[32], "a test").sealer(), "default")
            .toString();
    assertThat(sent).contains("$sealed", "http://127.0.0.1").doesNotContain("canary-8831");
  }

  private static CheckedDocument checked(String text) {
    return ((DocumentCheck.Checked) check(text)).document();
  }

  private static List<Diagnostic> faults(String text) {
    return ((DocumentCheck.Faulty) check(text)).diagnostics();
  }

  private static DocumentCheck.Outcome check(String text) {
    return DocumentCheck.check(
        ("schema_version: 2\nworkspace: default\n" + text).getBytes(StandardCharsets.UTF_8),
        "plan.yaml",
        REGISTRY,
        DocumentCheck.Options.STRICT);
  }
}
