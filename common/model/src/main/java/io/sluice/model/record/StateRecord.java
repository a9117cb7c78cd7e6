package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One resource as Sluice knows it. {@code desired} is the configuration before substitution, which is
 * what the next plan compares with; {@code version} is the inbox offset of the input that wrote it.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record StateRecord(
    String workspace,
    Address address,
    String type,
    @Nullable String providerConfig,
    int schemaVersion,
    @Nullable String id,
    JsonNode attributes,
    JsonNode desired,
    List<String> sensitivePaths,
    List<Address> dependencies,
    boolean createBeforeDestroy,
    RecordStatus status,
    @JsonProperty("private") @Nullable JsonNode privateData,
    @Nullable String token,
    @Nullable String root,
    @JsonInclude(JsonInclude.Include.ALWAYS) long version,
    @JsonInclude(JsonInclude.Include.ALWAYS) long epoch,
    @Nullable String runId,
    Instant updatedAt) {
  public StateRecord {
    sensitivePaths = sensitivePaths == null ? List.of() : List.copyOf(sensitivePaths);
    dependencies = dependencies == null ? List.of() : List.copyOf(dependencies);
  }
}
