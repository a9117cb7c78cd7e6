package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.RepeatClass;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
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
 * @param weight how much depends on it: nodes with a longer path behind them are dispatched first
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

  public Node withId(String other) {
    return changed(draft -> draft.id = other);
  }

  public Node withConfig(JsonNode other) {
    return changed(draft -> draft.config = other);
  }

  /** The same node, waiting for these. */
  public Node waitingFor(List<String> others) {
    return changed(draft -> draft.after = others);
  }

  public Node weighing(int other) {
    return changed(draft -> draft.weight = other);
  }

  public Node with(@Nullable ProviderBlock block) {
    return changed(draft -> draft.providerBlock = block);
  }

  public Node by(@Nullable PluginWork other) {
    return changed(draft -> draft.plugin = other);
  }

  /** The same node, of which these are recorded as what its object depends on. */
  public Node dependingOn(List<Address> others) {
    return others.equals(dependencies)
        ? this
        : new Node(
            id,
            address,
            action,
            type,
            provider,
            pool,
            config,
            values,
            after,
            others,
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

  /** With these paths of its configuration secret, too. */
  public Node hiding(List<String> paths) {
    if (sensitivePaths.containsAll(paths)) {
      return this;
    }
    Set<String> all = new TreeSet<>(sensitivePaths);
    all.addAll(paths);
    return changed(draft -> draft.sensitivePaths = List.copyOf(all));
  }

  /** Whether state only lets go of an object that was found to be gone. */
  public boolean forgetsWhatIsGone() {
    return action == Action.FORGET && NodeId.role(id) == NodeId.Role.DELETE;
  }

  /**
   * The record before: its key's address (deposed ones have a mark), the object's id, and the
   * version that was planned on.
   */
  public record Prior(Address record, @Nullable String id, long version) {}

  /** Each value by its name. */
  public static Node of(Consumer<Draft> values) {
    Draft draft = new Draft();
    values.accept(draft);
    return draft.built();
  }

  private Node changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.built();
  }

  /** The values of a {@link Node} by name; {@code of} refuses what is missing. */
  @SuppressWarnings("NullAway.Init") // built() refuses what is missing
  public static final class Draft {
    public String id;
    public Address address;
    public Action action;
    public String type;
    public @Nullable String provider;
    public @Nullable String pool;
    public JsonNode config;
    public List<Reference> values = List.of();
    public List<String> after = List.of();
    public List<Address> dependencies = List.of();
    public @Nullable Prior prior;
    public RepeatClass repeat;
    public Timeouts timeouts = Timeouts.NONE;
    public @Nullable RetryPolicy retry;
    public int weight;
    public boolean createBeforeDestroy;
    public @Nullable String pairedWith;
    public int schemaVersion;
    public List<String> sensitivePaths = List.of();
    public @Nullable ProviderBlock providerBlock;
    public @Nullable PluginWork plugin;

    private Draft() {}

    private Draft(Node from) {
      id = from.id;
      address = from.address;
      action = from.action;
      type = from.type;
      provider = from.provider;
      pool = from.pool;
      config = from.config;
      values = from.values;
      after = from.after;
      dependencies = from.dependencies;
      prior = from.prior;
      repeat = from.repeat;
      timeouts = from.timeouts;
      retry = from.retry;
      weight = from.weight;
      createBeforeDestroy = from.createBeforeDestroy;
      pairedWith = from.pairedWith;
      schemaVersion = from.schemaVersion;
      sensitivePaths = from.sensitivePaths;
      providerBlock = from.providerBlock;
      plugin = from.plugin;
    }

    private Node built() {
      return new Node(
          Objects.requireNonNull(id, "id"),
          Objects.requireNonNull(address, "address"),
          Objects.requireNonNull(action, "action"),
          Objects.requireNonNull(type, "type"),
          provider,
          pool,
          Objects.requireNonNull(config, "config"),
          values,
          after,
          dependencies,
          prior,
          Objects.requireNonNull(repeat, "repeat"),
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
  }
}
