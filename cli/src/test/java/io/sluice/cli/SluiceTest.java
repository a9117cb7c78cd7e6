package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SluiceTest {
  @TempDir private Path directory;

  @Test
  void saysWhichVersionItIs() {
    Captured plain = Captured.run(directory, "version");
    assertThat(plain.code()).isZero();
    assertThat(plain.out()).startsWith("sluice 0.1.0\n");
    assertThat(Captured.run(directory, "version", "--json").out())
        .contains("\"v\":1,\"type\":\"version\",\"@timestamp\":");
  }

  @Test
  void listsTheCommandsAndNotTheHiddenOnes() {
    Captured help = Captured.run(directory, "help");
    assertThat(help.out()).contains("submit", "runs", "doctor").doesNotContain("host-stack");
  }

  @Test
  void helpsWithOneCommand() {
    assertThat(Captured.run(directory, "submit", "--help").out())
        .contains("Usage: sluice submit", "--detach", "--allow-empty");
    assertThat(Captured.run(directory, "runs", "--help").out()).contains("resolve", "watch");
  }

  @Test
  void saysWhatAMistypedCommandMeant() {
    Captured mistyped = Captured.run(directory, "sumbit", "plan.yaml");
    assertThat(mistyped.code()).isEqualTo(1);
    assertThat(mistyped.err())
        .contains("Error: Unknown command \"sumbit\"", "Did you mean submit?")
        .doesNotContain("\tat ");
    assertThat(Captured.run(directory, "runs", "lst").err()).contains("Did you mean list?");
  }

  @Test
  void helpForWhatIsNoCommandSaysWhatWasMeant() {
    Captured wrong = Captured.run(directory, "help", "sumbit");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err()).contains("Unknown command \"sumbit\"", "Did you mean submit?");
    assertThat(Captured.run(directory, "help", "runs", "wach").err())
        .contains("Unknown command \"runs wach\"", "Did you mean watch?");
    assertThat(Captured.run(directory, "help", "runs", "watch").out())
        .contains("Usage: sluice runs watch");
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(Captured.run(directory, "submit").err())
        .contains("Error: PLAN is missing", "needs PLAN (A plan document, JSON or YAML;");
    assertThat(Captured.run(directory, "state", "mv").err())
        .contains("Error: FROM is missing", "sluice state mv needs FROM (");
    assertThat(Captured.run(directory, "runs").err())
        .contains("Error: sluice runs needs a subcommand", "resolve");
    assertThat(Captured.run(directory, "runs", "resolve", "last", "t.a").err())
        .contains(
            "Error: One of --adopt, --retry, --abandon, --interrupt is missing",
            "sluice runs resolve needs one of --adopt (The operation happened; this is the object's"
                + " id),");
    assertThat(Captured.run(directory, "runs", "resolve", "last", "t.a", "--adopt").err())
        .contains(
            "Error: ID of --adopt is missing", "The operation happened; this is the object's id.");
    assertThat(Captured.run(directory, "state", "list", "--workspace").err())
        .contains("Error: W of --workspace is missing");
  }

  @Test
  void upTakesDetachForPeoplesFingers() {
    assertThat(Captured.run(directory, "up", "--help").out()).contains("--detach");
  }

  @Test
  void saysWhatAMistypedFlagMeant() {
    Captured mistyped = Captured.run(directory, "submit", "--detch", "plan.yaml");
    assertThat(mistyped.code()).isEqualTo(1);
    assertThat(mistyped.err()).contains("Unknown flag --detch", "Did you mean --detach?");
  }

  @Test
  void tellsFaultsToProgramsToo() {
    Captured faulty = Captured.run(directory, "submit", "nowhere.yaml", "--json");
    assertThat(faulty.code()).isEqualTo(1);
    assertThat(faulty.out()).contains("\"type\":\"diagnostic\"", "\"severity\":\"error\"");
    assertThat(faulty.err()).contains("No such file: nowhere.yaml");
  }

  @Test
  void refusesAWrongDirectory() {
    Captured wrong = Captured.run(directory, "-chdir=nope", "status");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("There is no directory nope");
  }

  @Test
  void looksWithoutMakingAnything() {
    assertThat(Captured.run(directory, "state", "list").code()).isZero();
    assertThat(Captured.run(directory, "runs", "list").out()).isEqualTo("There are no runs.\n");
    assertThat(Captured.run(directory, "status").out()).contains("No deployment is running");
    assertThat(Captured.run(directory, "down").code()).isZero();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void givesUpOnAMissingBrokerInTime() {
    long began = System.nanoTime();
    Captured nobody =
        Captured.run(
            directory,
            "runs",
            "list",
            "--bootstrap-servers",
            "127.0.0.1:1",
            "--zookeeper",
            "127.0.0.1:1");
    assertThat(nobody.code()).isEqualTo(1);
    assertThat(nobody.err())
        .contains("No Kafka broker answers at 127.0.0.1:1")
        .doesNotContain("\tat ");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void wantsTheWholeAddressOfAFleet() {
    Captured half = Captured.run(directory, Map.of("SLUICE_KAFKA", "host:9092"), "runs", "list");
    assertThat(half.code()).isEqualTo(1);
    assertThat(half.err()).contains("Only half of the fleet's address is given", "--zookeeper");
  }

  @Test
  void readsTheAddressOfAFleetFromItsFile() throws IOException {
    Files.writeString(directory.resolve("sluice.yaml"), "kafka: 127.0.0.1:1\n");
    assertThat(Captured.run(directory, "runs", "list").err())
        .contains("Only half of the fleet's address is given");
    Files.writeString(directory.resolve("sluice.yaml"), "- a\n- b\n");
    assertThat(Captured.run(directory, "runs", "list").err())
        .contains("The settings in ", "sluice.yaml can't be read");
  }
}
