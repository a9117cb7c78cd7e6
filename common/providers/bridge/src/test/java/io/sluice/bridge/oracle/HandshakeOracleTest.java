package io.sluice.bridge.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.bridge.process.PluginCommand;
import io.sluice.bridge.process.PluginEnvironment;
import io.sluice.bridge.process.PluginProcess;
import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.Reply;
import io.sluice.bridge.trial.RequestLog;
import io.sluice.bridge.trial.TrialPlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same program as a plugin of Terraform's and of ours, with certificates and all. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class HandshakeOracleTest {
  private static final String TYPE = "trial_thing";

  @TempDir Path directory;

  private static Path script(Path folder, Path log) throws Exception {
    return TrialPlugin.script(Files.createDirectories(folder), Map.of("TRIAL_LOG", log.toString()));
  }

  @Test
  void startsAPluginThatTerraformStartsAndAsksItTheSame() throws Exception {
    Optional<Path> program = Terraform.find();
    assumeTrue(program.isPresent(), "there is no terraform on PATH to compare with");
    Path theirs = directory.resolve("theirs.log");
    Path folder = directory.resolve("theirs");
    script(folder, theirs);
    Terraform terraform = new Terraform(program.get(), directory, Map.of());
    terraform.settings(
        "provider_installation {\n  dev_overrides { \"sluice/trial\" = \"%s\" }\n  direct {}\n}\n"
            .formatted(folder));
    terraform.configuration(
        """
        terraform {
          required_providers {
            trial = { source = "sluice/trial" }
          }
        }
        resource "trial_thing" "a" {
          name = "a"
          tags = { k = "v" }
        }
        """);
    terraform.run("apply", "-auto-approve", "-input=false", "-no-color", "-parallelism=1");

    Path ours = directory.resolve("ours.log");
    PluginCommand command =
        PluginCommand.of(
            "sluice/trial",
            script(directory.resolve("ours"), ours),
            directory,
            PluginEnvironment.of(System.getenv(), Set.of()),
            directory.resolve("r"));
    try (PluginProcess plugin = PluginProcess.start(command, line -> {})) {
      PluginSession session = ((Reply.Done<PluginSession>) PluginSession.open(plugin)).result();
      Block block = session.catalog().resource(TYPE).orElseThrow().block();
      Sequence expected = Sequence.of(RequestLog.read(theirs), TYPE, block);
      new Replay(session, TYPE).apply(expected.configs(), IgnoredChanges.NONE);
      assertThat(Sequence.of(RequestLog.read(ours), TYPE, block).requests())
          .isNotEmpty()
          .isEqualTo(expected.requests());
    }
  }
}
