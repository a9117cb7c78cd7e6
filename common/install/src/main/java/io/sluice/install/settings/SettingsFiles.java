package io.sluice.install.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.install.fault.InstallFault;
import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.address.ServiceHost;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the CLI configuration as Terraform does: the file that {@code TF_CLI_CONFIG_FILE} names, or
 * else {@code ~/.terraformrc} and {@code ~/.terraform.d/*.tfrc}, with the environment above both.
 */
public final class SettingsFiles {
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:\\{([A-Za-z_][A-Za-z0-9_]*)}|([A-Za-z_][A-Za-z0-9_]*))");
  private static final String TOKEN = "TF_TOKEN_";

  private final Map<String, String> environment;
  private final Map<ProviderSource, Path> overrides = new HashMap<>();
  private final Map<String, String> tokens = new HashMap<>();
  private final Map<String, Map<String, String>> services = new HashMap<>();
  private final List<Path> files = new ArrayList<>();
  private @Nullable List<InstallMethod> methods;
  private @Nullable Path cache;
  private boolean cacheMayBreakLocks;

  private SettingsFiles(Map<String, String> environment) {
    this.environment = environment;
  }

  public static InstallSettings read(Map<String, String> environment) {
    return new SettingsFiles(environment).read();
  }

  /** Of the user whom the environment names. */
  public static Optional<Path> home(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("HOME"))
        .or(() -> Optional.ofNullable(environment.get("USERPROFILE")))
        .filter(home -> !home.isEmpty())
        .map(Path::of);
  }

  private InstallSettings read() {
    String named =
        environment.getOrDefault(
            "TF_CLI_CONFIG_FILE", environment.getOrDefault("TERRAFORM_CONFIG", ""));
    if (!named.isEmpty()) {
      if (Files.exists(Path.of(named))) {
        file(Path.of(named));
      }
    } else {
      home(environment).ifPresent(this::filesOf);
    }
    variables();
    return new InstallSettings(
        methods,
        overrides,
        cache,
        cacheMayBreakLocks,
        new Credentials(tokens),
        new LinkedHashMap<>(services),
        files);
  }

  private void filesOf(Path home) {
    Path own = home.resolve(".terraformrc");
    if (Files.exists(own)) {
      file(own);
    }
    Path directory = home.resolve(".terraform.d");
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> entries = Files.list(directory)) {
      entries
          .filter(entry -> entry.toString().matches(".*\\.tfrc(\\.json)?"))
          .sorted()
          .forEach(this::file);
    } catch (IOException e) {
      throw unreadable(directory, String.valueOf(e.getMessage())).because(e);
    }
  }

  private void file(Path file) {
    try {
      files.add(file);
      take(tree(file, Files.readString(file)), file);
    } catch (BadText e) {
      throw unreadable(file, e.reason()).because(e);
    } catch (IOException e) {
      throw unreadable(file, String.valueOf(e.getMessage())).because(e);
    }
  }

  private static SettingsTree.Block tree(Path file, String text) throws IOException {
    if (!file.toString().endsWith(".json") && !text.stripLeading().startsWith("{")) {
      return SettingsText.parse(text);
    }
    try {
      JsonNode root = Json.mapper().readTree(text);
      if (!root.isObject()) {
        throw new BadText("the file is not a JSON object");
      }
      return SettingsTree.of(root);
    } catch (JsonProcessingException e) {
      throw new BadText("the file is not JSON: " + e.getOriginalMessage());
    }
  }

  private void take(SettingsTree.Block root, Path file) {
    root.text("plugin_cache_dir").ifPresent(path -> cache = Path.of(expanded(path, false)));
    root.text("plugin_cache_may_break_dependency_lock_file")
        .ifPresent(value -> cacheMayBreakLocks = value.equals("true"));
    blocks(
        root,
        "credentials",
        (host, body) -> body.text("token").ifPresent(t -> tokens.put(host, t)));
    blocks(root, "host", (host, body) -> services.put(host, services(body)));
    for (SettingsTree.Entry entry : root.named("provider_installation")) {
      if (methods != null) {
        throw new BadText(
            "line " + entry.line() + ": there may be one provider_installation block only");
      }
      methods = methods(body(entry));
    }
    if (!root.named("credentials_helper").isEmpty()) {
      throw new BadText(
          "credentials_helper is not supported; put the token into a credentials block or into"
              + " TF_TOKEN_HOST, or unset the block with a file of your own in TF_CLI_CONFIG_FILE ("
              + file
              + ")");
    }
  }

  private interface ForHost {
    void take(String host, SettingsTree.Block body);
  }

  private static void blocks(SettingsTree.Block root, String name, ForHost taker) {
    for (SettingsTree.Entry entry : root.named(name)) {
      for (SettingsTree.Entry host : body(entry).entries()) {
        taker.take(ServiceHost.normalised(host.name()), body(host));
      }
    }
  }

  private static Map<String, String> services(SettingsTree.Block host) {
    Map<String, String> found = new HashMap<>();
    for (SettingsTree.Entry entry : host.named("services")) {
      for (SettingsTree.Entry service : body(entry).entries()) {
        if (service.value() instanceof SettingsTree.Text url) {
          found.put(service.name(), url.value());
        }
      }
    }
    return found;
  }

  private List<InstallMethod> methods(SettingsTree.Block block) {
    List<InstallMethod> found = new ArrayList<>();
    for (SettingsTree.Entry entry : block.entries()) {
      SettingsTree.Block body = body(entry);
      switch (entry.name()) {
        case "direct" -> found.add(method(new InstallMethod.Direct(), body));
        case "filesystem_mirror" ->
            found.add(method(new InstallMethod.Directory(required(body, "path", entry)), body));
        case "network_mirror" ->
            found.add(method(new InstallMethod.Network(required(body, "url", entry)), body));
        case "dev_overrides" -> overrides(body, found.isEmpty(), entry);
        default ->
            throw new BadText(
                "line "
                    + entry.line()
                    + ": \""
                    + entry.name()
                    + "\" is no way to install providers; there are direct, filesystem_mirror,"
                    + " network_mirror and dev_overrides");
      }
    }
    return found;
  }

  private static InstallMethod method(InstallMethod.Place place, SettingsTree.Block body) {
    return new InstallMethod(
        place,
        body.texts("include").stream().map(InstallMethod.Pattern::parse).toList(),
        body.texts("exclude").stream().map(InstallMethod.Pattern::parse).toList());
  }

  private static String required(SettingsTree.Block body, String name, SettingsTree.Entry of) {
    return body.text(name)
        .filter(value -> !value.isEmpty())
        .orElseThrow(
            () -> new BadText("line " + of.line() + ": " + of.name() + " needs \"" + name + "\""));
  }

  private void overrides(SettingsTree.Block body, boolean first, SettingsTree.Entry entry) {
    if (!first) {
      throw new BadText(
          "line " + entry.line() + ": dev_overrides comes before all other blocks, as it wins");
    }
    for (SettingsTree.Entry override : body.entries()) {
      if (override.value() instanceof SettingsTree.Text path) {
        overrides.put(
            ProviderSource.parse(override.name()),
            Path.of(expanded(path.value(), true)).normalize());
      }
    }
  }

  private static SettingsTree.Block body(SettingsTree.Entry entry) {
    if (entry.value() instanceof SettingsTree.Block block) {
      return block;
    }
    throw new BadText("line " + entry.line() + ": " + entry.name() + " has to be a block");
  }

  private String expanded(String path, boolean mustBeSet) {
    return VARIABLE
        .matcher(path)
        .replaceAll(
            found -> {
              String name = found.group(1) == null ? found.group(2) : found.group(1);
              String value = environment.get(name);
              if (value == null && mustBeSet) {
                throw new BadText("the environment variable " + name + " is not set");
              }
              return Matcher.quoteReplacement(value == null ? "" : value);
            });
  }

  private void variables() {
    String directory = environment.getOrDefault("TF_PLUGIN_CACHE_DIR", "");
    if (!directory.isEmpty()) {
      cache = Path.of(directory);
    }
    String mayBreak =
        environment.getOrDefault("TF_PLUGIN_CACHE_MAY_BREAK_DEPENDENCY_LOCK_FILE", "");
    cacheMayBreakLocks |= !mayBreak.isEmpty() && !mayBreak.equals("0");
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(TOKEN)) {
            token(name.substring(TOKEN.length()), value);
          }
        });
  }

  /** {@code __} is a dash and {@code _} a dot, since few shells have these in names. */
  private void token(String written, String value) {
    try {
      String host = written.replace("__", "-").replace('_', '.');
      tokens.put(ServiceHost.normalised(host), value);
    } catch (BadText e) {
      // Terraform passes over variables that name no host, and so do we.
      return;
    }
  }

  private static InstallFault unreadable(Path file, String reason) {
    return new InstallFault(
        "Invalid CLI configuration",
        file + " can't be used: " + reason + ".",
        "Correct the file, or name another one in TF_CLI_CONFIG_FILE.");
  }
}
