package io.sluice.cli.command.apply;

import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.HeldNodes;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.plan.PlanLines;
import io.sluice.cli.render.plan.PlanText;
import io.sluice.cli.terminal.FileTrouble;
import io.sluice.cli.terminal.Invocation;
import io.sluice.planning.configuration.SavedPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** A plan on the screen, and in the file that it is saved to. */
public final class PlanShowing {
  private final Invocation invocation;
  private final Invocation inside;
  private final boolean json;

  /**
   * @param invocation as it was typed
   * @param inside the same, in the directory of the root module
   */
  public PlanShowing(Invocation invocation, Invocation inside, boolean json) {
    this.invocation = invocation;
    this.inside = inside;
    this.json = json;
  }

  /** What the plan below is of, where a command shows several. */
  public void title(String text) {
    invocation
        .terminal()
        .out()
        .println(
            json
                ? JsonLine.of("deployment", Instant.now()).put("deployment", text)
                : "\n" + invocation.terminal().style().bold("Deployment " + text));
  }

  public void show(ConfigurationPlanning.Drawn drawn) {
    if (json) {
      PlanLines.of(drawn.changes(), drawn.outputs(), "plan", Instant.now())
          .forEach(line -> invocation.terminal().out().println(line));
      HeldNodes.tell(invocation, drawn.held());
    } else {
      invocation
          .terminal()
          .out()
          .print(
              PlanText.of(
                  drawn.kind(),
                  drawn.changes(),
                  drawn.outputs(),
                  drawn.held(),
                  invocation.terminal().style(),
                  inside::command));
      invocation.terminal().out().flush();
    }
  }

  /** As the command that applies it finds it. */
  private static String named(Invocation inside, Path file) {
    Path from = inside.directory();
    return file.startsWith(from) ? from.relativize(file).toString() : file.toString();
  }

  /** Fails before there is a plan where it could not be saved. */
  public static void requireSavable(Invocation invocation, String name) {
    FileTrouble.requireWritable(invocation.resolve(name), unsaved(name));
  }

  private static String unsaved(String name) {
    return "The plan can't be saved to " + name;
  }

  public void save(ConfigurationPlanning planning, ConfigurationPlanning.Drawn drawn, String name) {
    Path file = invocation.resolve(name);
    try {
      Files.write(
          file,
          SavedPlan.of(drawn.plan(), planning.bundle(), drawn.kind(), drawn.options())
              .encode(planning.keyring()));
    } catch (IOException e) {
      throw FileTrouble.writing(file, e).fault(unsaved(name)).because(e);
    }
    if (!json) {
      invocation.note(
          "\nSaved the plan to "
              + name
              + ". To apply exactly this:\n  "
              + inside.command("apply", named(inside, file)));
    }
  }
}
