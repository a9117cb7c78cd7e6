package io.sluice.cli.command.configuration;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.RootArgument;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.install.InstallReport;
import io.sluice.cli.install.Installation;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.local.LocalDescription;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.plan.PlanFile;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.lock.LockFile;
import io.sluice.install.provider.ProviderChoice.Served;
import io.sluice.install.provider.ProviderInstaller;
import io.sluice.install.provider.ProviderRequirement;
import io.sluice.install.settings.InstallMethod;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Module;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import picocli.CommandLine.UnmatchedArgumentException;

/** Gets the modules and providers that a configuration needs, and checks it on the way. */
@Command(
    name = "init",
    description =
        "Checks the configuration and installs its modules and providers below .terraform, locked"
            + " by .terraform.lock.hcl.")
public final class InitCommand implements Callable<Integer> {
  private final Invocation typed;

  /** As if it were typed in DIR, once that is known. */
  private Invocation invocation;

  @Mixin private RootArgument directory = new RootArgument();

  @Option(
      names = "--upgrade",
      description = "Look for newer modules and providers than those that are locked or installed.")
  private boolean upgrade;

  @Option(
      names = "--lockfile",
      paramLabel = "MODE",
      description = "readonly: fail rather than lock other providers than are locked.")
  private @Nullable String lockFile;

  @Option(
      names = "--plugin-dir",
      paramLabel = "DIR",
      description = "Take providers from this directory alone.")
  private @Nullable String pluginDirectory;

  /** Flags of Terraform's that have no meaning here. */
  private static final Set<String> MEANINGLESS =
      Set.of(
          "backend",
          "backend-config",
          "compact-warnings",
          "force-copy",
          "get",
          "get-plugins",
          "ignore-remote-version",
          "input",
          "lock",
          "lock-timeout",
          "migrate-state",
          "no-color",
          "reconfigure",
          "test-directory",
          "verify-plugins");

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();
  @Unmatched private List<String> ignored = new ArrayList<>();
  @Spec private @Nullable CommandSpec spec;

  public InitCommand(Invocation invocation) {
    this.typed = invocation;
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    requireSense();
    invocation = directory.in(typed);
    Installation installation = installation();
    requireConfiguration(installation);
    InstallReport report = new InstallReport(invocation);
    report.line("Reading the configuration");
    installation.installModules(upgrade, report.modules());
    Module root = installation.configuration();
    SortedMap<ProviderSource, ProviderRequirement> required =
        new TreeMap<>(installation.requirements(root));
    DependencyLocks before = installation.locks();
    if (isStateAtHand() || !required.keySet().containsAll(before.providers().keySet())) {
      writers().forEach(each -> required.putIfAbsent(each, ProviderRequirement.ofState(each)));
    }
    install(installation, List.copyOf(required.values()), before, report);
    if (!report.anything() && upgrade) {
      ignored.addFirst("--upgrade");
    }
    if (!ignored.isEmpty()) {
      invocation.note(
          (report.anything() ? "Ignored: " : "Ignored, since there is nothing to fetch: ")
              + String.join(" ", ignored));
    }
    String next =
        "Try: "
            + (root.kind() == Module.Kind.STACK
                ? invocation.command("stack", "plan")
                : invocation.command("plan"));
    report.line(
        report.anything()
            ? next
            : "Nothing to fetch: providers are built in or are jars in plugins/, and modules are"
                + " read in place.\n"
                + next);
    return ExitCode.DONE.number();
  }

  /** What was locked or made may still need its providers, to be destroyed. */
  private void requireConfiguration(Installation installation) {
    if (installation.locks().providers().isEmpty() && !isStateAtHand()) {
      Roots.absence(invocation)
          .ifPresent(
              absence -> {
                throw Fault.of(
                    absence.summary(),
                    "There is no configuration in " + invocation.directory() + ".",
                    PlanFile.in(invocation.directory()).isPresent()
                        ? String.valueOf(absence.hint())
                        : "Name the directory of one: `sluice init DIR`.");
              });
    }
  }

  /** Looking costs nothing then. */
  private boolean isStateAtHand() {
    return LocalDescription.read(new LocalDirectory(invocation.directory())).isPresent();
  }

  /**
   * The real providers of what state holds, which are asked when that is to be deleted. Where no
   * local deployment runs, nobody looks unless one is locked that the configuration does not
   * mention any more.
   */
  private Set<ProviderSource> writers() {
    Set<ProviderSource> writers = new TreeSet<>();
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice init").toLookIfThere();
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        for (StateRecord record : workspace.snapshot(invocation, deployment).resources()) {
          String source = record.source();
          if (source != null) {
            writers.add(ProviderSource.parse(source));
          }
        }
      }
    }
    return writers;
  }

  private void requireSense() {
    List<String> unknown = ignored.stream().filter(text -> !isMeaningless(text)).toList();
    if (!unknown.isEmpty()) {
      throw new UnmatchedArgumentException(Objects.requireNonNull(spec).commandLine(), unknown);
    }
    if (lockFile != null && !lockFile.equals("readonly")) {
      throw Fault.of(
          "Invalid value of --lockfile",
          "\"" + lockFile + "\" is no mode of the lock file; there is \"readonly\".",
          "");
    }
    if (lockFile != null && upgrade) {
      throw Fault.of(
          "Contradicting flags",
          "--upgrade changes the lock file, and --lockfile=readonly forbids it.",
          "Leave out one of them.");
    }
  }

  private static boolean isMeaningless(String text) {
    int equals = text.indexOf('=');
    String flag = equals < 0 ? text : text.substring(0, equals);
    return flag.startsWith("-") && MEANINGLESS.contains(flag.replaceFirst("^--?", ""));
  }

  private Installation installation() {
    Installation usual = Installation.of(invocation);
    return pluginDirectory == null
        ? usual
        : usual.only(new InstallMethod.Directory(typed.resolve(pluginDirectory).toString()));
  }

  private void install(
      Installation installation,
      List<ProviderRequirement> required,
      DependencyLocks before,
      InstallReport report) {
    List<ProviderRequirement> packages = new ArrayList<>();
    for (ProviderRequirement requirement : required) {
      if (installation.settings().overrides().containsKey(requirement.source())) {
        invocation.note(
            requirement.source().displayed()
                + " is under development: dev_overrides names "
                + installation.settings().overrides().get(requirement.source())
                + ", and nothing is installed or locked for it.");
      } else if (installation.choice().of(requirement, before) == Served.BY_PACKAGE) {
        packages.add(requirement);
      }
    }
    DependencyLocks after = before;
    if (!packages.isEmpty()) {
      ProviderInstaller.Outcome outcome =
          installation.installer(upgrade, report.providers()).install(packages, before);
      if (!outcome.failures().isEmpty()) {
        throw installation.fault(outcome.failures());
      }
      after = outcome.locks();
    } else {
      after = before.keeping(new TreeSet<>());
    }
    keep(installation, before, after, report);
    if (!packages.isEmpty()) {
      InstalledProviders.note(invocation);
    }
  }

  private void keep(
      Installation installation,
      DependencyLocks before,
      DependencyLocks after,
      InstallReport report) {
    if (after.chooseSameAs(before)) {
      return;
    }
    if (lockFile == null) {
      installation.write(after);
      report.line(
          "Wrote " + LockFile.NAME + ": commit it, so that everyone gets the same providers.");
    } else if (after.lockSameProvidersAs(before)) {
      invocation.note(
          LockFile.NAME + " stays as it is, since it is read-only; hashes would have been added.");
    } else {
      throw Fault.of(
          "Lock file would change",
          "The configuration needs other providers than " + LockFile.NAME + " has.",
          "`sluice init` without --lockfile=readonly writes it anew.");
    }
  }
}
