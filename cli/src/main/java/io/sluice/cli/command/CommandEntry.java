package io.sluice.cli.command;

import io.sluice.cli.command.administer.AclsCommand;
import io.sluice.cli.command.administer.ConfigCommand;
import io.sluice.cli.command.apply.ApplyCommand;
import io.sluice.cli.command.apply.DriftCommand;
import io.sluice.cli.command.apply.ImportCommand;
import io.sluice.cli.command.apply.OutputCommand;
import io.sluice.cli.command.apply.PlanCommand;
import io.sluice.cli.command.apply.RefreshCommand;
import io.sluice.cli.command.apply.ShowCommand;
import io.sluice.cli.command.apply.SubmitCommand;
import io.sluice.cli.command.configuration.ConsoleCommand;
import io.sluice.cli.command.configuration.FmtCommand;
import io.sluice.cli.command.configuration.GetCommand;
import io.sluice.cli.command.configuration.GraphCommand;
import io.sluice.cli.command.configuration.InitCommand;
import io.sluice.cli.command.configuration.PluginsCommand;
import io.sluice.cli.command.configuration.ProvidersCommand;
import io.sluice.cli.command.configuration.SdkCommand;
import io.sluice.cli.command.configuration.ValidateCommand;
import io.sluice.cli.command.diagnose.DlqCommand;
import io.sluice.cli.command.diagnose.DoctorCommand;
import io.sluice.cli.command.diagnose.ForceUnlockCommand;
import io.sluice.cli.command.diagnose.InboxCommand;
import io.sluice.cli.command.diagnose.LocksCommand;
import io.sluice.cli.command.diagnose.OrphansCommand;
import io.sluice.cli.command.explain.ExplainCommand;
import io.sluice.cli.command.fleet.FleetCommand;
import io.sluice.cli.command.local.BenchCommand;
import io.sluice.cli.command.local.DownCommand;
import io.sluice.cli.command.local.FakeCloudCommand;
import io.sluice.cli.command.local.HostCommand;
import io.sluice.cli.command.local.KeyCommand;
import io.sluice.cli.command.local.ServeCommand;
import io.sluice.cli.command.local.StatusCommand;
import io.sluice.cli.command.local.UpCommand;
import io.sluice.cli.command.runs.RunsCommand;
import io.sluice.cli.command.stack.StackCommand;
import io.sluice.cli.command.state.ExportCommand;
import io.sluice.cli.command.state.MarkCommand;
import io.sluice.cli.command.state.StateCommand;
import io.sluice.cli.command.test.TestCommand;
import io.sluice.cli.command.workspace.WorkspaceCommand;
import io.sluice.cli.render.Style;
import io.sluice.cli.terminal.Invocation;
import java.util.List;
import java.util.Optional;

/**
 * One line of the list of commands.
 *
 * @param about one line for the overview; empty for commands that are not for people
 */
record CommandEntry(String group, String name, String about) {
  private static final String APPLYING = "Applying";
  private static final String WRITING = "Writing";
  private static final String LOOKING = "Looking";
  private static final String RUNNING = "Keeping it running";

  private static final List<CommandEntry> ALL =
      List.of(
          new CommandEntry(APPLYING, "plan", "show what an apply would change"),
          new CommandEntry(APPLYING, "apply", "apply a configuration or a saved plan"),
          new CommandEntry(APPLYING, "destroy", "destroy everything in a workspace"),
          new CommandEntry(APPLYING, "refresh", "record in state what changed outside"),
          new CommandEntry(APPLYING, "submit", "run a plan document and follow it"),
          new CommandEntry(
              APPLYING, "runs", "list, show, watch, approve, cancel, retry, resolve, … runs"),
          new CommandEntry(APPLYING, "fleet", "plan and apply workspaces that belong together"),
          new CommandEntry(APPLYING, "stack", "check, plan and apply the deployments of a stack"),
          new CommandEntry(WRITING, "validate", "check a configuration"),
          new CommandEntry(WRITING, "test", "run the tests of a configuration"),
          new CommandEntry(WRITING, "fmt", "write configuration files in canonical form"),
          new CommandEntry(WRITING, "console", "evaluate expressions"),
          new CommandEntry(WRITING, "explain", "show the attributes and blocks of a type"),
          new CommandEntry(
              WRITING, "graph", "draw the dependencies of a configuration, plan or run"),
          new CommandEntry(WRITING, "plugins", "list the plug-in jars and allow them to load"),
          new CommandEntry(
              WRITING, "init", "check the configuration, install modules and providers"),
          new CommandEntry(WRITING, "get", "install modules, and no providers"),
          new CommandEntry(WRITING, "sdk", "make Java classes for configurations in Java"),
          new CommandEntry(WRITING, "providers", "show, lock and mirror the required providers"),
          new CommandEntry(LOOKING, "state", "show and edit state, now and at earlier times"),
          new CommandEntry(LOOKING, "workspace", "list, create, select or delete workspaces"),
          new CommandEntry(LOOKING, "taint", "mark a resource for replacement"),
          new CommandEntry(LOOKING, "untaint", "remove that mark"),
          new CommandEntry(LOOKING, "import", "import an existing object into state"),
          new CommandEntry(LOOKING, "drift", "show what was changed or deleted outside of Sluice"),
          new CommandEntry(LOOKING, "export", "write all workspaces to files"),
          new CommandEntry(LOOKING, "orphans", "list objects at providers that are in no state"),
          new CommandEntry(LOOKING, "output", "show the outputs of a workspace"),
          new CommandEntry(LOOKING, "show", "show a saved plan"),
          new CommandEntry(LOOKING, "locks", "show which runs hold what, and which wait for them"),
          new CommandEntry(LOOKING, "force-unlock", "make a run release its claim"),
          new CommandEntry(LOOKING, "dlq", "dead letters: list, show, replay, drop"),
          new CommandEntry(LOOKING, "inbox", "skip a record that halts a partition"),
          new CommandEntry(RUNNING, "up", "start the local deployment and keep it running"),
          new CommandEntry(RUNNING, "down", "stop the local deployment"),
          new CommandEntry(RUNNING, "key", "list the keys that seal secrets, or add one"),
          new CommandEntry(RUNNING, "status", "show the local deployment, its services and runs"),
          new CommandEntry(
              RUNNING, "serve", "run one service in the foreground: planner, worker or state"),
          new CommandEntry(RUNNING, "config", "show each setting and where it comes from"),
          new CommandEntry(RUNNING, "acls", "print or apply the rights of each role in Kafka"),
          new CommandEntry(RUNNING, "bench", "measure a fleet or a local deployment"),
          new CommandEntry(
              RUNNING, "fakecloud", "run a fake cloud on this machine to try things on"),
          new CommandEntry(RUNNING, "doctor", "check what is reachable, what is wrong, what to do"),
          new CommandEntry(RUNNING, "version", "show which build this is"),
          new CommandEntry(
              RUNNING, "completion", "complete commands, flags and names in your shell"),
          new CommandEntry("", CompleteCommand.NAME, ""),
          new CommandEntry("", HostCommand.NAME, ""),
          new CommandEntry("", "train", ""));

  /** Made here and not in the table, so that only the class of the typed command is loaded. */
  Object command(Invocation invocation) {
    return switch (name) {
      case "plan" -> new PlanCommand(invocation);
      case "apply" -> new ApplyCommand.Apply(invocation);
      case "destroy" -> new ApplyCommand.Destroy(invocation);
      case "refresh" -> new RefreshCommand(invocation);
      case "output" -> new OutputCommand(invocation);
      case "show" -> new ShowCommand(invocation);
      case "submit" -> new SubmitCommand(invocation);
      case "validate" -> new ValidateCommand(invocation);
      case "test" -> new TestCommand(invocation);
      case "fmt" -> new FmtCommand(invocation);
      case "console" -> new ConsoleCommand(invocation);
      case "explain" -> new ExplainCommand(invocation);
      case CompleteCommand.NAME -> new CompleteCommand(invocation);
      case "graph" -> new GraphCommand(invocation);
      case "init" -> new InitCommand(invocation);
      case "get" -> new GetCommand(invocation);
      case "plugins" -> new PluginsCommand(invocation);
      case "sdk" -> new SdkCommand(invocation);
      case "providers" -> new ProvidersCommand(invocation);
      case "completion" -> new CompletionCommand(invocation);
      case "runs" -> new RunsCommand(invocation);
      case "fleet" -> new FleetCommand(invocation);
      case "stack" -> new StackCommand(invocation);
      case "state" -> new StateCommand(invocation);
      case "workspace" -> new WorkspaceCommand(invocation);
      case "taint" -> MarkCommand.taint(invocation);
      case "untaint" -> MarkCommand.untaint(invocation);
      case "import" -> new ImportCommand(invocation);
      case "drift" -> new DriftCommand(invocation);
      case "export" -> new ExportCommand(invocation);
      case "orphans" -> new OrphansCommand(invocation);
      case "locks" -> new LocksCommand(invocation);
      case "force-unlock" -> new ForceUnlockCommand(invocation);
      case "dlq" -> new DlqCommand(invocation);
      case "inbox" -> new InboxCommand(invocation);
      case "up" -> new UpCommand(invocation);
      case "key" -> new KeyCommand(invocation);
      case "down" -> new DownCommand(invocation);
      case "status" -> new StatusCommand(invocation);
      case "serve" -> new ServeCommand(invocation);
      case "config" -> new ConfigCommand(invocation);
      case "acls" -> new AclsCommand(invocation);
      case "bench" -> new BenchCommand(invocation);
      case "fakecloud" -> new FakeCloudCommand(invocation);
      case "doctor" -> new DoctorCommand(invocation);
      case "version" -> new VersionCommand(invocation);
      case HostCommand.NAME -> new HostCommand(invocation);
      case "train" -> new TrainCommand(invocation);
      default -> throw new IllegalStateException("no command " + name);
    };
  }

  static Optional<CommandEntry> named(String name) {
    return ALL.stream().filter(entry -> entry.name.equals(name)).findFirst();
  }

  static List<String> names() {
    return ALL.stream().filter(entry -> !entry.about.isEmpty()).map(CommandEntry::name).toList();
  }

  static String overview(Style style) {
    StringBuilder out = new StringBuilder();
    out.append(style.bold("Usage:")).append(" sluice [-chdir=DIR] COMMAND [FLAGS]\n");
    String group = "";
    for (CommandEntry entry : ALL) {
      if (entry.about.isEmpty()) {
        continue;
      }
      if (!entry.group.equals(group)) {
        group = entry.group;
        out.append('\n').append(style.bold(group + ":")).append('\n');
      }
      out.append(String.format("  %-14s %s%n", entry.name, entry.about));
    }
    return out.append(
            """

            Without a fleet (--bootstrap-servers, SLUICE_KAFKA, sluice.yaml), Sluice uses the local
            deployment of the working directory: Kafka, ZooKeeper and all services in this process,
            with their data under .sluice/.
            `sluice COMMAND --help` shows the arguments and flags of a command.
            """)
        .toString();
  }
}
