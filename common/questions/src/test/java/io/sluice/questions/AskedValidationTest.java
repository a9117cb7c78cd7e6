package io.sluice.questions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.trial.RequestLog;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.plan.PluginWork;
import io.sluice.planning.configuration.ConfigurationValidation;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.provider.ProviderRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a provider finds wrong with a configuration, before anything is planned. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AskedValidationTest {
  private static final String TEXT =
      """
      terraform {
        required_providers {
          trial = { source = "sluice/trial" }
        }
      }
      variable "v" {}
      provider "trial" {
        endpoint = var.v
      }
      resource "trial_thing" "first" {
        name  = "first"
        count = var.v
        fault = "invalid"
      }
      resource "trial_thing" "second" {
        name  = trial_thing.first[0].id
        note  = "n"
        fault = "invalid"
      }
      resource "trial_thing" "third" {
        name  = "third"
        fault = "warn"
      }
      data "trial_lookup" "d" {
        key = trial_thing.third.id
      }
      ephemeral "trial_token" "e" {
        key = var.v
      }
      """;

  @TempDir private Path folder = Path.of("unset");
  @TempDir private Path directory = Path.of("unset");
  private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());

  private List<Diagnostic> validated(String text) throws Exception {
    Files.writeString(directory.resolve("main.tf"), text);
    ProviderRegistry registry =
        ProviderRegistry.builtIn()
            .with(
                List.of(
                    new BridgedProvider(
                        new PluginWork(TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), null, null),
                        TrialSchema.catalog(ProtocolVersion.SIX))));
    DirectorySource source = new DirectorySource(directory);
    try (PluginHost host =
            TrialHost.of(folder, Map.of("TRIAL_LOG", folder.resolve("calls.log").toString()));
        Asker asker = new Asker(host, folder)) {
      return AskedValidation.of(
          answers -> ConfigurationValidation.of(source, registry, answers),
          question -> {
            asked.add(question);
            return asker.answer(question);
          },
          4,
          Duration.ofSeconds(10),
          elapsed -> {});
    }
  }

  private List<String> calls() throws Exception {
    return RequestLog.read(folder.resolve("calls.log")).stream()
        .map(RequestLog.Entry::rpc)
        .toList();
  }

  private static String told(Diagnostic each) {
    return "%s %s at line %d: %s"
        .formatted(each.severity(), each.summary(), each.range().line(), each.detail());
  }

  @Test
  void tellsAllFaultsAtOnceEachAtItsAttribute() throws Exception {
    assertThat(validated(TEXT).stream().map(AskedValidationTest::told))
        .containsExactly(
            "ERROR Not valid at line 13: trial_thing.first[*]: because it was asked to",
            "ERROR Not valid at line 18: trial_thing.second: because it was asked to",
            "WARNING Be careful at line 20: trial_thing.third.");
    assertThat(calls())
        .doesNotContain("ConfigureProvider", "OpenEphemeralResource", "ReadDataSource")
        .containsOnlyOnce(
            "ValidateProviderConfig",
            "ValidateDataResourceConfig",
            "ValidateEphemeralResourceConfig")
        .filteredOn("ValidateResourceConfig"::equals)
        .hasSize(3);
  }

  @Test
  void asksNobodyAboutABlockThatIsFaultyAlready() throws Exception {
    String faulty = TEXT.replace("note  = \"n\"", "nothing = 1");

    assertThat(validated(faulty).stream().map(AskedValidationTest::told))
        .hasSize(3)
        .anyMatch(line -> line.startsWith("ERROR Unsupported argument at line 17"))
        .noneMatch(line -> line.contains("Not valid at line 18"));
    assertThat(asked).hasSize(5);
  }
}
