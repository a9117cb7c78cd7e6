package io.sluice.install.settings;

import io.sluice.language.address.ProviderSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What CLI configuration files and the environment say about installing.
 *
 * @param methods of {@code provider_installation}; null without that block, when directories that
 *     are usual for it are asked before registries
 * @param overrides directories with providers under development
 * @param cache where packages are kept for all configurations, or null
 * @param cacheMayBreakLocks packages of the cache are taken even where no lock knows them
 * @param credentials tokens by host
 * @param services by host and service, for hosts that are not to be asked
 * @param files that were read, for messages
 */
public record InstallSettings(
    @Nullable List<InstallMethod> methods,
    Map<ProviderSource, Path> overrides,
    @Nullable Path cache,
    boolean cacheMayBreakLocks,
    Credentials credentials,
    Map<String, Map<String, String>> services,
    List<Path> files) {
  public InstallSettings {
    methods = methods == null ? null : List.copyOf(methods);
    overrides = Map.copyOf(overrides);
    services = Map.copyOf(services);
    files = List.copyOf(files);
  }

  /** None of them. */
  public static InstallSettings none() {
    return new InstallSettings(
        null, Map.of(), null, false, new Credentials(Map.of()), Map.of(), List.of());
  }

  /** Where a service of a host is said to be, without asking the host. */
  public Optional<String> service(String host, String service) {
    return Optional.ofNullable(services.get(host)).map(of -> of.get(service));
  }

  /** Whether the host must not be asked which services it has. */
  public boolean knowsServicesOf(String host) {
    return services.containsKey(host);
  }

  /** The same, but only this directory may deliver. */
  public InstallSettings only(InstallMethod.Place place) {
    return new InstallSettings(
        List.of(new InstallMethod(place, List.of(), List.of())),
        Map.of(),
        cache,
        cacheMayBreakLocks,
        credentials,
        services,
        files);
  }
}
