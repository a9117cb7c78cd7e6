package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Timeouts;
import io.sluice.model.record.RecordStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A ready node on its way to a worker: everything that it needs, and nothing to look up.
 *
 * @param values what each {@code ${MODULE.field}} of the config refers to, by its text; sealed ones
 *     stay sealed
 * @param replacedIds module name to id, for what was replaced in this run
 * @param providerBlock the provider's configuration; its references are among {@code values}
 * @param recovering an earlier attempt of the same token may have happened: look before calling
 * @param recoverIn from when on "not found" proves something, counted from the receipt of the task;
 *     it takes precedence over {@code recoverAfter}, which depends on two clocks
 * @param limit what the machine counts with: no call of this attempt lasts longer
 * @param absent an earlier attempt of this token found nothing of that name before it called
 * @param callers claims of earlier attempts of this token whose calls may go on
 * @param plugin the real provider that carries it out; null for a provider that is part of a worker
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Task(
    String workspace,
    String run,
    String node,
    Address address,
    int attempt,
    String token,
    Action action,
    String type,
    @Nullable String provider,
    @JsonInclude(JsonInclude.Include.ALWAYS) JsonNode config,
    Map<String, JsonNode> values,
    Map<String, String> replacedIds,
    @Nullable Prior prior,
    RepeatClass repeat,
    Budget budget,
    Timeouts timeouts,
    boolean recovering,
    @Nullable Instant recoverAfter,
    List<String> sensitivePaths,
    @Nullable ProviderBlock providerBlock,
    @Nullable Duration recoverIn,
    @Nullable CallLimit limit,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean absent,
    @Nullable PluginWork plugin,
    List<String> callers) {
  /** Stands for a claim of which nothing is known, perhaps one of an earlier plan. */
  public static final String UNKNOWN_CALLER = "?";

  public Task {
    callers = callers == null ? List.of() : List.copyOf(callers);
    values = values == null ? Map.of() : values;
    replacedIds = replacedIds == null ? Map.of() : replacedIds;
    timeouts = timeouts == null ? Timeouts.NONE : timeouts;
    sensitivePaths = sensitivePaths == null ? List.of() : List.copyOf(sensitivePaths);
  }

  /** What state held when the task was made. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Prior(
      @Nullable String id,
      @JsonInclude(JsonInclude.Include.ALWAYS) JsonNode attributes,
      @JsonInclude(JsonInclude.Include.ALWAYS) JsonNode desired,
      @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("private")
          @Nullable JsonNode privateData,
      int schemaVersion,
      RecordStatus status,
      @Nullable String root,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean existed) {
    public Prior(
        @Nullable String id,
        JsonNode attributes,
        JsonNode desired,
        @Nullable JsonNode privateData,
        int schemaVersion,
        RecordStatus status,
        @Nullable String root) {
      this(id, attributes, desired, privateData, schemaVersion, status, root, false);
    }

    public Prior withoutDesired() {
      return new Prior(
          id, attributes, Json.object(), privateData, schemaVersion, status, root, existed);
    }
  }

  /**
   * Provider calls allowed inside this attempt, and for how long.
   *
   * @param deadline by the clock of the state service
   * @param lasting counted from the receipt of the task; it takes precedence over {@code deadline}
   */
  public record Budget(
      int calls,
      @Nullable Instant deadline,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Duration lasting) {
    public Budget(int calls, @Nullable Instant deadline) {
      this(calls, deadline, null);
    }
  }

  /**
   * @param call the longest that one call of this attempt may last
   * @param visibility how long after a call its effect may still be unseen
   */
  public record CallLimit(Duration call, Duration visibility) {}

  /** Each value by its name. */
  public static Task of(Consumer<Draft> values) {
    Draft draft = new Draft();
    values.accept(draft);
    return draft.built();
  }

  /** The values of a {@link Task} by name; {@code of} refuses what is missing. */
  @SuppressWarnings("NullAway.Init") // built() refuses what is missing
  public static final class Draft {
    public String workspace;
    public String run;
    public String node;
    public Address address;
    public int attempt;
    public String token;
    public Action action;
    public String type;
    public @Nullable String provider;
    public JsonNode config;
    public Map<String, JsonNode> values = Map.of();
    public Map<String, String> replacedIds = Map.of();
    public @Nullable Prior prior;
    public RepeatClass repeat;
    public Budget budget;
    public Timeouts timeouts = Timeouts.NONE;
    public boolean recovering;
    public @Nullable Instant recoverAfter;
    public List<String> sensitivePaths = List.of();
    public @Nullable ProviderBlock providerBlock;
    public @Nullable Duration recoverIn;
    public @Nullable CallLimit limit;
    public boolean absent;
    public @Nullable PluginWork plugin;
    public List<String> callers = List.of();

    private Draft() {}

    private Task built() {
      return new Task(
          Objects.requireNonNull(workspace, "workspace"),
          Objects.requireNonNull(run, "run"),
          Objects.requireNonNull(node, "node"),
          Objects.requireNonNull(address, "address"),
          attempt,
          Objects.requireNonNull(token, "token"),
          Objects.requireNonNull(action, "action"),
          Objects.requireNonNull(type, "type"),
          provider,
          Objects.requireNonNull(config, "config"),
          values,
          replacedIds,
          prior,
          Objects.requireNonNull(repeat, "repeat"),
          Objects.requireNonNull(budget, "budget"),
          timeouts,
          recovering,
          recoverAfter,
          sensitivePaths,
          providerBlock,
          recoverIn,
          limit,
          absent,
          plugin,
          callers);
    }
  }
}
