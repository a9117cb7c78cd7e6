package io.sluice.install.settings;

import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.address.ServiceHost;
import java.util.List;
import java.util.Locale;

/**
 * One block of {@code provider_installation}: where packages may come from, and which ones.
 *
 * @param include empty for all
 */
public record InstallMethod(Place place, List<Pattern> include, List<Pattern> exclude) {
  public InstallMethod {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
  }

  /** A registry of its own, a directory, or a server with copies. */
  public sealed interface Place {}

  public record Direct() implements Place {}

  public record Directory(String path) implements Place {}

  public record Network(String url) implements Place {}

  /** {@code HOST/NAMESPACE/TYPE}, each of which may be a star. */
  public record Pattern(String host, String namespace, String type) {
    private static final String ANY = "*";

    public static Pattern parse(String text) {
      String[] parts = text.toLowerCase(Locale.ROOT).split("/", -1);
      if (parts.length < 2 || parts.length > 3 || List.of(parts).contains("")) {
        throw new BadText(
            "\"" + text + "\" is not a pattern of providers: it is written [HOST/]NAMESPACE/TYPE");
      }
      String host = parts.length == 2 ? ServiceHost.TERRAFORM : parts[0];
      Pattern pattern =
          new Pattern(
              host.equals(ANY) ? ANY : ServiceHost.normalised(host),
              parts[parts.length - 2],
              parts[parts.length - 1]);
      boolean anyNamespace = pattern.namespace.equals(ANY);
      if ((pattern.host.equals(ANY) && !anyNamespace)
          || (anyNamespace && !pattern.type.equals(ANY))) {
        throw new BadText("in \"" + text + "\" everything behind a star has to be a star");
      }
      return pattern;
    }

    boolean matches(ProviderSource source) {
      return (host.equals(ANY) || host.equals(source.host()))
          && (namespace.equals(ANY) || namespace.equals(source.namespace()))
          && (type.equals(ANY) || type.equals(source.type()));
    }
  }

  public boolean serves(ProviderSource source) {
    return exclude.stream().noneMatch(pattern -> pattern.matches(source))
        && (include.isEmpty() || include.stream().anyMatch(pattern -> pattern.matches(source)));
  }
}
