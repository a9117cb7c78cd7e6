package io.sluice.planning.configuration;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.instancing.StepAddress;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.planning.configuration.desired.Outputs;
import io.sluice.planning.graph.Plan;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a configuration, for the run and for people.
 *
 * @param plan the nodes of the run
 * @param changes of resources, sorted by address; those that need none as well
 * @param outputs that change
 * @param outside objects that were found to differ from state
 */
public record ConfigurationPlan(
    Plan plan,
    List<ResourceChange> changes,
    SortedMap<String, OutputChange> outputs,
    SortedMap<Address, Outside> outside,
    List<Diagnostic> warnings) {
  public ConfigurationPlan(
      Plan plan,
      List<ResourceChange> changes,
      SortedMap<String, OutputChange> outputs,
      List<Diagnostic> warnings) {
    this(plan, changes, outputs, new TreeMap<>(), warnings);
  }

  public ConfigurationPlan {
    changes = List.copyOf(changes);
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    outside = Collections.unmodifiableSortedMap(new TreeMap<>(outside));
    warnings = List.copyOf(warnings);
  }

  /** A plan that shows nothing but its nodes. */
  public static ConfigurationPlan untold(Plan plan) {
    return new ConfigurationPlan(plan, List.of(), new TreeMap<>(), List.of());
  }

  /**
   * @param previous where it was before it was moved
   * @param reason {@code tainted}, {@code requested}, {@code replace_triggered_by}, or empty
   * @param after with {@code {"$unknown": true}} for what is known after the apply
   * @param replacePaths JSON pointers of what forces the replacement
   * @param existed the object was there before Sluice: where it would go it is left in place
   * @param importing what names the object that is taken over, or null
   * @param sets JSON pointers of what is a set, in either
   */
  public record ResourceChange(
      Address address,
      @Nullable Address previous,
      Action action,
      boolean createBeforeDestroy,
      String type,
      String reason,
      @Nullable JsonNode before,
      @Nullable JsonNode after,
      List<String> beforeSensitive,
      List<String> afterSensitive,
      List<String> replacePaths,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean existed,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String importing,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> sets) {
    public ResourceChange {
      sets = sets == null ? List.of() : List.copyOf(sets);
      beforeSensitive = List.copyOf(beforeSensitive);
      afterSensitive = List.copyOf(afterSensitive);
      replacePaths = List.copyOf(replacePaths);
    }

    /** Each value by its name. */
    public static ResourceChange of(Consumer<Draft> values) {
      Draft draft = new Draft();
      values.accept(draft);
      return draft.built();
    }

    /** The values of a {@link ResourceChange} by name; {@code of} refuses what is missing. */
    @SuppressWarnings("NullAway.Init") // built() refuses what is missing
    public static final class Draft {
      public Address address;
      public @Nullable Address previous;
      public Action action;
      public boolean createBeforeDestroy;
      public String type;
      public String reason;
      public @Nullable JsonNode before;
      public @Nullable JsonNode after;
      public List<String> beforeSensitive = List.of();
      public List<String> afterSensitive = List.of();
      public List<String> replacePaths = List.of();
      public boolean existed;
      public @Nullable String importing;
      public List<String> sets = List.of();

      private Draft() {}

      private ResourceChange built() {
        return new ResourceChange(
            Objects.requireNonNull(address, "address"),
            previous,
            Objects.requireNonNull(action, "action"),
            createBeforeDestroy,
            Objects.requireNonNull(type, "type"),
            Objects.requireNonNull(reason, "reason"),
            before,
            after,
            beforeSensitive,
            afterSensitive,
            replacePaths,
            existed,
            importing,
            sets);
      }
    }
  }

  /** What becomes of an output of the root module. */
  public record OutputChange(
      String name,
      Action action,
      @Nullable JsonNode before,
      @Nullable JsonNode after,
      boolean sensitive) {}

  /** Whether applying it would do anything to a resource or an output. */
  public boolean changesSomething() {
    return !outputs.isEmpty()
        || changes.stream()
            .anyMatch(
                change ->
                    change.previous() != null
                        || (change.action().isChange() && !StepAddress.is(change.address())));
  }

  /**
   * Whether a run has anything to do or to record, though nothing that is shown may change: state
   * lets go of what is gone, or keeps what is taken of other workspaces.
   */
  public boolean isWork() {
    return changesSomething()
        || plan.nodes().stream()
            .anyMatch(
                node ->
                    node.action() == Action.STEP
                        || node.forgetsWhatIsGone()
                        || node.address().equals(Outputs.ADDRESS));
  }
}
