package io.sluice.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.trial.TrialPlugin;
import io.sluice.cli.Captured;
import io.sluice.install.support.TerraformProgram;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What providers say of themselves, beside what Terraform prints of them. */
class ProviderSchemasTest {
  private static final Path MIRROR = Path.of("/opt/tf-plugins");
  private static final String TRIAL = "example.com/test/trial";

  @TempDir private Path directory = Path.of("unset");

  private void require(String name, String source, String more) throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        "terraform {\n  required_providers {\n    %s = { source = \"%s\" }\n  }\n}\n%s"
            .formatted(name, source, more));
  }

  private Map<String, String> developed(String protocol) throws Exception {
    Path build = Files.createDirectory(directory.resolve("build"));
    TrialPlugin.script(build, Map.of("TRIAL_PROTOCOL", protocol));
    Path settings =
        Files.writeString(
            directory.resolve("cli.tfrc"),
            "provider_installation {\n  dev_overrides {\n    \"%s\" = \"%s\"\n  }\n}\n"
                .formatted(TRIAL, build));
    return Map.of("TF_CLI_CONFIG_FILE", settings.toString());
  }

  private static JsonNode json(String text) throws Exception {
    return Json.tree(text.substring(text.indexOf('{')).getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "6"})
  void areThoseThatTerraformPrints(String protocol) throws Exception {
    TerraformProgram.assumeInstalled();
    require("trial", TRIAL, "");
    Map<String, String> environment = developed(protocol);

    Captured ours = Captured.run(directory, environment, "providers", "schema", "-json");
    String theirs = TerraformProgram.done(directory, environment, "providers", "schema", "-json");

    assertThat(ours.code()).as(ours.err()).isZero();
    JsonNode said = json(ours.out());
    ObjectNode trial = (ObjectNode) said.path("provider_schemas").path(TRIAL);
    // Terraform prints identities from 1.12 on.
    assertThat(trial.remove("resource_identity_schemas").path("trial_named").has("version"))
        .isTrue();
    assertThat(said).isEqualTo(json(theirs));
  }

  @Test
  void areThoseThatTerraformPrintsOfAws() throws Exception {
    TerraformProgram.assumeInstalled();
    assumeTrue(
        Files.isDirectory(MIRROR.resolve("registry.terraform.io/hashicorp/aws/5.100.0")),
        "skipped: no AWS provider in " + MIRROR);
    require("aws", "hashicorp/aws", "");
    assertThat(Captured.run(directory, Map.of("HOME", ""), "init", "--plugin-dir=" + MIRROR).code())
        .isZero();

    Captured ours = Captured.run(directory, Map.of("HOME", ""), "providers", "schema", "-json");
    String theirs = TerraformProgram.done(directory, Map.of(), "providers", "schema", "-json");

    assertThat(json(ours.out()).equals(json(theirs))).isTrue();
  }

  @Test
  void aProviderUnderDevelopmentIsRunFromWhereItsDeveloperSays() throws Exception {
    require("trial", TRIAL, "resource \"trial_thing\" \"a\" {\n  name = 3\n  nothing = 4\n}\n");
    Map<String, String> environment = developed("6");

    Captured validate = Captured.run(directory, environment, "validate");

    assertThat(validate.err())
        .contains("Warning: " + TRIAL + " is run from " + directory.resolve("build"))
        .contains("An argument named \"nothing\" is not expected here");
    assertThat(directory.resolve(".terraform.lock.hcl")).doesNotExist();

    Files.delete(directory.resolve("build/terraform-provider-trial"));
    assertThat(Captured.run(directory, environment, "validate").err())
        .contains("has no file terraform-provider-trial");
  }

  @Test
  void areNotThereWhereTheProviderIsNot() throws Exception {
    require("trial", TRIAL, "");

    assertThat(Captured.run(directory, Map.of(), "providers", "schema", "-json").err())
        .contains("Provider isn't installed", TRIAL + " is required", "sluice init");
    assertThat(Captured.run(directory, Map.of(), "providers", "schema").code()).isNotZero();
  }
}
