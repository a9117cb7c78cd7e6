package io.sluice.cli.command.configuration;

import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.install.KnownProviders;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.provider.plugin.Plugin;
import io.sluice.provider.plugin.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The consent to run what came with a directory; neither command loads a class of a jar. */
@Command(name = "plugins", description = "Lists the jars in plugins/ and allows them to be loaded.")
public final class PluginsCommand extends CommandGroup {
  private final Invocation invocation;

  public PluginsCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("list", new ListPlugins(invocation))
        .addSubcommand("allow", new Allow(invocation));
  }

  /** With the reason for those that are left out. */
  @Command(name = "list", description = "Lists the jars and whether they are loaded.")
  static final class ListPlugins implements Callable<Integer> {
    private final Invocation invocation;

    @Option(names = "--json", description = "Print one JSON object for each jar.")
    private boolean json;

    ListPlugins(Invocation invocation) {
      this.invocation = invocation;
    }

    @Override
    public Integer call() {
      List<Plugin> all = KnownProviders.plugins(invocation).all();
      all.forEach(
          plugin -> invocation.terminal().out().println(json ? json(plugin) : text(plugin)));
      if (all.isEmpty() && !json) {
        invocation.terminal().out().println("There are no plug-ins.");
      }
      return ExitCode.DONE.number();
    }

    private static String json(Plugin plugin) {
      return JsonLine.of("plugin", Instant.now())
          .put("name", plugin.name())
          .put("standing", plugin.standing().name().toLowerCase(Locale.ROOT))
          .put("loaded", plugin.loads())
          .put("sha256", plugin.digest())
          .put("reason", plugin.why())
          .toString();
    }

    private static String text(Plugin plugin) {
      String hash = plugin.digest().isEmpty() ? "" : "  sha256:" + plugin.digest();
      return switch (plugin.standing()) {
        case OWN -> plugin.file() + "  your own";
        case ALLOWED -> plugin.name() + hash + "  allowed";
        case NOT_ALLOWED, CHANGED, UNUSABLE ->
            plugin.name() + hash + "  left out: " + plugin.why() + ".";
      };
    }
  }

  /**
   * For this user and this content: what another user allowed, or another content, is not meant.
   */
  @Command(
      name = "allow",
      description = {
        "Allows jars in plugins/ to be loaded: their code then runs as you, in your deployment.",
        "Their hashes go into .sluice.lock in the directory (commit it) and into"
            + " ~/.sluice/consents; a jar that both contain is loaded."
      })
  static final class Allow implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "JAR", arity = "1..*", description = "Jars in plugins/.")
    private List<String> jars = new ArrayList<>();

    Allow(Invocation invocation) {
      this.invocation = invocation;
    }

    @Override
    public Integer call() {
      jars.forEach(this::allow);
      invocation.note("A running deployment or service loads them when it starts the next time.");
      return ExitCode.DONE.number();
    }

    private void allow(String named) {
      Path jar = invocation.resolve(named);
      if (!Files.isRegularFile(jar)) {
        throw Fault.of(
            "There is no jar " + named,
            "Looked for " + jar + ".",
            "`" + invocation.command("plugins", "list") + "` shows those that there are.");
      }
      Path root =
          Optional.ofNullable(jar.getParent()).map(Path::getParent).orElse(invocation.directory());
      try {
        Plugin allowed = Plugins.of(root, invocation.environment()).allow(jar);
        invocation
            .terminal()
            .out()
            .println("Allowed: " + allowed.name() + "  sha256:" + allowed.digest());
      } catch (IOException e) {
        throw Fault.of(named + " can't be allowed", e.getMessage() + ".", "").because(e);
      }
    }
  }
}
