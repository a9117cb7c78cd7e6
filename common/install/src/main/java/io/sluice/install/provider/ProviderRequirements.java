package io.sluice.install.provider;

import io.sluice.install.address.VersionConstraints;
import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Declarations.Import;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Declarations.RequiredProvider;
import io.sluice.language.config.Module;
import io.sluice.language.config.Resource;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Traversal;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration requires of providers: the entries of {@code required_providers} in all
 * modules, and what resources, {@code provider} blocks and imports imply where there is no entry.
 */
public final class ProviderRequirements {
  private final Diagnostics diagnostics;
  private final SortedMap<ProviderSource, ProviderRequirement> found = new TreeMap<>();

  private ProviderRequirements(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** With all modules below the root; entries that can't be read are diagnostics. */
  public static SortedMap<ProviderSource, ProviderRequirement> of(
      Module root, Diagnostics diagnostics) {
    ProviderRequirements requirements = new ProviderRequirements(diagnostics);
    requirements.addAll(root);
    return requirements.found;
  }

  /** Of one module, without those that it calls. */
  public static SortedMap<ProviderSource, ProviderRequirement> ofModule(
      Module module, Diagnostics diagnostics) {
    ProviderRequirements requirements = new ProviderRequirements(diagnostics);
    requirements.addOwn(module);
    return requirements.found;
  }

  private void addAll(Module module) {
    addOwn(module);
    module.children().values().forEach(this::addAll);
  }

  private void addOwn(Module module) {
    for (RequiredProvider required : new TreeMap<>(module.requiredProviders()).values()) {
      ProviderSource source = source(required);
      if (source != null) {
        add(
            source,
            constraints(required.version(), required.range()),
            true,
            module,
            required.range());
      }
    }
    for (ProviderConfiguration block : module.providers()) {
      implied(module, block.name(), constraints(block.version(), block.range()), block.range());
    }
    for (Resource resource : module.resources().values()) {
      implied(module, resource.localProvider(), VersionConstraints.NONE, resource.range());
    }
    for (Import imported : module.imports()) {
      Traversal named = imported.provider();
      if (named != null) {
        implied(module, named.root(), VersionConstraints.NONE, imported.range());
      }
    }
  }

  private void implied(
      Module module, String name, VersionConstraints constraints, SourceRange range) {
    RequiredProvider required = module.requiredProviders().get(name);
    try {
      ProviderSource source =
          required == null ? ProviderSource.implied(name) : ProviderSource.parse(required.source());
      add(source, constraints, required != null, module, range);
    } catch (BadText e) {
      if (required == null) {
        invalid("Invalid provider name", e, range);
      }
    }
  }

  private void add(
      ProviderSource source,
      VersionConstraints constraints,
      boolean named,
      Module module,
      SourceRange range) {
    ProviderRequirement before =
        found.getOrDefault(
            source,
            new ProviderRequirement(
                source, VersionConstraints.NONE, false, new TreeSet<>(), List.of()));
    TreeSet<String> modules = new TreeSet<>(before.modules());
    modules.add(module.describe());
    List<SourceRange> places = new ArrayList<>(before.places());
    places.add(constraints.isEmpty() ? places.size() : 0, range);
    found.put(
        source,
        new ProviderRequirement(
            source,
            before.constraints().and(constraints),
            before.named() || named,
            modules,
            places));
  }

  private @Nullable ProviderSource source(RequiredProvider required) {
    try {
      return ProviderSource.parse(required.source());
    } catch (BadText e) {
      invalid("Invalid provider source", e, required.range());
      return null;
    }
  }

  private VersionConstraints constraints(String text, SourceRange range) {
    try {
      return VersionConstraints.parse(text);
    } catch (BadText e) {
      invalid("Invalid version constraint", e, range);
      return VersionConstraints.NONE;
    }
  }

  private void invalid(String summary, BadText text, SourceRange range) {
    String reason = text.reason();
    diagnostics.error(
        summary, Character.toUpperCase(reason.charAt(0)) + reason.substring(1) + ".", range);
  }
}
