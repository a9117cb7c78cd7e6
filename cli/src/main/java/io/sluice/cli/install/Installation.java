package io.sluice.cli.install;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.install.address.Platform;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.http.HttpFetch;
import io.sluice.install.http.HttpSettings;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.lock.LockFile;
import io.sluice.install.mirror.SourceChain;
import io.sluice.install.module.ModuleInstaller;
import io.sluice.install.module.ModuleProgress;
import io.sluice.install.provider.InstallProgress;
import io.sluice.install.provider.InstalledPackages;
import io.sluice.install.provider.PackageInstall;
import io.sluice.install.provider.ProviderChoice;
import io.sluice.install.provider.ProviderInstaller;
import io.sluice.install.provider.ProviderRequirement;
import io.sluice.install.provider.ProviderRequirements;
import io.sluice.install.provider.ProviderStore;
import io.sluice.install.registry.Discovery;
import io.sluice.install.registry.ModuleRegistry;
import io.sluice.install.settings.InstallMethod;
import io.sluice.install.settings.InstallSettings;
import io.sluice.install.settings.SettingsFiles;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Module;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.provider.ProviderRegistry;
import io.sluice.stacks.load.StackLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * What it takes to install the providers and modules of one directory, with the user's settings.
 */
public final class Installation {
  private final Invocation invocation;
  private final Path root;
  private final InstallSettings settings;
  private final HttpFetch http;
  private final Supplier<ProviderRegistry> builtIns;

  private Installation(Invocation invocation, InstallSettings settings) {
    this.invocation = invocation;
    this.root = invocation.directory();
    this.settings = settings;
    this.http = new HttpFetch(HttpSettings.of(invocation.environment()));
    this.builtIns = new Once(invocation);
  }

  /** Looks for the built-ins when somebody asks, and once. */
  private static final class Once implements Supplier<ProviderRegistry> {
    private final Invocation invocation;
    private @org.jspecify.annotations.Nullable ProviderRegistry found;

    Once(Invocation invocation) {
      this.invocation = invocation;
    }

    @Override
    public ProviderRegistry get() {
      ProviderRegistry known = found;
      if (known == null) {
        known = KnownProviders.of(invocation);
        found = known;
      }
      return known;
    }
  }

  public static Installation of(Invocation invocation) {
    return new Installation(
        invocation, faultless(() -> SettingsFiles.read(invocation.environment())));
  }

  /** The same, where packages may come from this place alone. */
  public Installation only(InstallMethod.Place place) {
    return new Installation(invocation, settings.only(place));
  }

  public InstallSettings settings() {
    return settings;
  }

  /** Fetches what calls name; faults of the root's own text come first, and stop it. */
  public void installModules(boolean upgrade, ModuleProgress progress) {
    Diagnostics found = new Diagnostics();
    StackLoader.alone(new DirectoryFiles(root), List.of(), ".", found);
    failIfFaulty(found);
    Diagnostics faults = new Diagnostics();
    ModuleRegistry registry = new ModuleRegistry(http, new Discovery(http, settings));
    ModuleInstaller.Access access =
        new ModuleInstaller.Access(registry, http, invocation.environment());
    faultless(
        () -> {
          ModuleInstaller.install(root, upgrade, access, progress, faults);
          return faults;
        });
    failIfFaulty(faults);
  }

  /** The configuration with all of its modules; warnings are told, faults end the command. */
  public Module configuration() {
    Diagnostics found = new Diagnostics();
    Module module =
        StackLoader.root(new DirectoryFiles(root), found)
            .orElseThrow(() -> new Fault(found.list()));
    failIfFaulty(found);
    found.list().forEach(invocation::tell);
    return module;
  }

  public SortedMap<ProviderSource, ProviderRequirement> requirements(Module module) {
    Diagnostics found = new Diagnostics();
    SortedMap<ProviderSource, ProviderRequirement> requirements =
        ProviderRequirements.of(module, found);
    failIfFaulty(found);
    return requirements;
  }

  public DependencyLocks locks() {
    return locks(root);
  }

  /** What is locked in a directory, for which no setting of the user's matters. */
  static DependencyLocks locks(Path root) {
    Diagnostics found = new Diagnostics();
    DependencyLocks locks = faultless(() -> LockFile.read(root, found));
    failIfFaulty(found);
    return locks;
  }

  public void write(DependencyLocks locks) {
    faultless(
        () -> {
          LockFile.write(root, locks);
          return locks;
        });
  }

  public ProviderChoice choice() {
    ProviderRegistry registry = builtIns.get();
    return new ProviderChoice(
        name -> registry.provider(name).isPresent(), !registry.broken().isEmpty());
  }

  public SourceChain sources() {
    return faultless(() -> SourceChain.of(settings, root, invocation.environment(), http));
  }

  /** What is installed here for this machine. */
  public InstalledPackages installed() {
    return new InstalledPackages(ProviderStore.of(root, Platform.current()));
  }

  public PackageInstall packages() {
    return new PackageInstall(http);
  }

  public ProviderInstaller installer(boolean upgrade, InstallProgress progress) {
    Platform platform = Platform.current();
    Path cache = settings.cache();
    return new ProviderInstaller(
        sources(),
        packages(),
        ProviderStore.of(root, platform),
        cache == null ? null : new ProviderStore(root.resolve(cache), platform),
        new ProviderInstaller.Options(upgrade, false, settings.cacheMayBreakLocks()),
        progress);
  }

  /** All of them at once, each where the configuration asks for the provider. */
  public Fault fault(Collection<ProviderInstaller.Failure> failures) {
    List<Diagnostic> diagnostics = new ArrayList<>();
    for (ProviderInstaller.Failure failure : failures) {
      ProviderRequirement requirement = failure.requirement();
      InstallFault fault = failure.fault();
      diagnostics.add(
          Diagnostic.error(
                  fault.summary(),
                  fault.detail(),
                  requirement.places().isEmpty() ? null : requirement.places().getFirst())
              .withHint(hint(requirement.source(), fault)));
    }
    return new Fault(diagnostics);
  }

  private String hint(ProviderSource source, InstallFault fault) {
    return fault.hint() + builtIns.get().ownInstead(source.type());
  }

  /** Faults of installing as those of commands. */
  public static <T> T faultless(Supplier<T> work) {
    try {
      return work.get();
    } catch (InstallFault e) {
      throw Fault.of(e.summary(), e.detail(), e.hint()).because(e);
    }
  }

  private static void failIfFaulty(Diagnostics found) {
    if (found.hasErrors()) {
      throw new Fault(found.list());
    }
  }
}
