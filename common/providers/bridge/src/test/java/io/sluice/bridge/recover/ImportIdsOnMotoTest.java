package io.sluice.bridge.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.cloud.AwsMirror;
import io.sluice.bridge.cloud.Moto;
import io.sluice.bridge.process.PluginCommand;
import io.sluice.bridge.process.PluginEnvironment;
import io.sluice.bridge.process.PluginProcess;
import io.sluice.bridge.recover.ImportId.Evidence;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.Reply;
import io.sluice.bridge.session.StoredState;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Terraform makes an object of each type whose import id is said to be verified on moto; each is
 * found by the id that the table makes of it.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ImportIdsOnMotoTest {
  private static final Path OBJECTS = Path.of("src", "test", "resources", "recover");

  @TempDir Path folder;

  @Test
  void findsWhatTerraformMade() throws Exception {
    Path mirror = AwsMirror.find().orElse(null);
    assumeTrue(mirror != null, "no mirror has the provider for AWS");
    assumeTrue(Moto.isThere(), "there is no moto_server on PATH");
    assumeTrue(Moto.isOnPath("terraform"), "there is no terraform on PATH");
    Files.createDirectory(folder.resolve("made"));
    try (Stream<Path> files = Files.list(OBJECTS)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve("made").resolve(file.getFileName()));
      }
    }
    try (Moto moto = Moto.start(folder)) {
      Map<String, String> environment = new TreeMap<>(System.getenv());
      environment.put("AWS_ENDPOINT_URL", moto.endpoint());
      made(mirror, environment);
      JsonNode state =
          Json.mapper().readTree(folder.resolve("made").resolve("terraform.tfstate").toFile());
      PluginCommand command =
          PluginCommand.of(
              "hashicorp/aws",
              AwsMirror.program(mirror).orElseThrow(),
              folder,
              PluginEnvironment.of(environment, Set.of()),
              folder.resolve("r"));
      try (PluginProcess plugin = PluginProcess.start(command, line -> {})) {
        PluginSession session = done(PluginSession.open(plugin));
        done(session.configure(configuration(session.catalog().provider().empty())));
        check(session, state);
      }
    }
  }

  private void made(Path mirror, Map<String, String> environment) throws Exception {
    terraform(environment, "init", "-input=false", "-plugin-dir=" + mirror);
    Path zip = Path.of("..", "..", "..", "examples", "aws", "functions", "thumbnails.zip");
    terraform(
        environment,
        "apply",
        "-auto-approve",
        "-input=false",
        "-parallelism=20",
        "-var=zip=" + zip.toAbsolutePath().normalize());
  }

  private void terraform(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("terraform"));
    line.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.resolve("made").toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.environment().put("TF_CLI_CONFIG_FILE", "/dev/null");
    builder.environment().put("CHECKPOINT_DISABLE", "1");
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
  }

  private static Value configuration(Value empty) {
    Map<String, Value> parts = new LinkedHashMap<>(empty.entries());
    parts.put("region", Value.of("us-east-1"));
    parts.put("access_key", Value.of("local"));
    parts.put("secret_key", Value.of("local"));
    parts.put("max_retries", Value.of(2));
    parts.put("skip_credentials_validation", Values.TRUE);
    parts.put("skip_metadata_api_check", Value.of("true"));
    parts.put("s3_use_path_style", Values.TRUE);
    return ObjectValue.of(parts);
  }

  private static void check(PluginSession session, JsonNode state) throws Exception {
    Set<String> verified = new TreeSet<>();
    Map<String, String> faults = new TreeMap<>();
    for (JsonNode resource : state.path("resources")) {
      String type = resource.path("type").asText();
      ImportId importId = ImportIds.shipped().of(Tables.AWS, "5.100.0", type).orElse(null);
      if (importId == null) {
        continue;
      }
      for (JsonNode instance : resource.path("instances")) {
        JsonNode attributes = instance.path("attributes");
        StoredState stored =
            StoredState.of(
                instance.path("schema_version").asLong(),
                Json.mapper().writeValueAsBytes(attributes));
        Value made = done(session.upgrade(type, stored));
        String id = importId.of(made).orElse("");
        switch (session.importObject(type, new ImportTarget.Id(id))) {
          case Reply.Done<ObjectState> found -> {
            // some ids are hashes or times that only the provider itself looks at
            Optional<String> there = importId.of(found.result().value());
            if (there.equals(Optional.of(id))) {
              verified.add(type);
            } else {
              faults.put(type, id + " is " + there);
            }
          }
          case Reply.Refused<ObjectState> refused -> faults.put(type, id + ": " + refused);
          case Reply.Lost<ObjectState> lost -> faults.put(type, id + ": " + lost);
        }
      }
    }
    assertThat(faults).isEmpty();
    Set<String> said =
        ImportIds.shipped().all().stream()
            .filter(each -> each.evidence() == Evidence.MOTO)
            .map(ImportId::type)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(said).isEqualTo(verified);
  }

  private static <T> T done(Reply<T> reply) {
    assertThat(reply).isInstanceOf(Reply.Done.class);
    return ((Reply.Done<T>) reply).result();
  }
}
