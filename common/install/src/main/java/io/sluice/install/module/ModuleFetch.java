package io.sluice.install.module;

import io.sluice.install.archive.Placing;
import io.sluice.install.archive.Unpacking;
import io.sluice.install.http.HttpFetch;
import io.sluice.language.address.BadText;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fetches packages of modules: repositories by git, archives and redirections by HTTP, directories
 * of this machine. A package that several calls name is fetched once.
 */
final class ModuleFetch {
  private static final int MOST_HOPS = 10;
  private static final Pattern META =
      Pattern.compile("<meta\\s[^>]*name=[\"']terraform-get[\"'][^>]*>", Pattern.CASE_INSENSITIVE);
  private static final Pattern CONTENT =
      Pattern.compile("content=[\"']([^\"']+)[\"']", Pattern.CASE_INSENSITIVE);
  private static final Map<String, String> DIGESTS =
      Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512");

  private final HttpFetch http;
  private final GitClone git;
  private final Map<String, Path> fetched = new HashMap<>();

  ModuleFetch(HttpFetch http, GitClone git) {
    this.http = http;
    this.git = git;
  }

  /**
   * Takes the place of what is at the target.
   *
   * @return the part of the package that the address itself chose, or empty
   */
  String fetch(String address, Path target) throws IOException {
    Path before = fetched.get(address);
    Path fresh = Placing.beside(target);
    try {
      String subdirectory = "";
      if (before != null && Files.isDirectory(before)) {
        Placing.copy(before, fresh);
      } else {
        subdirectory = fetch(address, fresh, 0);
      }
      Placing.replaceDirectory(fresh, target);
      if (subdirectory.isEmpty()) {
        fetched.put(address, target);
      }
      return subdirectory;
    } finally {
      Placing.delete(fresh);
    }
  }

  private String fetch(String address, Path fresh, int hops) throws IOException {
    ModuleSource.Split kind = ModuleSource.Split.kind(address);
    Query url = Query.of(kind.rest());
    String scheme = kind.first().isEmpty() ? scheme(kind.rest()) : kind.first();
    switch (scheme.toLowerCase(Locale.ROOT)) {
      case "git" -> git.into(fresh, url);
      case "file" -> local(url, fresh);
      case "http", "https" -> {
        return web(url, fresh, hops);
      }
      case "ssh" -> throw new IOException("write \"git::\" before it, if it is a git repository");
      default ->
          throw new IOException(
              "\"" + scheme + "\" is not supported; there are git::, https:// and file://");
    }
    return "";
  }

  private static String scheme(String url) {
    int colon = url.indexOf(':');
    return colon < 0 ? "" : url.substring(0, colon);
  }

  private static void local(Query url, Path fresh) throws IOException {
    Path path = Path.of(url.base().replaceFirst("^file:(//)?", ""));
    if (Files.isDirectory(path)) {
      Placing.link(path, fresh);
      return;
    }
    Optional<Unpacking.Form> form = Unpacking.Form.of(String.valueOf(path.getFileName()));
    if (form.isEmpty() || !Files.isRegularFile(path)) {
      throw new IOException(path + " is neither a directory nor an archive");
    }
    Unpacking.unpack(path, form.get(), fresh);
  }

  private String web(Query url, Path fresh, int hops) throws IOException {
    String named = url.value("archive").orElse("");
    String checksum = url.value("checksum").orElse("");
    Query plain = url.without("archive").without("checksum").without("filename");
    Optional<Unpacking.Form> form =
        named.isEmpty() ? Unpacking.Form.of(plain.base()) : Unpacking.Form.of(named);
    if (form.isPresent() && !named.equals("false")) {
      archive(plain.toUri(), form.get(), checksum, fresh);
      return "";
    }
    if (hops == MOST_HOPS) {
      throw new IOException("it leads from one address to the next more than ten times");
    }
    ModuleSource.Remote next = next(plain);
    return ModuleSource.cleaned(next.subdirectory() + "/" + fetch(next.address(), fresh, hops + 1))
        .replaceFirst("^\\.$", "");
  }

  /** Where a page says that the module really is. */
  private ModuleSource.Remote next(Query page) throws IOException {
    HttpFetch.Answer answer = http.get(page.with("terraform-get", "1").toUri(), Optional.empty());
    if (answer.status() / 100 != 2) {
      throw new IOException("the server answered " + answer.status());
    }
    String location =
        answer
            .header("X-Terraform-Get")
            .or(() -> inPage(answer.text()))
            .orElseThrow(
                () ->
                    new IOException(
                        "it is no archive by its name, and the page does not say where the module"
                            + " is (X-Terraform-Get)"));
    try {
      return ModuleSource.remote(
          location.matches("\\.{0,2}/.*") ? answer.uri().resolve(location).toString() : location);
    } catch (BadText e) {
      throw new IOException(e.reason(), e);
    }
  }

  private static Optional<String> inPage(String page) {
    Matcher meta = META.matcher(page);
    if (!meta.find()) {
      return Optional.empty();
    }
    Matcher content = CONTENT.matcher(meta.group());
    return content.find() ? Optional.of(content.group(1)) : Optional.empty();
  }

  private void archive(URI uri, Unpacking.Form form, String checksum, Path fresh)
      throws IOException {
    Path archive = Placing.beside(fresh);
    try {
      http.download(uri, Optional.empty(), archive);
      requireChecksum(archive, checksum);
      Unpacking.unpack(archive, form, fresh);
    } finally {
      Files.deleteIfExists(archive);
    }
  }

  /** {@code sha256:…}, or digits alone whose number says which digest it is. */
  private static void requireChecksum(Path archive, String written) throws IOException {
    if (written.isEmpty()) {
      return;
    }
    int colon = written.indexOf(':');
    String digits = written.substring(colon + 1).toLowerCase(Locale.ROOT);
    String name =
        colon >= 0
            ? written.substring(0, colon)
            : switch (digits.length()) {
              case 32 -> "md5";
              case 40 -> "sha1";
              case 64 -> "sha256";
              default -> "sha512";
            };
    String algorithm = DIGESTS.get(name.toLowerCase(Locale.ROOT));
    if (algorithm == null) {
      throw new IOException("a checksum of the kind \"" + name + "\" is not supported");
    }
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      String actual = HexFormat.of().formatHex(digest.digest(Files.readAllBytes(archive)));
      if (!actual.equals(digits)) {
        throw new IOException("its " + name + " is " + actual + " and should be " + digits);
      }
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(algorithm + " is part of every Java", e);
    }
  }
}
