package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan document as people write it, in JSON or YAML. The field names are theirs (snake case). It
 * is read leniently here; the planner says what is wrong with it, with line and column.
 */
public record PlanDocument(
    @JsonProperty("schema_version") int schemaVersion,
    @JsonProperty("workspace") String workspace,
    @JsonProperty("name") @Nullable String name,
    @JsonProperty("submission_id") @Nullable String submissionId,
    @JsonProperty("resources") List<ResourceDeclaration> resources) {
  /** The newest document that this build understands. */
  public static final int NEWEST_VERSION = 2;

  public PlanDocument {
    resources = List.copyOf(resources);
  }

  /** One resource of a document; its address in state is {@code type.name}. */
  public record ResourceDeclaration(
      @JsonProperty("name") String name,
      @JsonProperty("type") String type,
      @JsonProperty("config") JsonNode config,
      @JsonProperty("depends_on") List<String> dependsOn,
      @JsonProperty("count") @Nullable JsonNode count,
      @JsonProperty("for_each") @Nullable JsonNode forEach,
      @JsonProperty("provider") @Nullable String provider,
      @JsonProperty("pool") @Nullable String pool,
      @JsonProperty("lifecycle") @Nullable JsonNode lifecycle,
      @JsonProperty("timeouts") @Nullable Map<String, String> timeouts,
      @JsonProperty("retry") @Nullable RetryPolicy retry) {
    public ResourceDeclaration {
      dependsOn = dependsOn == null ? List.of() : List.copyOf(dependsOn);
    }
  }
}
