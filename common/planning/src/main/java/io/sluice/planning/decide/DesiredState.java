package io.sluice.planning.decide;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.provider.ProviderRegistry.Found;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The resources that should exist: those of a document, or of a configuration. */
public interface DesiredState {
  /** Asks for a decision about every resource, dependencies first. */
  void decide(DecisionMaker maker);

  /** Whether {@code prevent_destroy} is set for what is at a live address. */
  boolean protects(Address address);

  /** New addresses of records, by their present ones. */
  default Map<Address, Address> moved(List<StateRecord> records) {
    return Map.of();
  }

  /**
   * Nodes beside those of the resources, with the ids that they wait for; asked for after the
   * decisions. What depends on a resource waits for its postcondition and its last provisioner,
   * too.
   */
  default List<Node> auxiliary() {
    return List.of();
  }

  /** Steps that the deletion of an object waits for, one after the other. */
  default List<Node> beforeDeletion(StateRecord record) {
    return List.of();
  }

  /** Configurations of providers by their names, for what is not wanted any more. */
  SortedMap<String, ProviderBlock> providers();

  /** Whether everything that is wanted has been asked for; not where a fault was found. */
  default boolean isComplete() {
    return true;
  }

  /**
   * How to ask the provider of an object that nothing wants any more, if it plans by itself; empty
   * if its configuration is gone, too.
   */
  default Optional<ProviderUse> use(StateRecord record, Found type) {
    return Optional.empty();
  }

  /**
   * The type of the resource that an address belongs to, whether or not this instance is wanted;
   * empty if nothing is written of it.
   */
  default Optional<Served> served(Address address) {
    return Optional.empty();
  }

  /**
   * @param provider the name of the configuration that its provider has; null if it has none
   */
  record Served(Found type, @Nullable String provider) {}

  /** What the configuration of a provider refers to. */
  default List<Reference> references(@Nullable String provider) {
    return List.of();
  }

  /** Where relative paths begin for providers that are programs; null for nowhere. */
  default @Nullable WorkingDirectory directory() {
    return null;
  }

  /** What providers plan, by the ids of nodes, without what is secret. */
  default Map<String, JsonNode> shown() {
    return Map.of();
  }

  /** Records that decisions rest on, besides those of the resources themselves. */
  default Set<Address> read() {
    return Set.of();
  }

  /**
   * JSON pointers of what is secret in a resource's configuration, besides what its schema says.
   */
  default List<String> secrets(Address address) {
    return List.of();
  }

  /** What becomes of a record that nothing wants. */
  default Fate fate(StateRecord record) {
    return isObject(record.address()) ? Fate.DELETE : Fate.FORGET;
  }

  /** What can become of a record that nothing wants. */
  enum Fate {
    DELETE,
    FORGET,
    KEEP
  }

  /** Whether the address is that of a managed resource: not of data or of the outputs. */
  static boolean isObject(Address address) {
    return !RecordKeys.isReserved(address.text()) && !address.isData();
  }
}
