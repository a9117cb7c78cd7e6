package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One resource as Sluice knows it. {@code desired} is the configuration before substitution, which
 * is what the next plan compares with, or JSON's null where nobody has said yet what is wanted: the
 * object came from elsewhere, and the plan compares its attributes. {@code version} is the inbox
 * offset of the input that wrote it.
 *
 * @param token of an operation that nobody knows the end of: a later plan begins with recovery by
 *     it
 * @param refreshDue something happened to the object that this record does not show: read it first
 * @param recoverAfter from when on "not found" proves that the operation of {@code token} did not
 *     happen
 * @param drifted attributes that were found changed since they were last applied
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record StateRecord(
    String workspace,
    Address address,
    String type,
    @Nullable String providerConfig,
    int schemaVersion,
    @Nullable String id,
    @JsonInclude(JsonInclude.Include.ALWAYS) JsonNode attributes,
    @JsonInclude(JsonInclude.Include.ALWAYS) JsonNode desired,
    List<String> sensitivePaths,
    List<Address> dependencies,
    boolean createBeforeDestroy,
    RecordStatus status,
    @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("private")
        @Nullable JsonNode privateData,
    @Nullable String token,
    @Nullable String root,
    @JsonInclude(JsonInclude.Include.ALWAYS) long version,
    @JsonInclude(JsonInclude.Include.ALWAYS) long epoch,
    @Nullable String runId,
    Instant updatedAt,
    boolean refreshDue,
    @Nullable Instant recoverAfter,
    List<String> drifted) {
  public StateRecord(
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
      @Nullable JsonNode privateData,
      @Nullable String token,
      @Nullable String root,
      long version,
      long epoch,
      @Nullable String runId,
      Instant updatedAt) {
    this(
        workspace,
        address,
        type,
        providerConfig,
        schemaVersion,
        id,
        attributes,
        desired,
        sensitivePaths,
        dependencies,
        createBeforeDestroy,
        status,
        privateData,
        token,
        root,
        version,
        epoch,
        runId,
        updatedAt,
        false,
        null,
        List.of());
  }

  public StateRecord(
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
      @Nullable JsonNode privateData,
      @Nullable String token,
      @Nullable String root,
      long version,
      long epoch,
      @Nullable String runId,
      Instant updatedAt,
      boolean refreshDue,
      @Nullable Instant recoverAfter) {
    this(
        workspace,
        address,
        type,
        providerConfig,
        schemaVersion,
        id,
        attributes,
        desired,
        sensitivePaths,
        dependencies,
        createBeforeDestroy,
        status,
        privateData,
        token,
        root,
        version,
        epoch,
        runId,
        updatedAt,
        refreshDue,
        recoverAfter,
        List.of());
  }

  public StateRecord {
    sensitivePaths = sensitivePaths == null ? List.of() : List.copyOf(sensitivePaths);
    dependencies = dependencies == null ? List.of() : List.copyOf(dependencies);
    drifted = drifted == null ? List.of() : List.copyOf(drifted);
  }
}
