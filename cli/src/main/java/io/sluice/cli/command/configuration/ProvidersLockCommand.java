package io.sluice.cli.command.configuration;

import io.sluice.cli.install.InstallReport;
import io.sluice.cli.install.Installation;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.install.address.Platform;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.lock.LockFile;
import io.sluice.install.provider.PlatformLocks;
import io.sluice.install.provider.ProviderInstaller;
import io.sluice.install.provider.ProviderRequirement;
import io.sluice.install.settings.InstallMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds the hashes of other platforms to the lock file. */
@Command(
    name = "lock",
    description = {
      "Writes the hashes of providers for several platforms into .terraform.lock.hcl.",
      "Packages come from their registries, whatever provider_installation says, unless a mirror is"
          + " named."
    })
final class ProvidersLockCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private PlatformOption platform = new PlatformOption();

  @Option(
      names = "--fs-mirror",
      paramLabel = "DIR",
      description = "Take the packages from this directory.")
  private @Nullable String directory;

  @Option(
      names = "--net-mirror",
      paramLabel = "URL",
      description = "Take the packages from this server.")
  private @Nullable String server;

  @Parameters(
      paramLabel = "SOURCE",
      arity = "0..*",
      description =
          "Providers by their sources, such as hashicorp/aws. By default all that are not built"
              + " in.")
  private List<String> sources = new ArrayList<>();

  ProvidersLockCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    if (directory != null && server != null) {
      throw Fault.of(
          "Contradicting flags",
          "--fs-mirror and --net-mirror name two places, and packages come from one.",
          "Leave out one of them.");
    }
    InstallReport report = new InstallReport(invocation);
    report.line("Reading the configuration");
    Installation installation = Installation.of(invocation).only(place());
    DependencyLocks before = installation.locks();
    List<ProviderRequirement> required = RequiredPackages.of(installation, before, sources);
    List<Platform> wanted = platform.platforms();
    ProviderInstaller.Outcome outcome =
        Installation.faultless(
            () ->
                new PlatformLocks(
                        installation.sources(), installation.packages(), report.providers())
                    .lock(required, before, wanted));
    if (!outcome.failures().isEmpty()) {
      throw installation.fault(outcome.failures());
    }
    if (outcome.locks().chooseSameAs(before)) {
      report.line(
          required.isEmpty()
              ? "Nothing to lock: the configuration requires no provider but built-in ones."
              : LockFile.NAME + " has all of it already.");
    } else {
      installation.write(outcome.locks());
      report.line("Wrote " + LockFile.NAME + ".");
    }
    return ExitCode.DONE.number();
  }

  private InstallMethod.Place place() {
    if (directory != null) {
      return new InstallMethod.Directory(invocation.resolve(directory).toString());
    }
    return server == null ? new InstallMethod.Direct() : new InstallMethod.Network(server);
  }
}
