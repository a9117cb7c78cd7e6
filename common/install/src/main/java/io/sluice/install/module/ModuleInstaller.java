package io.sluice.install.module;

import io.sluice.install.address.Version;
import io.sluice.install.address.VersionConstraints;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.http.HttpFetch;
import io.sluice.install.module.ModuleManifest.Entry;
import io.sluice.install.registry.ModuleRegistry;
import io.sluice.language.address.BadText;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Module;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.stacks.load.StackLoader;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Walks from the root through all calls and sees to it that each called module is there. What is
 * installed stays as long as its source and its constraints allow it.
 */
public final class ModuleInstaller {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_-]*");

  private final Path root;
  private final ModuleRegistry registry;
  private final ModuleFetch fetch;
  private final boolean upgrade;
  private final ModuleProgress progress;
  private final Diagnostics diagnostics;
  private final ModuleManifest manifest;
  private boolean fetches;

  private ModuleInstaller(
      Path root,
      ModuleRegistry registry,
      ModuleFetch fetch,
      boolean upgrade,
      ModuleProgress progress,
      Diagnostics diagnostics) {
    this.root = root;
    this.registry = registry;
    this.fetch = fetch;
    this.upgrade = upgrade;
    this.progress = progress;
    this.diagnostics = diagnostics;
    this.manifest = ModuleManifest.read(root);
  }

  /**
   * What it takes to fetch modules.
   *
   * @param environment for git
   */
  public record Access(ModuleRegistry registry, HttpFetch http, Map<String, String> environment) {}

  /**
   * Installs what is missing; faults are diagnostics at the calls that they concern. Faults in the
   * texts of modules are reported when the configuration is loaded.
   */
  public static void install(
      Path root, boolean upgrade, Access access, ModuleProgress progress, Diagnostics diagnostics) {
    ModuleFetch fetch = new ModuleFetch(access.http(), new GitClone(access.environment()));
    ModuleInstaller installer =
        new ModuleInstaller(root, access.registry(), fetch, upgrade, progress, diagnostics);
    installer.start();
  }

  private void start() {
    Optional<Module> module = load(List.of(), ".");
    if (module.isEmpty() || module.get().calls().isEmpty()) {
      return;
    }
    manifest.put(new Entry("", "", "", "."));
    calls(module.get(), List.of("."));
    if (fetches || Files.exists(ModuleManifest.file(root))) {
      manifest.write(root);
    }
  }

  private Optional<Module> load(List<String> path, String directory) {
    return StackLoader.alone(new DirectoryFiles(root), path, directory, new Diagnostics());
  }

  private void calls(Module caller, List<String> directories) {
    for (ModuleCall call : caller.calls().values()) {
      List<String> path = new ArrayList<>(caller.path());
      path.add(call.reference());
      if (!NAME.matcher(call.name()).matches()) {
        continue; // told when the configuration is loaded, and no name of a directory
      }
      Optional<Entry> entry = entry(caller, call, Module.key(path));
      if (entry.isEmpty() || directories.contains(entry.get().directory())) {
        continue;
      }
      List<String> deeper = new ArrayList<>(directories);
      deeper.add(entry.get().directory());
      load(path, entry.get().directory()).ifPresent(module -> calls(module, deeper));
    }
  }

  private Optional<Entry> entry(Module caller, ModuleCall call, String key) {
    if (call.source().isEmpty()) {
      return Optional.empty(); // told when the configuration is loaded
    }
    try {
      ModuleSource source = ModuleSource.parse(call.source());
      VersionConstraints constraints = VersionConstraints.parse(call.version());
      requireNoVersion(call, source);
      Optional<Entry> kept =
          manifest.of(key).filter(entry -> !upgrade && fits(entry, source, constraints));
      if (kept.isEmpty()) {
        manifest.forget(key);
      }
      boolean local = source instanceof ModuleSource.Local;
      fetches |= !local;
      boolean here = kept.filter(e -> Files.isDirectory(root.resolve(e.directory()))).isPresent();
      Entry entry = here ? kept.get() : install(caller, call, key, source, constraints);
      manifest.put(entry);
      if (!local) {
        progress.installed(
            new ModuleProgress.Installed(
                key, displayed(source), entry.version(), entry.directory(), !here));
      }
      return Optional.of(entry);
    } catch (BadText e) {
      fault(call, "Invalid module source or version", sentence(e.reason()), "");
    } catch (InstallFault e) {
      fault(call, e.summary(), e.detail(), e.hint());
    }
    return Optional.empty();
  }

  private static boolean fits(Entry entry, ModuleSource source, VersionConstraints constraints) {
    return isSame(entry.source(), source)
        && (entry.version().isEmpty() || constraints.accept(Version.parse(entry.version())));
  }

  /** Older manifests have sources as they were written. */
  private static boolean isSame(String recorded, ModuleSource source) {
    try {
      return recorded.equals(source.toString())
          || ModuleSource.parse(recorded).toString().equals(source.toString());
    } catch (BadText e) {
      return false;
    }
  }

  private static void requireNoVersion(ModuleCall call, ModuleSource source) {
    if (!call.version().isEmpty() && !(source instanceof ModuleSource.Registry)) {
      throw new InstallFault(
          "Invalid version constraint",
          "Module \"%s\" does not come from a registry, and only registries have versions."
              .formatted(call.name()),
          "Remove \"version\"; a git repository takes ?ref= in the source.");
    }
  }

  private Entry install(
      Module caller,
      ModuleCall call,
      String key,
      ModuleSource source,
      VersionConstraints constraints) {
    return switch (source) {
      case ModuleSource.Local local ->
          new Entry(key, local.toString(), "", beside(caller.directory(), local.path()));
      case ModuleSource.Remote remote -> {
        progress.fetching(key, displayed(remote), "");
        yield new Entry(key, remote.toString(), "", fetched(call, key, remote));
      }
      case ModuleSource.Registry of -> {
        ModuleRegistry.Name name =
            new ModuleRegistry.Name(of.host(), of.namespace(), of.name(), of.system());
        Version version = version(of, registry.versions(name), constraints);
        progress.fetching(key, of.displayed(), version.toString());
        ModuleSource.Remote at = ModuleSource.remote(registry.location(name, version));
        String directory = fetched(call, key, at.below(of.subdirectory()));
        yield new Entry(key, of.toString(), version.toString(), directory);
      }
    };
  }

  private String beside(String directory, String path) {
    String joined = directory + "/" + path;
    String cleaned = ModuleSource.cleaned(joined);
    try {
      return Links.resolved(root, joined.startsWith("/") ? "/" + cleaned : cleaned);
    } catch (IOException e) {
      throw new InstallFault(
              "Module can't be read", cleaned + ": " + e.getMessage() + ".", "Check its links.")
          .because(e);
    }
  }

  private static Version version(
      ModuleSource.Registry module, List<Version> available, VersionConstraints constraints) {
    return constraints
        .newest(available)
        .orElseThrow(
            () ->
                new InstallFault(
                    "No version fits",
                    "No version of %s meets %s; %s."
                        .formatted(
                            module.displayed(),
                            constraints.isEmpty()
                                ? "the rule that pre-releases have to be named"
                                : constraints,
                            available.stream()
                                .max(Version::compareTo)
                                .map(newest -> "the newest is " + newest)
                                .orElse("there is none at all")),
                    "Change \"version\" in the module block."));
  }

  private String fetched(ModuleCall call, String key, ModuleSource.Remote source) {
    String directory = ".terraform/modules/" + key;
    try {
      String chosen = fetch.fetch(source.address(), root.resolve(directory));
      String below = ModuleSource.cleaned(chosen + "/" + source.subdirectory());
      return below.equals(".") ? directory : directory + "/" + below(directory, below);
    } catch (IOException e) {
      throw new InstallFault(
              "Module can't be fetched",
              "Module \"%s\" from %s: %s."
                  .formatted(call.name(), displayed(source), withoutSecrets(e.getMessage())),
              "Check the source, the network, and what git is allowed to reach.")
          .because(e);
    }
  }

  /** A star stands for the one directory that an archive has at its top. */
  private String below(String directory, String pattern) throws IOException {
    Path base = root.resolve(directory);
    if (!pattern.contains("*")) {
      if (!Files.isDirectory(base.resolve(pattern))) {
        throw new IOException("there is no directory \"" + pattern + "\" in it");
      }
      return pattern;
    }
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    int depth = pattern.split("/").length;
    try (Stream<Path> paths = Files.walk(base, depth)) {
      List<Path> found =
          paths
              .filter(Files::isDirectory)
              .map(base::relativize)
              .filter(matcher::matches)
              .filter(path -> path.getNameCount() == depth && !path.toString().isEmpty())
              .toList();
      if (found.size() != 1) {
        throw new IOException("\"" + pattern + "\" fits " + found.size() + " directories in it");
      }
      return found.getFirst().toString().replace('\\', '/');
    }
  }

  private static String displayed(ModuleSource source) {
    return source instanceof ModuleSource.Registry module
        ? module.displayed()
        : withoutSecrets(source.toString());
  }

  /** Passwords in URLs, and keys. */
  private static String withoutSecrets(@org.jspecify.annotations.Nullable String text) {
    return String.valueOf(text)
        .replaceAll("://([^/@\\s:]*):[^/@\\s]*@", "://$1:***@")
        .replaceAll("sshkey=[^&\\s\"]*", "sshkey=***");
  }

  private void fault(ModuleCall call, String summary, String detail, String hint) {
    diagnostics.add(Diagnostic.error(summary, detail, call.sourceRange()).withHint(hint));
  }

  private static String sentence(String reason) {
    return Character.toUpperCase(reason.charAt(0)) + reason.substring(1) + ".";
  }
}
