package io.sluice.cli.command.configuration;

import io.sluice.cli.install.Installation;
import io.sluice.cli.terminal.Fault;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.provider.ProviderChoice.Served;
import io.sluice.install.provider.ProviderRequirement;
import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the commands below {@code providers} work on: real providers, and the ones that are named.
 */
final class RequiredPackages {
  private RequiredPackages() {}

  /**
   * @param sources those that are named, built in or not; all real ones if none is
   */
  static List<ProviderRequirement> of(
      Installation installation, DependencyLocks locks, List<String> sources) {
    Map<ProviderSource, ProviderRequirement> required =
        installation.requirements(installation.configuration());
    if (sources.isEmpty()) {
      return required.values().stream()
          .filter(one -> installation.choice().of(one, locks) == Served.BY_PACKAGE)
          .toList();
    }
    List<ProviderRequirement> named = new ArrayList<>();
    for (String written : sources) {
      ProviderSource source = parsed(written, ProviderSource::parse);
      ProviderRequirement requirement = required.get(source);
      if (requirement == null || source.isBuiltIn()) {
        throw Fault.of(
            "Provider isn't required",
            "The configuration does not require " + source.displayed() + ".",
            "It requires "
                + required.keySet().stream()
                    .map(ProviderSource::displayed)
                    .collect(Collectors.joining(", "))
                + ".");
      }
      named.add(requirement);
    }
    return named;
  }

  static <T> T parsed(String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (BadText e) {
      String reason = e.reason();
      throw Fault.of(
              "Invalid argument",
              Character.toUpperCase(reason.charAt(0)) + reason.substring(1) + ".",
              "")
          .because(e);
    }
  }
}
