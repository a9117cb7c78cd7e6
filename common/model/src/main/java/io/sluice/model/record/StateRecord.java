package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One resource as Sluice knows it. {@code desired} is the configuration before substitution, which
 * is what the next plan compares with, or JSON's null where it is not known yet what is wanted: the
 * object came from elsewhere, and the plan compares its attributes. {@code version} is the inbox
 * offset of the input that wrote it.
 *
 * @param token of an operation whose end is unknown: a later plan begins with recovery by it
 * @param refreshDue something happened to the object that this record does not show: read it first
 * @param recoverAfter from when on "not found" proves that the operation of {@code token} did not
 *     happen
 * @param drifted attributes that were found changed since they were last applied
 * @param existed the object was there before Sluice: it is updated and forgotten, never deleted
 * @param absent before the operation of {@code token} first called, nothing of that name was there
 * @param source the address of the real provider that wrote it; null for one of Sluice's own
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
    List<String> drifted,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean existed,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean absent,
    @Nullable String source) {
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
        List.of(),
        false,
        false,
        null);
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
        List.of(),
        false,
        false,
        null);
  }

  public StateRecord {
    sensitivePaths = sensitivePaths == null ? List.of() : List.copyOf(sensitivePaths);
    dependencies = dependencies == null ? List.of() : List.copyOf(dependencies);
    drifted = drifted == null ? List.of() : List.copyOf(drifted);
  }

  public StateRecord in(String other) {
    return changed(copy -> copy.workspace = other);
  }

  public StateRecord at(Address other) {
    return changed(copy -> copy.address = other);
  }

  public StateRecord with(RecordStatus other) {
    return changed(copy -> copy.status = other);
  }

  public StateRecord withValues(JsonNode otherAttributes, JsonNode otherDesired) {
    return changed(
        copy -> {
          copy.attributes = otherAttributes;
          copy.desired = otherDesired;
        });
  }

  /** As it was found to be. */
  public StateRecord withObject(
      @Nullable String otherId,
      JsonNode otherAttributes,
      List<String> secrets,
      @Nullable JsonNode providersOwn) {
    return changed(
        copy -> {
          copy.id = otherId;
          copy.attributes = otherAttributes;
          copy.sensitivePaths = secrets;
          copy.privateData = providersOwn;
        });
  }

  public StateRecord withPrivateData(@Nullable JsonNode other) {
    return changed(copy -> copy.privateData = other);
  }

  /** Of the schema that the attributes are written under. */
  public StateRecord withSchema(int otherVersion) {
    return changed(copy -> copy.schemaVersion = otherVersion);
  }

  public StateRecord withSecretsAt(List<String> paths) {
    return changed(copy -> copy.sensitivePaths = paths);
  }

  public StateRecord dependingOn(List<Address> others) {
    return changed(copy -> copy.dependencies = others);
  }

  /** Both null where nothing is in doubt. */
  public StateRecord withDoubt(@Nullable String otherToken, @Nullable Instant provableFrom) {
    return changed(
        copy -> {
          copy.token = otherToken;
          copy.recoverAfter = provableFrom;
          copy.absent = otherToken != null && copy.absent;
        });
  }

  public StateRecord withRefreshDue(boolean due) {
    return changed(copy -> copy.refreshDue = due);
  }

  public StateRecord withDrifted(List<String> paths) {
    return changed(copy -> copy.drifted = paths);
  }

  public StateRecord withExisted(boolean before) {
    return changed(copy -> copy.existed = before);
  }

  public StateRecord by(@Nullable String provider) {
    return changed(copy -> copy.source = provider);
  }

  /** As another provider has it, which keeps other things with it. */
  public StateRecord by(
      @Nullable String provider, int otherSchemaVersion, @Nullable JsonNode providersOwn) {
    return changed(
        copy -> {
          copy.source = provider;
          copy.schemaVersion = otherSchemaVersion;
          copy.privateData = providersOwn;
        });
  }

  public StateRecord withAbsent(boolean seen) {
    return changed(copy -> copy.absent = seen);
  }

  public StateRecord written(
      long otherVersion, long otherEpoch, @Nullable String run, Instant moment) {
    return changed(
        copy -> {
          copy.version = otherVersion;
          copy.epoch = otherEpoch;
          copy.runId = run;
          copy.updatedAt = moment;
        });
  }

  private StateRecord changed(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return new StateRecord(
        copy.workspace,
        copy.address,
        type,
        providerConfig,
        copy.schemaVersion,
        copy.id,
        copy.attributes,
        copy.desired,
        copy.sensitivePaths,
        copy.dependencies,
        createBeforeDestroy,
        copy.status,
        copy.privateData,
        copy.token,
        root,
        copy.version,
        copy.epoch,
        copy.runId,
        copy.updatedAt,
        copy.refreshDue,
        copy.recoverAfter,
        copy.drifted,
        copy.existed,
        copy.absent,
        copy.source);
  }

  /** What may be different in a copy. */
  private static final class Copy {
    private String workspace;
    private Address address;
    private int schemaVersion;
    private @Nullable String id;
    private JsonNode attributes;
    private JsonNode desired;
    private List<String> sensitivePaths;
    private List<Address> dependencies;
    private RecordStatus status;
    private @Nullable JsonNode privateData;
    private @Nullable String token;
    private long version;
    private long epoch;
    private @Nullable String runId;
    private Instant updatedAt;
    private boolean refreshDue;
    private @Nullable Instant recoverAfter;
    private List<String> drifted;
    private boolean existed;
    private boolean absent;
    private @Nullable String source;

    Copy(StateRecord record) {
      workspace = record.workspace;
      address = record.address;
      schemaVersion = record.schemaVersion;
      id = record.id;
      attributes = record.attributes;
      desired = record.desired;
      sensitivePaths = record.sensitivePaths;
      dependencies = record.dependencies;
      status = record.status;
      privateData = record.privateData;
      token = record.token;
      version = record.version;
      epoch = record.epoch;
      runId = record.runId;
      updatedAt = record.updatedAt;
      refreshDue = record.refreshDue;
      recoverAfter = record.recoverAfter;
      drifted = record.drifted;
      existed = record.existed;
      absent = record.absent;
      source = record.source;
    }
  }
}
