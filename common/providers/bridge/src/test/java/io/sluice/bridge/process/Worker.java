package io.sluice.bridge.process;

import java.nio.file.Path;
import java.util.Set;

/** A program that starts a plugin, says which process it is, and waits to be killed. */
final class Worker {
  private Worker() {}

  public static void main(String[] arguments) throws Exception {
    Path script = Path.of(arguments[0]);
    PluginProcess plugin =
        PluginProcess.start(
            PluginCommand.of(
                "sluice/trial",
                script,
                script.getParent(),
                PluginEnvironment.of(System.getenv(), Set.of()),
                Path.of(arguments[1])),
            line -> {});
    System.out.println(plugin.pid());
    Thread.sleep(120_000);
  }
}
