package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One node of a planned run. Its id is unique in the run, the text of a {@link
 * io.sluice.model.NodeId}: mostly the address alone.
 *
 * @param config unsubstituted; what {@code ${…}} refers to is listed in {@code values}
 * @param after ids of nodes of this run that must be committed before this one is released
 * @param dependencies addresses recorded with the resource, for a delete in reverse order later
 * @param prior the record that this node rests on, if there is one
 * @param pairedWith for the two halves of a replace: the id of the other half
 * @param weight how much hangs on it: nodes with a longer path behind them leave first
 * @param providerBlock what the configuration named by {@code provider} says; null for none
 * @param plugin the real provider that carries it out; null for a provider that is part of a worker
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Node(
    String id,
    Address address,
    Action action,
    String type,
    @Nullable String provider,
    @Nullable String pool,
    @JsonInclude(JsonInclude.Include.ALWAYS) JsonNode config,
    List<Reference> values,
    List<String> after,
    List<Address> dependencies,
    @Nullable Prior prior,
    RepeatClass repeat,
    Timeouts timeouts,
    @Nullable RetryPolicy retry,
    int weight,
    boolean createBeforeDestroy,
    @Nullable String pairedWith,
    int schemaVersion,
    List<String> sensitivePaths,
    @Nullable ProviderBlock providerBlock,
    @Nullable PluginWork plugin) {
  public Node {
    values = values == null ? List.of() : List.copyOf(values);
    after = after == null ? List.of() : List.copyOf(after);
    dependencies = dependencies == null ? List.of() : List.copyOf(dependencies);
    timeouts = timeouts == null ? Timeouts.NONE : timeouts;
    sensitivePaths = sensitivePaths == null ? List.of() : List.copyOf(sensitivePaths);
  }

  public Node(
      String id,
      Address address,
      Action action,
      String type,
      @Nullable String provider,
      @Nullable String pool,
      JsonNode config,
      List<Reference> values,
      List<String> after,
      List<Address> dependencies,
      @Nullable Prior prior,
      RepeatClass repeat,
      Timeouts timeouts,
      @Nullable RetryPolicy retry,
      int weight,
      boolean createBeforeDestroy,
      @Nullable String pairedWith,
      int schemaVersion,
      List<String> sensitivePaths,
      @Nullable ProviderBlock providerBlock) {
    this(
        id,
        address,
        action,
        type,
        provider,
        pool,
        config,
        values,
        after,
        dependencies,
        prior,
        repeat,
        timeouts,
        retry,
        weight,
        createBeforeDestroy,
        pairedWith,
        schemaVersion,
        sensitivePaths,
        providerBlock,
        null);
  }

  public Node withId(String other) {
    return copy(other, config, after, weight, providerBlock);
  }

  public Node withConfig(JsonNode other) {
    return copy(id, other, after, weight, providerBlock);
  }

  /** The same node, waiting for these. */
  public Node waitingFor(List<String> others) {
    return copy(id, config, others, weight, providerBlock);
  }

  public Node weighing(int other) {
    return copy(id, config, after, other, providerBlock);
  }

  public Node with(@Nullable ProviderBlock block) {
    return copy(id, config, after, weight, block);
  }

  public Node by(@Nullable PluginWork other) {
    return copy(id, config, after, weight, providerBlock, sensitivePaths, other);
  }

  /** With these paths of its configuration secret, too. */
  public Node hiding(List<String> paths) {
    if (sensitivePaths.containsAll(paths)) {
      return this;
    }
    Set<String> all = new TreeSet<>(sensitivePaths);
    all.addAll(paths);
    return copy(id, config, after, weight, providerBlock, List.copyOf(all), plugin);
  }

  private Node copy(
      String id,
      JsonNode config,
      List<String> after,
      int weight,
      @Nullable ProviderBlock providerBlock) {
    return copy(id, config, after, weight, providerBlock, sensitivePaths, plugin);
  }

  private Node copy(
      String id,
      JsonNode config,
      List<String> after,
      int weight,
      @Nullable ProviderBlock providerBlock,
      List<String> sensitivePaths,
      @Nullable PluginWork plugin) {
    return new Node(
        id,
        address,
        action,
        type,
        provider,
        pool,
        config,
        values,
        after,
        dependencies,
        prior,
        repeat,
        timeouts,
        retry,
        weight,
        createBeforeDestroy,
        pairedWith,
        schemaVersion,
        sensitivePaths,
        providerBlock,
        plugin);
  }

  /**
   * The record before: its key's address (deposed ones have a mark), the object's id, and the
   * version that was planned on.
   */
  public record Prior(Address record, @Nullable String id, long version) {}
}
