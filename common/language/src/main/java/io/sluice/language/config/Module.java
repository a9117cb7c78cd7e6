package io.sluice.language.config;

import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Declarations.Check;
import io.sluice.language.config.Declarations.Import;
import io.sluice.language.config.Declarations.Local;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Moved;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Declarations.Removed;
import io.sluice.language.config.Declarations.RequiredProvider;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.model.CallKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One module of the tree, with its children by the names of their calls.
 *
 * @param kind whether it is a stack, which has components and no resources
 * @param path the calls from the root ({@code module.a}), empty for the root itself
 * @param directory relative to the root's, {@code "."} for the root
 * @param requiredProviders what {@code required_providers} names, by local names
 * @param membership what it says of its workspace, which counts in the root alone
 * @param defersUnknownProviders a provider is not asked while parts of its configuration are
 *     unknown; counts in the root module
 */
public record Module(
    Kind kind,
    List<String> path,
    String directory,
    SortedMap<String, Variable> variables,
    SortedMap<String, Local> locals,
    SortedMap<String, Output> outputs,
    SortedMap<ResourceName, Resource> resources,
    SortedMap<String, ModuleCall> calls,
    SortedMap<String, Step> steps,
    List<ProviderConfiguration> providers,
    Map<String, RequiredProvider> requiredProviders,
    List<Moved> moved,
    List<Removed> removed,
    List<Import> imports,
    List<Check> checks,
    Membership membership,
    boolean defersUnknownProviders,
    SortedMap<String, Module> children) {

  /** What a directory is read as. */
  public enum Kind {
    MODULE,
    STACK
  }

  /** The same with other configurations of providers. */
  public Module with(List<ProviderConfiguration> others) {
    return new Module(
        kind,
        path,
        directory,
        variables,
        locals,
        outputs,
        resources,
        calls,
        steps,
        others,
        requiredProviders,
        moved,
        removed,
        imports,
        checks,
        membership,
        defersUnknownProviders,
        children);
  }

  /** The same with other children. */
  public Module with(SortedMap<String, Module> others) {
    return new Module(
        kind,
        path,
        directory,
        variables,
        locals,
        outputs,
        resources,
        calls,
        steps,
        providers,
        requiredProviders,
        moved,
        removed,
        imports,
        checks,
        membership,
        defersUnknownProviders,
        others);
  }

  /** A module that takes what this one takes, gives other values out, and has nothing in it. */
  public Module emptied(SortedMap<String, Output> others) {
    return new Module(
        kind,
        path,
        directory,
        variables,
        new TreeMap<>(),
        others,
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        List.of(),
        requiredProviders,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        membership,
        defersUnknownProviders,
        new TreeMap<>());
  }

  /** {@code module.a.module.b.}, or nothing for the root: what addresses in it begin with. */
  public String prefix() {
    return path.isEmpty() ? "" : String.join(".", path) + ".";
  }

  /** What the manifest of installed modules knows it by: {@code a.b}, {@code component/a.b}. */
  public static String key(List<String> path) {
    String module = CallKind.MODULE.reference("");
    return path.stream()
        .map(
            call ->
                call.startsWith(module) ? call.substring(module.length()) : call.replace('.', '/'))
        .collect(Collectors.joining("."));
  }

  /**
   * The provider that a local name means here: what {@code required_providers} says, else one of
   * {@code hashicorp/}. Empty for what can't be an address.
   */
  public Optional<ProviderSource> provider(String localName) {
    RequiredProvider required = requiredProviders.get(localName);
    try {
      return Optional.of(
          required == null
              ? ProviderSource.implied(localName)
              : ProviderSource.parse(required.source()));
    } catch (BadText e) {
      return Optional.empty();
    }
  }

  /**
   * Whether a local name means this provider here. One that is not required by name means Sluice's
   * own of that type as well, which stands in for {@code hashicorp/}.
   */
  public boolean means(String localName, ProviderSource source) {
    Optional<ProviderSource> here = provider(localName);
    boolean standsIn =
        source.isBuiltIn()
            && !requiredProviders.containsKey(localName)
            && source.type().equals(localName);
    return standsIn || here.filter(source::equals).isPresent();
  }

  /** As messages name it. */
  public String describe() {
    if (path.isEmpty() && kind == Kind.STACK) {
      return "this stack";
    }
    return path.isEmpty() ? "the root module" : prefix().substring(0, prefix().length() - 1);
  }
}
