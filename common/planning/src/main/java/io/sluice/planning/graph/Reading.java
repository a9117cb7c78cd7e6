package io.sluice.planning.graph;

import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.Timeouts;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.decide.StateIndex;
import io.sluice.planning.document.Resource;
import io.sluice.planning.document.Settings;
import io.sluice.provider.ProviderRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The reads that come before a plan: each a task like any other, none waiting for another. */
public final class Reading {
  private final Situation situation;
  private final StateIndex state;
  private final Map<Address, Resource> wanted = new HashMap<>();

  private final @Nullable EveryProvider every;

  /**
   * What it takes to read objects whose providers plan by themselves.
   *
   * @param directory where relative paths begin for providers that are programs
   * @param references what the configuration of a provider refers to, by its name
   */
  public record EveryProvider(
      @Nullable WorkingDirectory directory,
      Function<@Nullable String, List<Reference>> references) {}

  private Reading(Situation situation, @Nullable EveryProvider every) {
    this.situation = situation;
    this.every = every;
    this.state = new StateIndex(situation.snapshot());
    situation.document().resources().forEach(resource -> wanted.put(resource.address(), resource));
  }

  /**
   * What has to be read first; empty when there is nothing and the plan itself may be drawn. Even a
   * run that reads nothing else reads what is known to have been touched from outside.
   */
  public static Optional<Plan> draw(Situation situation) {
    return draw(
        situation, isAll(situation.kind()) || situation.options().refresh(), List.of(), null);
  }

  private static boolean isAll(RunKind kind) {
    return kind == RunKind.REFRESH || kind == RunKind.DRIFT;
  }

  /**
   * @param all whether every object is read, or only those known to have changed outside
   * @param data reads of data sources, as nodes of their own
   * @param every null where objects are left out whose providers plan by themselves
   */
  public static Optional<Plan> draw(
      Situation situation, boolean all, List<Node> data, @Nullable EveryProvider every) {
    boolean only = isAll(situation.kind());
    Reading reading = new Reading(situation, every);
    List<Node> nodes = new ArrayList<>(data);
    SortedMap<Address, Long> basis = new TreeMap<>();
    for (StateRecord record : reading.state.live()) {
      if ((all || record.refreshDue())
          && reading.readable(record)
          && (only || reading.reachable(record))) {
        nodes.add(reading.node(record));
        basis.put(record.address(), record.version());
      }
    }
    return nodes.isEmpty() && !only
        ? Optional.empty()
        : Optional.of(new Plan(nodes, basis, List.of(), 0, Fingerprint.of(nodes)));
  }

  /** What is in doubt is left to its recovery, or to a person. */
  private boolean readable(StateRecord record) {
    List<String> targets = situation.options().targets();
    Resource resource = wanted.get(record.address());
    boolean named =
        targets.isEmpty()
            || targets.stream()
                .anyMatch(
                    target ->
                        Targets.around(target, record.address().text())
                            || (resource != null && Targets.around(target, resource.name())));
    return named
        && DesiredState.isObject(record.address())
        && record.id() != null
        && record.status() != RecordStatus.IN_DOUBT
        && !state.isClosed(record.address())
        && situation
            .registry()
            .resource(record)
            .filter(type -> every != null || !type.provider().plansItself())
            .isPresent();
  }

  /** A provider that is configured elsewhere can't be asked; the plan does without its news. */
  private boolean reachable(StateRecord record) {
    String configured = record.providerConfig();
    return configured == null
        || wanted.containsKey(record.address())
        || situation.document().providers().containsKey(configured);
  }

  private Node node(StateRecord record) {
    ProviderRegistry.Found type = situation.registry().resource(record).orElseThrow();
    Resource resource = wanted.get(record.address());
    @Nullable Settings settings = resource == null ? null : resource.settings();
    ProviderBlock block =
        settings == null ? situation.block(record.providerConfig(), type) : settings.block();
    EveryProvider program = type.provider().plansItself() ? every : null;
    return Node.of(
        draft -> {
          draft.id = NodeId.text(record.address(), Role.READ);
          draft.address = record.address();
          draft.action = Action.READ;
          draft.type = record.type();
          draft.provider = settings == null ? record.providerConfig() : settings.provider();
          draft.pool = settings == null ? null : settings.pool();
          draft.config = Json.object();
          draft.values = references(record, program, block, resource);
          draft.prior = new Node.Prior(record.address(), record.id(), record.version());
          draft.repeat = RepeatClass.PURE;
          draft.timeouts = settings == null ? Timeouts.NONE : settings.timeouts();
          draft.retry = settings == null ? null : settings.retry();
          draft.weight = 1;
          draft.schemaVersion = type.schema().version();
          draft.sensitivePaths = record.sensitivePaths();
          draft.providerBlock = block;
          draft.plugin =
              program == null
                  ? null
                  : type.provider().plugin().map(work -> work.in(program.directory())).orElse(null);
        });
  }

  private static List<Reference> references(
      StateRecord record,
      @Nullable EveryProvider program,
      @Nullable ProviderBlock block,
      @Nullable Resource resource) {
    if (program != null) {
      return program.references().apply(record.providerConfig());
    }
    return block == null || resource == null ? List.of() : resource.references();
  }
}
