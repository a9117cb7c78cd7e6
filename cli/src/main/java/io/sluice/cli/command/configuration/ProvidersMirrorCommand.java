package io.sluice.cli.command.configuration;

import io.sluice.cli.install.InstallReport;
import io.sluice.cli.install.Installation;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.install.address.Platform;
import io.sluice.install.address.Version;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.lock.ProviderLock;
import io.sluice.install.mirror.MirrorWriter;
import io.sluice.install.provider.ProviderRequirement;
import io.sluice.install.settings.InstallMethod;
import io.sluice.install.source.PackageSource;
import io.sluice.language.address.ProviderSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fills a directory that can stand in for registries. */
@Command(
    name = "mirror",
    description = {
      "Fetches the packages of a configuration's providers from their registries into a directory.",
      "It serves as a filesystem_mirror, and copied to an HTTPS server as a network_mirror."
    })
final class ProvidersMirrorCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private PlatformOption platform = new PlatformOption();

  @Option(
      names = "--lock-file",
      paramLabel = "true|false",
      defaultValue = "true",
      arity = "1",
      description = "false: take the newest versions that fit, whatever is locked.")
  private boolean keepsLocks = true;

  @Parameters(paramLabel = "DIR", description = "The directory to fill.")
  private String directory = "";

  ProvidersMirrorCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    InstallReport report = new InstallReport(invocation);
    report.line("Reading the configuration");
    Installation installation = Installation.of(invocation).only(new InstallMethod.Direct());
    DependencyLocks locks = installation.locks();
    List<ProviderRequirement> required = RequiredPackages.of(installation, locks, List.of());
    List<Platform> wanted = platform.platforms();
    PackageSource source = installation.sources();
    MirrorWriter writer = new MirrorWriter(invocation.resolve(directory), installation.packages());
    Installation.faultless(
        () -> {
          for (ProviderRequirement requirement : required) {
            Version version = version(requirement, source, locks);
            wanted.forEach(platform -> add(writer, source, requirement, version, platform, report));
          }
          writer.writeIndexes();
          return writer;
        });
    report.line("Wrote the indexes in " + directory + ".");
    return ExitCode.DONE.number();
  }

  private Version version(
      ProviderRequirement requirement, PackageSource source, DependencyLocks locks) {
    ProviderSource provider = requirement.source();
    return locks
        .of(provider)
        .filter(lock -> keepsLocks)
        .map(ProviderLock::version)
        .or(() -> requirement.constraints().newest(source.versions(provider).orElse(Set.of())))
        .orElseThrow(
            () ->
                Fault.of(
                    "No version fits",
                    "%s has no version of %s that meets \"%s\"."
                        .formatted(
                            source.describe(provider),
                            provider.displayed(),
                            requirement.constraints()),
                    "Check its source and its constraints in required_providers."));
  }

  private static void add(
      MirrorWriter writer,
      PackageSource source,
      ProviderRequirement requirement,
      Version version,
      Platform platform,
      InstallReport report) {
    String what = requirement.source().displayed() + " " + version + " for " + platform;
    report.line("Fetching " + what);
    String how =
        writer.add(
            source
                .offer(requirement.source(), version, platform)
                .orElseThrow(
                    () ->
                        Fault.of(
                            "Provider isn't there for this platform",
                            source.describe(requirement.source()) + " has no " + what + ".",
                            "Leave out the platform, or ask for another version.")));
    report.line(what + " is there (" + how + ")");
  }
}
