package io.sluice.cli.command.diagnose;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.VariableOptions;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.local.BackgroundDeployment;
import io.sluice.cli.local.Build;
import io.sluice.cli.local.HostTrouble;
import io.sluice.cli.local.InterruptedRuns;
import io.sluice.cli.local.LocalDeployment;
import io.sluice.cli.local.LocalDescription;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.Style;
import io.sluice.cli.render.run.InterruptedText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.record.RunRecord;
import io.sluice.provider.Provider;
import io.sluice.provider.Session;
import io.sluice.transport.Connection;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at everything that can be looked at without changing anything, and says what to do. */
@Command(name = "doctor", description = "Shows what is reachable, what is wrong, and what to do.")
public final class DoctorCommand implements Callable<Integer> {
  private static final long LITTLE_SPACE = 1L << 30;
  private final Invocation invocation;
  private final List<Finding> findings = new ArrayList<>();

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  @Mixin private VariableOptions variables = new VariableOptions();

  @Parameters(
      paramLabel = "DIR|PLAN",
      arity = "0..1",
      description =
          "A configuration or a plan document: also checks that its providers accept their"
              + " credentials.")
  private @Nullable String plan;

  public DoctorCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    good("build", Build.current() + " on Java " + System.getProperty("java.version"));
    Settings settings = fleet.settings(invocation);
    Optional<Connection> configured = settings.fleet();
    if (configured.isPresent()) {
      reach(() -> Deployment.of(configured.get()), configured.get());
    } else {
      good("deployment", "the local deployment of " + invocation.directory());
      embedded();
    }
    if (plan != null) {
      providers(plan);
    }
    return (Finding.allGood(findings) ? ExitCode.DONE : ExitCode.FAILED).number();
  }

  private void embedded() {
    LocalDirectory directory = new LocalDirectory(invocation.directory());
    if (directory.exists()
        ? !Files.isWritable(directory.data())
        : !Files.isWritable(directory.root())) {
      bad("data", directory.data() + " can't be written", "Make it writable, or use -chdir=DIR.");
    } else {
      good("data", directory.data() + (directory.exists() ? "" : " (not created yet)"));
    }
    space(directory);
    if (directory.exists() && Files.exists(directory.kafka()) && !Files.exists(directory.key())) {
      bad(
          "key",
          directory.key() + " is missing",
          "Restore it: sealed values in state cannot be opened without it.");
    }
    Optional<Fault> trouble = HostTrouble.of(directory);
    if (trouble.isPresent()) {
      trouble
          .get()
          .diagnostics()
          .forEach(one -> bad("local deployment", one.summary() + ". " + one.detail(), one.hint()));
      return;
    }
    Optional<LocalDescription> running = BackgroundDeployment.running(directory);
    if (running.isEmpty()) {
      good(
          "local deployment",
          BackgroundDeployment.isHosted(directory)
              ? "starting or stopping"
              : "not running; it starts with the next command, or with `sluice up`");
      InterruptedRuns.of(directory).forEach(this::interrupted);
      return;
    }
    LocalDescription local = running.get();
    if (!local.build().equals(Build.current())) {
      bad("local deployment", "runs build " + local.build(), "`sluice down`, then `sluice up`.");
      return;
    }
    if (!answers(local)) {
      return;
    }
    good("local deployment", "up (pid " + local.pid() + ", `" + local.command() + "`)");
    reach(() -> Deployment.of(LocalDeployment.watched(local, directory)), local.connection());
  }

  /** Nothing else is asked of a process that does not answer: each question would wait in vain. */
  private boolean answers(LocalDescription local) {
    try {
      BackgroundDeployment.requireAnswer(local);
      return true;
    } catch (Fault e) {
      e.diagnostics().forEach(one -> bad("local deployment", one.detail(), one.hint()));
      return false;
    }
  }

  private void interrupted(RunRecord run) {
    bad(
        "run " + run.run(),
        "interrupted: " + InterruptedText.what(run, Instant.now()),
        "To continue it: "
            + invocation.command("runs", "resume", run.run())
            + "\n"
            + InterruptedText.ending(run, invocation::command));
  }

  private void providers(String named) {
    ConfiguredProviders asked = ConfiguredProviders.of(invocation, fleet, variables, null, named);
    asked.each(
        new ConfiguredProviders.Asked() {
          @Override
          public void ready(String name, Provider provider, Session session) {
            session
                .validateCredentials(asked.context(""))
                .ifPresentOrElse(
                    shut -> refused(name, shut.message()),
                    () -> good("provider " + name, "reachable, credentials accepted"));
          }

          @Override
          public void refused(String name, String why) {
            bad(
                "provider " + name,
                why,
                "Check its configuration and the environment variables of this shell.");
          }
        });
  }

  private void space(LocalDirectory directory) {
    long free = directory.freeSpace();
    String text = (free >> 20) + " MiB free";
    if (free < LITTLE_SPACE) {
      bad("disk", text, "Free some space: the broker stops when its disk is full.");
    } else {
      good("disk", text);
    }
  }

  private void reach(Callable<Deployment> opening, Connection connection) {
    new FleetExamination(invocation, this::tell).of(opening, connection);
  }

  private void good(String what, String found) {
    tell(Finding.good(what, found));
  }

  private void bad(String what, String found, String todo) {
    tell(Finding.bad(what, found, todo));
  }

  /** At once: what is asked next may take its time. */
  private void tell(Finding finding) {
    findings.add(finding);
    show(finding);
  }

  private void show(Finding finding) {
    Style style = invocation.terminal().style();
    if (json) {
      invocation
          .terminal()
          .out()
          .println(
              JsonLine.of("finding", Instant.now())
                  .put("good", finding.good())
                  .put("what", finding.what())
                  .put("found", finding.found())
                  .put("todo", finding.todo()));
      return;
    }
    String mark = finding.good() ? style.green("ok  ") : style.red("BAD ");
    invocation.terminal().out().println(mark + finding.what() + ": " + finding.found());
    if (!finding.todo().isEmpty()) {
      finding
          .todo()
          .lines()
          .forEach(line -> invocation.terminal().out().println("      " + line.strip()));
    }
  }
}
