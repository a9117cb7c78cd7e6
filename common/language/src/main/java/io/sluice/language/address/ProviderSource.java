package io.sluice.language.address;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where a provider comes from, {@code HOST/NAMESPACE/TYPE}. Two providers of one type from
 * different hosts have nothing to do with each other.
 *
 * @param host normalised
 */
public record ProviderSource(String host, String namespace, String type)
    implements Comparable<ProviderSource> {
  public static final String BUILT_IN_HOST = "sluice.io";
  public static final String DEFAULT_NAMESPACE = "hashicorp";

  private static final String TERRAFORM_HOST = "terraform.io";
  private static final String BUILT_IN = "builtin";
  private static final Pattern PART =
      Pattern.compile("[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_-]*[\\p{L}\\p{N}])?");
  private static final Comparator<ProviderSource> ORDER =
      Comparator.comparing(ProviderSource::host)
          .thenComparing(ProviderSource::namespace)
          .thenComparing(ProviderSource::type);

  /** {@code [HOST/][NAMESPACE/]TYPE}, as {@code source} takes it. */
  public static ProviderSource parse(String text) {
    List<String> parts = List.of(text.split("/", -1));
    if (parts.size() > 3 || parts.contains("")) {
      throw new BadText(
          "\"" + text + "\" is not a provider source: it is written [HOST/][NAMESPACE/]TYPE");
    }
    String type = part(parts.getLast(), text);
    if (type.startsWith("terraform-")) {
      throw new BadText(
          "the type in \""
              + text
              + "\" must not begin with \"terraform-\"; it is probably meant to be \""
              + type.replaceFirst("^terraform-(provider-)?", "")
              + "\"");
    }
    String namespace =
        parts.size() > 1 ? part(parts.get(parts.size() - 2), text) : DEFAULT_NAMESPACE;
    String host =
        parts.size() == 3 ? ServiceHost.normalised(parts.getFirst()) : ServiceHost.TERRAFORM;
    return new ProviderSource(host, namespace, type);
  }

  /** The source of one of Sluice's own providers, by name. */
  public static ProviderSource builtIn(String name) {
    return new ProviderSource(BUILT_IN_HOST, BUILT_IN, name);
  }

  /** What a local name without an entry in {@code required_providers} means. */
  public static ProviderSource implied(String localName) {
    return localName.equals("terraform")
        ? new ProviderSource(TERRAFORM_HOST, BUILT_IN, localName)
        : parse(localName);
  }

  private static String part(String written, String whole) {
    String part = written.toLowerCase(Locale.ROOT);
    if (!PART.matcher(part).matches() || part.contains("--")) {
      throw new BadText(
          "\""
              + written
              + "\" in the provider source \""
              + whole
              + "\" may hold letters, digits, dashes and underscores only, and none of these at its"
              + " ends");
    }
    return part;
  }

  /**
   * Sluice's own under {@code sluice.io/builtin/}, and Terraform's one: neither is ever installed.
   */
  public boolean isBuiltIn() {
    return namespace.equals(BUILT_IN)
        && (host.equals(BUILT_IN_HOST) || host.equals(TERRAFORM_HOST));
  }

  /** As people write it: without the default host. */
  public String displayed() {
    return host.equals(ServiceHost.TERRAFORM) ? namespace + "/" + type : toString();
  }

  @Override
  public int compareTo(ProviderSource other) {
    return ORDER.compare(this, other);
  }

  /** In full, as lock files and directories have it. */
  @Override
  public String toString() {
    return ServiceHost.displayed(host) + "/" + namespace + "/" + type;
  }
}
