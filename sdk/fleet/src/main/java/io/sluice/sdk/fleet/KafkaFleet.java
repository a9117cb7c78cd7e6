package io.sluice.sdk.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.client.Client;
import io.sluice.client.RunIds;
import io.sluice.client.Submission;
import io.sluice.language.config.VariableSources;
import io.sluice.model.json.Json;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.provider.ProviderRegistry;
import io.sluice.sdk.Fleet;
import io.sluice.sdk.Run;
import io.sluice.sdk.Stack;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import io.sluice.transport.Connection;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A fleet at its address. A stack is written into a directory of its own, where its modules and
 * files are looked for, and goes to the workspace of its name. Sluice's own providers plan on the
 * fleet; a stack of real providers is planned where their packages are, by {@code sluice apply}.
 */
public final class KafkaFleet implements Fleet, AutoCloseable {
  private static final int KEY_BYTES = 32;

  private final Client client;
  private final Path directory;
  private final Optional<Path> key;
  private final Map<String, String> variables = new TreeMap<>();

  private KafkaFleet(Client client, Path directory, Optional<Path> key) {
    this.client = client;
    this.directory = directory;
    this.key = key;
  }

  /**
   * Fails within ten seconds where no broker answers.
   *
   * @param environment {@code SLUICE_KAFKA}, {@code SLUICE_ZOOKEEPER} and the others, as for the
   *     command line
   * @param directory in which each stack has one of its name
   */
  public static KafkaFleet connect(Map<String, String> environment, Path directory) {
    Optional<Path> key =
        Optional.ofNullable(environment.get("SLUICE_KEY_FILE"))
            .filter(path -> !path.isBlank())
            .map(Path::of);
    return new KafkaFleet(Client.connect(Connection.from(environment)), directory, key);
  }

  /** The value of a variable for what is submitted from now on, as a command line has it. */
  public KafkaFleet variable(String name, String value) {
    variables.put(name, value);
    return this;
  }

  @Override
  public Run submit(Stack stack) {
    Path project = directory.resolve(stack.name());
    stack.write(project);
    client.requireService();
    String workspace = stack.name();
    ObjectNode bundle = bundle(stack, project);
    RunOptions options = RunOptions.DEFAULT;
    Submission submission =
        new Submission(
            RunIds.next(),
            false,
            workspace,
            Json.encode(bundle),
            options,
            System.getProperty("user.name", "sdk"));
    Instant before = Instant.now();
    client.submit(submission, RunKind.APPLY);
    return new SubmittedRun(submission.workspace(), submission.run(), client, before);
  }

  private ObjectNode bundle(Stack stack, Path project) {
    List<VariableSources.Argument> given = new ArrayList<>();
    variables.forEach((name, value) -> given.add(new VariableSources.Assignment(name, value)));
    DirectorySource source = new DirectorySource(project);
    Configuration.Loaded loaded =
        Configuration.load(
            source,
            new VariableSources(Map.of(), given),
            stack.name(),
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            ProviderRegistry.builtIn());
    Configuration configuration = loaded.configuration();
    if (configuration == null) {
      throw new StackRefused(stack.name(), loaded.diagnostics());
    }
    ObjectNode bundle =
        configuration.bundle(source, stack.name(), sealer(), null, List.of()).toJson();
    if (key.isEmpty() && Sealer.holdsSealed(bundle)) {
      throw new IllegalStateException(
          "Stack \""
              + stack.name()
              + "\" has a sensitive variable, and there is no key to seal its value with: set"
              + " SLUICE_KEY_FILE to the fleet's.");
    }
    return bundle;
  }

  /** Without a key one that nobody has: what it seals is not sent. */
  private Sealer sealer() {
    return key.map(Keyring::load).orElseGet(KafkaFleet::nobodys).sealer();
  }

  private static Keyring nobodys() {
    byte[] random = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(random);
    return Keyring.of(random, "a key for once");
  }

  @Override
  public void close() {
    client.close();
  }
}
