package io.sluice.cli.command.local;

import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.seal.Keyring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The keys that seal secrets in state: the newest seals, all of them open. */
@Command(name = "key", description = "Lists the keys that seal secrets, and adds new ones.")
public final class KeyCommand extends CommandGroup {
  private final Invocation invocation;

  public KeyCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("list", new ListKeys(invocation))
        .addSubcommand("rotate", new Rotate(invocation));
  }

  /** Ids, never keys. */
  @Command(name = "list", description = "Lists the ids of the keys; the first one seals.")
  static final class ListKeys implements Callable<Integer> {
    private final Invocation invocation;
    @Mixin private FleetOptions fleet = new FleetOptions();

    ListKeys(Invocation invocation) {
      this.invocation = invocation;
    }

    @Override
    public Integer call() {
      Settings settings = fleet.settings(invocation);
      List<String> ids = Keys.of(invocation, settings).keyIds();
      String since = since(Keys.file(invocation, settings));
      for (int i = 0; i < ids.size(); i++) {
        invocation
            .terminal()
            .out()
            .println(ids.get(i) + (i == 0 ? "  seals and opens" + since : "  opens"));
      }
      return ExitCode.DONE.number();
    }

    /** The newest key is new since the file was written the last time: nothing else writes it. */
    private static String since(Path file) {
      try {
        return ", since "
            + Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
      } catch (IOException e) {
        return "";
      }
    }
  }

  /** Older keys stay: what they sealed is in state until it is written again. */
  @Command(
      name = "rotate",
      description =
          "Adds a new key as the first in the key file. Services that read this file seal with it"
              + " from their next run on; the older keys still open what they sealed.")
  static final class Rotate implements Callable<Integer> {
    private final Invocation invocation;
    @Mixin private FleetOptions fleet = new FleetOptions();

    Rotate(Invocation invocation) {
      this.invocation = invocation;
    }

    @Override
    public Integer call() {
      Path file = Keys.file(invocation, fleet.settings(invocation));
      Keyring ring = Keyring.rotate(file);
      invocation
          .terminal()
          .out()
          .printf(
              "Key %s seals from now on; %s open%s what was sealed before. Keep all of %s.%n",
              ring.keyId(),
              String.join(", ", ring.keyIds().subList(1, ring.keyIds().size())),
              ring.keyIds().size() == 2 ? "s" : "",
              file);
      return ExitCode.DONE.number();
    }
  }
}
