package io.sluice.language.function.library;

import io.sluice.language.function.Function;
import io.sluice.language.function.ProviderFunctions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The functions that an expression may call, by name. */
public final class Functions {
  private static final String CORE = "core::";
  private static final Functions ALL = new Functions(Catalogue.all(), ProviderFunctions.NONE);

  private final Map<String, Function> byName;
  private final ProviderFunctions providers;

  private Functions(Map<String, Function> byName, ProviderFunctions providers) {
    this.byName = Map.copyOf(byName);
    this.providers = providers;
  }

  /** All functions of the language. */
  public static Functions all() {
    return ALL;
  }

  /** The same without some: {@code plantimestamp} has no meaning in a console. */
  public Functions without(String... names) {
    Map<String, Function> fewer = new TreeMap<>(byName);
    for (String name : names) {
      fewer.remove(name);
    }
    return new Functions(fewer, providers);
  }

  /** Some of them alone; with no names, none: where functions may not be called. */
  public Functions only(String... names) {
    Map<String, Function> few = new TreeMap<>(byName);
    few.keySet().retainAll(Set.of(names));
    return new Functions(few, providers);
  }

  /** The same, and those of providers. */
  public Functions with(ProviderFunctions more) {
    return new Functions(byName, more);
  }

  public ProviderFunctions ofProviders() {
    return providers;
  }

  /** Every function is in the namespace {@code core} too. */
  public Optional<Function> find(String name) {
    String local = name.startsWith(CORE) ? name.substring(CORE.length()) : name;
    return Optional.ofNullable(byName.get(local));
  }

  public Set<String> names() {
    return byName.keySet();
  }
}
