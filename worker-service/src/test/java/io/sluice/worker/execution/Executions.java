package io.sluice.worker.execution;

import io.sluice.bridge.host.HostSettings;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.host.PluginPackages;
import io.sluice.language.substitution.Expressions;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.workspace.Workspaces;
import io.sluice.seal.Keyring;
import io.sluice.worker.plugin.PastCalls;
import io.sluice.worker.plugin.PluginWorks;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.SealedVault;
import io.sluice.worker.throttling.ProviderGuards;
import io.sluice.worker.throttling.ThrottleSettings;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Executions with one provider and a variable SECRET, without the rest of a worker. */
final class Executions {
  static final String SECRET = "canary-Pa55word-91";

  private Executions() {}

  static TaskExecution of(Path directory, Provider provider) throws IOException {
    return of(directory, provider, Expressions.NONE);
  }

  static TaskExecution of(Path directory, Provider provider, Expressions expressions)
      throws IOException {
    return new TaskExecution(
        ProviderRegistry.of(provider),
        noPlugins(directory),
        new Sessions(),
        new ProviderGuards(ThrottleSettings.DEFAULT, () -> 1),
        new SealedVault(Keyring.of(new byte[32], "a test")),
        new Environment(Map.of("SECRET", SECRET), "w1", Instant.parse("2026-01-01T00:00:00Z")),
        (task, openings) -> expressions,
        RootDirectory.open(directory),
        Duration.ofSeconds(10),
        HttpClient.newHttpClient(),
        task -> Workspaces.NONE);
  }

  /** A worker that has no package of any real provider. */
  static PluginWorks noPlugins(Path directory) {
    return new PluginWorks(
        new PluginHost(
            HostSettings.usual(directory.resolve("schemas")),
            wanted -> new PluginPackages.Found.Missing("There is none here."),
            Map.of()),
        directory,
        new PastCalls(directory, directory, Duration.ZERO));
  }
}
