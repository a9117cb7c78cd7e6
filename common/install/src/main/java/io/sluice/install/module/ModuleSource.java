package io.sluice.install.module;

import io.sluice.language.address.BadText;
import io.sluice.language.address.ServiceHost;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code source} of a {@code module} block means. Written out, it is in normal form. */
public sealed interface ModuleSource {
  /** Beside the calling module, in the same package. */
  record Local(String path) implements ModuleSource {
    @Override
    public String toString() {
      return path;
    }
  }

  /**
   * {@code [HOST/]NAMESPACE/NAME/SYSTEM[//SUBDIRECTORY]}.
   *
   * @param subdirectory or empty
   */
  record Registry(String host, String namespace, String name, String system, String subdirectory)
      implements ModuleSource {
    /** Without the host that everybody means. */
    public String displayed() {
      String path = namespace + "/" + name + "/" + system;
      return host.equals(ServiceHost.TERRAFORM) ? path : ServiceHost.displayed(host) + "/" + path;
    }

    @Override
    public String toString() {
      String path = ServiceHost.displayed(host) + "/" + namespace + "/" + name + "/" + system;
      return subdirectory.isEmpty() ? path : path + "//" + subdirectory;
    }
  }

  /**
   * Anything else that can be fetched.
   *
   * @param address without the subdirectory: {@code git::https://…?ref=v1}
   * @param subdirectory or empty
   */
  record Remote(String address, String subdirectory) implements ModuleSource {
    @Override
    public String toString() {
      if (subdirectory.isEmpty()) {
        return address;
      }
      int query = address.indexOf('?');
      return query < 0
          ? address + "//" + subdirectory
          : address.substring(0, query) + "//" + subdirectory + address.substring(query);
    }

    /** With a subdirectory inside of the one that there is. */
    Remote below(String further) {
      if (further.isEmpty()) {
        return this;
      }
      return new Remote(
          address, subdirectory.isEmpty() ? further : cleaned(subdirectory + "/" + further));
    }
  }

  /** As Terraform reads it, with its shorthands. */
  static ModuleSource parse(String text) {
    String slashes = text.replace('\\', '/');
    if (slashes.startsWith("./") || slashes.startsWith("../")) {
      String path = cleaned(slashes);
      return new Local(path.startsWith("../") || path.equals("..") ? path : "./" + path);
    }
    Matcher registry = Forms.REGISTRY.matcher(text);
    return registry.matches() && Forms.isRegistry(registry) ? registry(registry) : remote(text);
  }

  private static Registry registry(Matcher matcher) {
    String host = matcher.group("host");
    String subdirectory = matcher.group("sub");
    return new Registry(
        host == null ? ServiceHost.TERRAFORM : ServiceHost.normalised(host),
        matcher.group("namespace"),
        matcher.group("name"),
        matcher.group("system"),
        subdirectory == null ? "" : inside(cleaned(subdirectory), matcher.group()));
  }

  /** An address that a registry or a server names; it can't be local. */
  static Remote remote(String text) {
    Split forced = Split.kind(text);
    Split outer = Split.subdirectory(forced.rest());
    String normal = outer.rest();
    String kind = forced.first();
    String subdirectory = outer.first();
    if (!Forms.URL.matcher(normal).lookingAt()) {
      Split detected = Split.kind(Forms.expanded(normal));
      Split inner = Split.subdirectory(detected.rest());
      normal = inner.rest();
      kind = kind.isEmpty() ? detected.first() : kind;
      subdirectory =
          inner.first().isEmpty()
              ? subdirectory
              : subdirectory.isEmpty() ? inner.first() : inner.first() + "/" + subdirectory;
    }
    return new Remote(
        kind.isEmpty() ? normal : kind + "::" + normal,
        subdirectory.isEmpty() ? "" : inside(cleaned(subdirectory), text));
  }

  private static String inside(String subdirectory, String whole) {
    if (subdirectory.equals("..") || subdirectory.startsWith("../")) {
      throw new BadText("the part behind // in \"" + whole + "\" leads out of the package");
    }
    return subdirectory.equals(".") ? "" : subdirectory;
  }

  /** Without empty parts, dots and what two dots take back. */
  static String cleaned(String path) {
    Deque<String> parts = new ArrayDeque<>();
    for (String part : path.split("/")) {
      if (part.equals("..") && !parts.isEmpty() && !parts.getLast().equals("..")) {
        parts.removeLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
    }
    return parts.isEmpty() ? "." : String.join("/", parts);
  }

  /**
   * A source in two parts.
   *
   * @param first what was split off, or empty
   */
  record Split(String first, String rest) {
    private static final Pattern KIND = Pattern.compile("([A-Za-z0-9]+)::(.+)");

    /** {@code git::https://…}. */
    static Split kind(String text) {
      Matcher matcher = KIND.matcher(text);
      return matcher.matches()
          ? new Split(matcher.group(1), matcher.group(2))
          : new Split("", text);
    }

    /** What stands between {@code //} and the query. */
    static Split subdirectory(String text) {
      int query = text.indexOf('?');
      int stop = query < 0 ? text.length() : query;
      int scheme = text.substring(0, stop).indexOf("://");
      int at = text.substring(0, stop).indexOf("//", scheme < 0 ? 0 : scheme + 3);
      return at < 0
          ? new Split("", text)
          : new Split(
              cleaned(text.substring(at + 2, stop)), text.substring(0, at) + text.substring(stop));
    }
  }

  /** The forms of text that are not URLs. */
  final class Forms {
    private static final String PART = "[0-9A-Za-z](?:[0-9A-Za-z-_]{0,62}[0-9A-Za-z])?";
    private static final Pattern REGISTRY =
        Pattern.compile(
            "(?:(?<host>[0-9A-Za-z\\p{L}.-]+(?::[0-9]+)?)/)?(?<namespace>%1$s)/(?<name>%1$s)/(?<system>[0-9a-z]{1,64})(?://(?<sub>.*))?"
                .formatted(PART));
    private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:(?://|[^/])");
    private static final Pattern COPY_BY_SSH = Pattern.compile("git@([^:/]+):/?(.+)");
    private static final List<String> NEVER_REGISTRIES =
        List.of("github.com", "bitbucket.org", "gitlab.com");

    private Forms() {}

    private static boolean isRegistry(Matcher matcher) {
      String host = matcher.group("host");
      return host == null || (!NEVER_REGISTRIES.contains(host) && host.contains("."));
    }

    private static String expanded(String text) {
      Matcher ssh = COPY_BY_SSH.matcher(text);
      if (ssh.matches()) {
        return "git::ssh://git@" + ssh.group(1) + "/" + ssh.group(2);
      }
      if (text.startsWith("github.com/")) {
        return repository(text, 3);
      }
      if (text.startsWith("bitbucket.org/")) {
        return repository(text, Integer.MAX_VALUE);
      }
      if (text.startsWith("/")) {
        return "file://" + text;
      }
      throw new BadText(
          "\""
              + text
              + "\" is no source of a module; a path beside the calling module begins with \"./\"");
    }

    private static String repository(String text, int parts) {
      int query = text.indexOf('?');
      String path = query < 0 ? text : text.substring(0, query);
      List<String> all = List.of(path.split("/"));
      if (all.size() < 3) {
        throw new BadText("\"" + text + "\" names no repository");
      }
      int cut = Math.min(parts, all.size());
      String repository = String.join("/", all.subList(0, cut));
      String below = String.join("/", all.subList(cut, all.size()));
      return "git::https://"
          + repository
          + (repository.endsWith(".git") ? "" : ".git")
          + (below.isEmpty() ? "" : "//" + below)
          + (query < 0 ? "" : text.substring(query));
    }
  }
}
