package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Blocks for objects that somebody made by hand. */
class GeneratedConfigurationRunTest {
  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  private RunningDeployment local;

  @BeforeEach
  void start() throws Exception {
    Files.writeString(directory.resolve("motd.txt"), "welcome ${home}\n");
    Files.writeString(directory.resolve("policy.json"), "{\"allow\":[\"all\"]}");
    Files.writeString(directory.resolve("secret.txt"), "s3cret-canary");
    write(
        """
        locals { motd = "motd.txt" }
        import {
          to = local_file.motd
          id = "./${local.motd}"
        }
        import {
          to = local_file.policy
          id = "policy.json"
        }
        """);
    local = RunningDeployment.up(directory, Map.of());
  }

  @AfterEach
  void stop() throws Exception {
    local.close();
  }

  private void write(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), text);
  }

  private Captured sluice(String... arguments) {
    return Captured.run(directory, arguments);
  }

  private static Captured done(Captured captured) {
    assertThat(captured.code()).as(captured.out() + captured.err()).isZero();
    return captured;
  }

  private Path generated() {
    return directory.resolve("generated.tf");
  }

  @Test
  void describesWhatIsThereSoThatNothingChanges() throws Exception {
    done(sluice("validate"));
    Captured undescribed = sluice("plan");
    assertThat(undescribed.code()).isOne();
    assertThat(undescribed.err())
        .contains(
            "Configuration for import target does not exist",
            "sluice plan --generate-config-out=generated.tf");

    Captured plan = done(sluice("plan", "-generate-config-out=generated.tf"));

    assertThat(plan.err()).contains("Generated configuration in generated.tf");
    assertThat(plan.out()).contains("2 to import, 0 to add, 0 to change, 0 to destroy");
    assertThat(Files.readString(generated()))
        .startsWith("# __generated__ by Sluice\n")
        .contains(
            "# __generated__ by Sluice from \"./motd.txt\"\nresource \"local_file\" \"motd\" {")
        .contains("\"welcome $${home}\\n\"", "policy.json")
        .doesNotContain("content_md5");
    assertThat(done(sluice("fmt", "-check")).out()).isEmpty();
    done(sluice("validate"));
    assertThat(done(sluice("state", "list")).out()).as("it was only a look").isEmpty();

    assertThat(done(sluice("apply", "-auto-approve")).out()).contains("2 imported");
    assertThat(done(sluice("plan")).out()).contains("No changes.");
    assertThat(Files.readString(directory.resolve("motd.txt"))).isEqualTo("welcome ${home}\n");
  }

  @Test
  void keepsSecretsToItself() throws Exception {
    write("import {\n  to = local_sensitive_file.s\n  id = \"secret.txt\"\n}\n");

    Captured plan = sluice("plan", "-generate-config-out=generated.tf");

    assertThat(Files.readString(generated()))
        .contains("null # sensitive")
        .doesNotContain("s3cret-canary");
    assertThat(plan.out() + plan.err()).doesNotContain("s3cret-canary");
  }

  @Test
  void refusesWhatItCannotDo() throws Exception {
    assertThat(sluice("plan", "-generate-config-out=main.tf").err())
        .contains("Target generated file already exists");
    assertThat(sluice("plan", "-generate-config-out=x.txt").err())
        .contains("The generated file must belong to the configuration");
    assertThat(sluice("plan", "-generate-config-out=sub/x.tf").err())
        .contains("The generated file must belong to the configuration");
    assertThat(sluice("plan", "-destroy", "-generate-config-out=x.tf").err())
        .contains("cannot be combined");
    write("import {\n  to = local_file.none\n  id = \"nosuch.txt\"\n}\n");
    assertThat(sluice("plan", "-generate-config-out=x.tf").err())
        .contains("No configuration was generated", "local_file.none", "nosuch.txt");
    write("import {\n  to = local_file.many[0]\n  id = \"motd.txt\"\n}\n");
    assertThat(sluice("plan", "-generate-config-out=x.tf").err())
        .contains("Cannot generate configuration", "on main.tf line 2");
    write("import {\n  to = nosuch_thing.x\n  id = \"motd.txt\"\n}\n");
    assertThat(sluice("plan", "-generate-config-out=x.tf").code()).isOne();
    assertThat(directory.resolve("x.tf")).doesNotExist();
    write("output \"o\" { value = 1 }\n");
    done(sluice("plan", "-generate-config-out=x.tf"));
    assertThat(directory.resolve("x.tf")).as("nothing was missing").doesNotExist();
  }
}
