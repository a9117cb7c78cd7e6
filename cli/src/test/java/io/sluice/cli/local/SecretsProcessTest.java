package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plants secrets, and then looks for their bytes in everything that a deployment keeps: the
 * segments of every topic (keys, headers and values stand in them as they are), ZooKeeper's data,
 * the store of the state service, logs, and what commands print. A value that is no secret is
 * looked for too: it must be found, or the search finds nothing.
 */
class SecretsProcessTest {
  private static final String CONTROL = "control-" + UUID.randomUUID();
  private static final String VARIABLE = "canary\"one\\" + UUID.randomUUID();
  private static final String MESSAGE = "canary-two-" + UUID.randomUUID();

  private static final String PLAN =
      """
      schema_version: 2
      workspace: secrets
      resources:
        - {name: pw, type: random_password, config: {length: 40}}
        - {name: shown, type: local_file, config: {filename: password, content: "${pw.result}"}}
        - {name: kept, type: local_sensitive_file, config: {filename: kept, content: "${CANARY_VARIABLE}"}}
        - {name: copy, type: local_file, config: {filename: copy, content: "${kept.content}"}}
        - {name: plain, type: local_file, config: {filename: plain, content: "%s"}}
        - {name: loud, type: local_command, config: {create: "echo ${CANARY_MESSAGE} >&2; echo ${CANARY_MESSAGE}; exit 3"}}
        - {name: told, type: local_command, config: {create: "echo ${CANARY_MESSAGE}"}}
      """
          .formatted(CONTROL);

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @AfterEach
  void endWhatWasStarted() {
    LocalDescription.read(new LocalDirectory(directory))
        .flatMap(local -> ProcessHandle.of(local.pid()))
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void keepsSecretsOutOfEverythingThatIsKeptOrSaid() throws Exception {
    Map<String, String> environment =
        Map.of("CANARY_VARIABLE", VARIABLE, "CANARY_MESSAGE", MESSAGE);
    Files.writeString(directory.resolve("plan.yaml"), PLAN);
    assertThat(Command.run(directory, environment, "up").code()).isZero();
    List<Command.Ended> said = new ArrayList<>();
    said.add(Command.run(directory, environment, "submit", "plan.yaml"));
    said.add(Command.run(directory, environment, "submit", "plan.yaml", "--json"));
    said.add(Command.run(directory, "runs", "list", "--json"));
    said.add(Command.run(directory, "state", "pull", "--workspace", "secrets"));
    assertThat(said.getFirst().err() + said.getFirst().out()).contains("local_command.loud");
    assertThat(directory.resolve("kept")).hasContent(VARIABLE);
    assertThat(directory.resolve("copy")).hasContent(VARIABLE);
    String password = Files.readString(directory.resolve("password"));
    assertThat(password).hasSize(40);
    assertThat(Command.run(directory, "down").code()).isZero();

    KeptBytes kept = KeptBytes.of(directory, said);
    assertThat(kept.where(CONTROL))
        .anyMatch(place -> place.contains("kafka/sluice.state-"))
        .anyMatch(place -> place.contains("kafka/sluice.tasks.default-"))
        .anyMatch(place -> place.contains("kafka/sluice.plans-"))
        .anyMatch(place -> place.contains("kafka/sluice.inbox-"))
        .anyMatch(place -> place.contains("store/"));
    assertThat(kept.where(VARIABLE)).isEmpty();
    assertThat(kept.where(MESSAGE)).isEmpty();
    assertThat(kept.where(password)).isEmpty();

    losesTheKeyAndSaysSo();
  }

  private void losesTheKeyAndSaysSo() throws Exception {
    Path key = directory.resolve(".sluice/key");
    byte[] right = Files.readAllBytes(key);
    Files.delete(key);
    Command.Ended lost = Command.run(directory, "up");
    assertThat(lost.code()).isEqualTo(1);
    assertThat(lost.err()).contains("There is no key at " + key).doesNotContain("\tat ");
    assertThat(key).doesNotExist();

    Files.write(key, Base64.getEncoder().encode(new byte[32]));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    assertThat(Command.run(directory, "up").code()).isZero();
    Files.writeString(
        directory.resolve("plan.yaml"), PLAN.replace("filename: copy", "filename: copy2"));
    Command.Ended wrong =
        Command.run(directory, Map.of("CANARY_MESSAGE", "x"), "submit", "plan.yaml");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.out() + wrong.err()).contains("key").doesNotContain("\tat ");
    assertThat(Command.run(directory, "down").code()).isZero();

    Files.write(key, right);
    assertThat(Command.run(directory, "state", "list", "--workspace", "secrets").out())
        .contains("local_sensitive_file.kept");
  }
}
