package io.sluice.cli.trial;

import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.host.HostSettings;
import io.sluice.bridge.host.PluginHost;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.Invocation;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.workspace.Workspaces;
import io.sluice.seal.Keyring;
import io.sluice.worker.execution.Sessions;
import io.sluice.worker.execution.TaskExecution;
import io.sluice.worker.execution.TaskExpressions;
import io.sluice.worker.plugin.PastCalls;
import io.sluice.worker.plugin.PluginFunctions;
import io.sluice.worker.plugin.PluginWorks;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.SealedVault;
import io.sluice.worker.throttling.ProviderGuards;
import io.sluice.worker.throttling.ThrottleSettings;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * What all tests of a command share: programs of providers, and a key and a root's id of its own.
 */
final class Workshop implements AutoCloseable {
  private static final Duration CALL = Duration.ofMinutes(20);
  private static final String WORKER = "test";

  private final Invocation inside;
  private final PluginHost host;
  private final PluginWorks works;
  private final Keyring keys;

  /** Runs of a test share state, so what one makes under the root, another must find there. */
  private final String root = UUID.randomUUID().toString();

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  Workshop(Invocation inside) {
    this.inside = inside;
    Path schemas = new LocalDirectory(inside.directory()).data().resolve("schemas");
    HostSettings settings = HostSettings.usual(schemas);
    this.host = new PluginHost(settings, InstalledProviders.finder(inside), inside.environment());
    this.works =
        new PluginWorks(
            host,
            inside.directory(),
            new PastCalls(settings.runtime(), settings.runtime(), Duration.ZERO));
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    this.keys = Keyring.of(key, "tests");
  }

  Keyring keys() {
    return keys;
  }

  /** State that nobody else sees. */
  TrialDeployment deployment() {
    return new TrialDeployment(Trial.WORKSPACE, new Secrets(keys));
  }

  Asker asker() {
    return new Asker(host, inside.directory());
  }

  /** Carries tasks out as a worker does whose root is the module's directory. */
  TaskExecution execution(Path directory, ProviderRegistry registry) {
    Environment environment = new Environment(inside.environment(), WORKER, Instant.now());
    return new TaskExecution(
        registry,
        works,
        new Sessions(),
        new ProviderGuards(ThrottleSettings.DEFAULT, () -> 1),
        new SealedVault(keys),
        environment,
        (task, openings) ->
            TaskExpressions.of(task, environment, new PluginFunctions(works), openings),
        new RootDirectory(directory, root),
        CALL,
        http,
        task -> Workspaces.NONE);
  }

  @Override
  public void close() {
    host.close();
  }
}
