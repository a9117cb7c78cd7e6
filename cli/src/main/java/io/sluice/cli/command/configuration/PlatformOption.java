package io.sluice.cli.command.configuration;

import io.sluice.install.address.Platform;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The platforms whose packages a command is about. */
final class PlatformOption {
  @Option(
      names = "--platform",
      paramLabel = "OS_ARCH",
      description = "A platform, such as linux_amd64; may be repeated. By default this machine's.")
  private List<String> written = new ArrayList<>();

  List<Platform> platforms() {
    return written.isEmpty()
        ? List.of(Platform.current())
        : written.stream()
            .map(one -> RequiredPackages.parsed(one, Platform::parse))
            .distinct()
            .toList();
  }
}
