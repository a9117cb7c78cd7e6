package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.record.RecordStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A ready node on its way to a worker: everything that it needs, and nothing to look up but values
 * too large to travel ({@code {"$ref": {...}}}).
 *
 * @param values what each {@code ${MODULE.field}} of the config refers to, by its text; sealed ones
 *     stay sealed
 * @param replacedIds module name to id, for what was replaced in this run
 * @param providerBlock the provider's configuration; its references are among {@code values}
 * @param recovering an earlier attempt of the same token may have happened: look before calling
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
    @Nullable Map<String, String> timeouts,
    boolean recovering,
    @Nullable Instant recoverAfter,
    List<String> sensitivePaths,
    @Nullable ProviderBlock providerBlock) {
  public Task {
    values = values == null ? Map.of() : values;
    replacedIds = replacedIds == null ? Map.of() : replacedIds;
    sensitivePaths = sensitivePaths == null ? List.of() : List.copyOf(sensitivePaths);
  }

  public Task(
      String workspace,
      String run,
      String node,
      Address address,
      int attempt,
      String token,
      Action action,
      String type,
      @Nullable String provider,
      JsonNode config,
      Map<String, JsonNode> values,
      Map<String, String> replacedIds,
      @Nullable Prior prior,
      RepeatClass repeat,
      Budget budget,
      @Nullable Map<String, String> timeouts,
      boolean recovering,
      @Nullable Instant recoverAfter,
      List<String> sensitivePaths) {
    this(
        workspace,
        run,
        node,
        address,
        attempt,
        token,
        action,
        type,
        provider,
        config,
        values,
        replacedIds,
        prior,
        repeat,
        budget,
        timeouts,
        recovering,
        recoverAfter,
        sensitivePaths,
        null);
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
      @Nullable String root) {}

  /** Provider calls allowed inside this attempt, and until when. */
  public record Budget(int calls, @Nullable Instant deadline) {}
}
