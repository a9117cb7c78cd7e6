package io.sluice.bridge.trial;

import io.sluice.bridge.host.HostSettings;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.host.PluginPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** TrialHost of the provider for tests, as processes of their own. */
public final class TrialHost {
  public static final String SOURCE = "registry.terraform.io/sluice/trial";

  private TrialHost() {}

  public static PluginHost of(Path folder, Map<String, String> settings) throws IOException {
    return of(folder, settings, HostSettings.USUAL_MEMORY, HostSettings.USUAL_IDLE);
  }

  public static PluginHost of(Path folder, Map<String, String> settings, long memory, Duration idle)
      throws IOException {
    Path runtime = Files.createTempDirectory("sluice-test-");
    Path script = TrialPlugin.script(folder, settings);
    return new PluginHost(
        new HostSettings(runtime, folder.resolve("schemas"), memory, idle),
        wanted -> new PluginPackages.Found.Program(wanted.source(), script, "h1:trial"),
        System.getenv());
  }
}
