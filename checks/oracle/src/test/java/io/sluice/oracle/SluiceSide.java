package io.sluice.oracle;

import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.trial.RequestLog;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.model.Address;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.provider.ProviderRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Sluice, in a workspace of its own. The provider's process is shared, and so is the directory:
 * there is one process for each.
 */
final class SluiceSide implements Side {
  /** A provider that is started once, and what it was asked. */
  static final class Plugin implements AutoCloseable {
    private final Path directory;
    private final Path log;
    private final PluginHost host;
    private final ProviderRegistry registry;

    Plugin(Path folder, ProtocolVersion version) throws IOException {
      directory = Files.createDirectories(folder.resolve("configuration"));
      log = folder.resolve("requests.log");
      host =
          TrialHost.of(
              folder,
              Map.of(
                  "TRIAL_LOG", log.toString(), "TRIAL_PROTOCOL", String.valueOf(version.number())));
      registry =
          ProviderRegistry.builtIn()
              .with(
                  List.of(
                      new BridgedProvider(
                          new PluginWork(
                              TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), null, null),
                          TrialSchema.catalog(version))));
    }

    private void clear() throws IOException {
      Files.writeString(log, "");
    }

    private List<RequestLog.Entry> entries() throws IOException {
      return RequestLog.read(log);
    }

    @Override
    public void close() {
      host.close();
    }
  }

  private final Plugin plugin;
  private final SmallDeployment deployment;

  SluiceSide(Plugin plugin) throws IOException {
    this.plugin = plugin;
    this.deployment = new SmallDeployment(plugin.directory, plugin.host, plugin.registry);
  }

  @Override
  public Done take(Scenario.Step step) throws Exception {
    plugin.clear();
    boolean succeeded = true;
    List<String> said = List.of();
    switch (step) {
      case Scenario.Step.Apply(String configuration, List<String> flags, boolean fails) -> {
        Laid.out(HEAD + configuration, plugin.directory);
        SmallDeployment.Ended ended = deployment.run(RunKind.APPLY, options(flags));
        succeeded = ended.succeeded();
        said = ended.told();
      }
      case Scenario.Step.Destroy destroy -> {
        SmallDeployment.Ended ended = deployment.run(RunKind.DESTROY, options(List.of()));
        succeeded = ended.succeeded();
        said = ended.told();
      }
      case Scenario.Step.Edit(Scenario.Verb verb, String text) -> {
        Address address = Address.of(text);
        switch (verb) {
          case TAINT -> deployment.mark(address, RecordStatus.TAINTED);
          case UNTAINT -> deployment.mark(address, RecordStatus.OK);
          case REMOVE -> deployment.remove(address);
        }
      }
    }
    return new Done(succeeded, plugin.entries(), String.join("\n", said));
  }

  private static RunOptions options(List<String> flags) {
    List<String> targets = new ArrayList<>();
    List<String> replaces = new ArrayList<>();
    boolean refresh = true;
    for (String flag : flags) {
      String value = flag.substring(flag.indexOf('=') + 1);
      switch (flag.substring(0, flag.indexOf('='))) {
        case "-target" -> targets.add(value);
        case "-replace" -> replaces.add(value);
        case "-refresh" -> refresh = Boolean.parseBoolean(value);
        default -> throw new IllegalArgumentException(flag);
      }
    }
    RunOptions usual = RunOptions.DEFAULT;
    return new RunOptions(
        usual.parallelism(),
        usual.onFailure(),
        targets,
        refresh,
        usual.approval(),
        null,
        false,
        true,
        List.of(),
        replaces);
  }

  @Override
  public void close() {}
}
