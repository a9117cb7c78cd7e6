package io.sluice.planning.configuration.address;

import io.sluice.language.config.Module;
import io.sluice.language.config.Resource;
import io.sluice.model.Address;
import io.sluice.model.Lineage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The blocks that addresses belong to, whatever the keys of their instances. */
public final class StaticResources {
  private final Map<String, Declared> byName = new HashMap<>();

  /** A block and the module that it is in. */
  public record Declared(Module module, Resource block) {}

  public StaticResources(Module root) {
    collect(root);
  }

  private void collect(Module module) {
    module
        .resources()
        .forEach((name, block) -> byName.put(module.prefix() + name, new Declared(module, block)));
    module.children().values().forEach(this::collect);
  }

  public Optional<Resource> find(Address address) {
    return declared(address).map(Declared::block);
  }

  public Optional<Declared> declared(Address address) {
    String text = address.live().text();
    return Optional.ofNullable(byName.get(text.indexOf('[') < 0 ? text : withoutKeys(text)));
  }

  public static String withoutKeys(String address) {
    return Lineage.read(address.replace("[*]", "")) instanceof Lineage.Read(Lineage path)
        ? String.join(".", path.names())
        : address;
  }
}
