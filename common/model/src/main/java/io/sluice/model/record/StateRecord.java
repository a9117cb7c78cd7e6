package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
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

  public StateRecord {
    sensitivePaths = sensitivePaths == null ? List.of() : List.copyOf(sensitivePaths);
    dependencies = dependencies == null ? List.of() : List.copyOf(dependencies);
    drifted = drifted == null ? List.of() : List.copyOf(drifted);
  }

  public StateRecord in(String other) {
    return changed(draft -> draft.workspace = other);
  }

  public StateRecord at(Address other) {
    return changed(draft -> draft.address = other);
  }

  public StateRecord with(RecordStatus other) {
    return changed(draft -> draft.status = other);
  }

  public StateRecord withValues(JsonNode otherAttributes, JsonNode otherDesired) {
    return changed(
        draft -> {
          draft.attributes = otherAttributes;
          draft.desired = otherDesired;
        });
  }

  /** As it was found to be. */
  public StateRecord withObject(
      @Nullable String otherId,
      JsonNode otherAttributes,
      List<String> secrets,
      @Nullable JsonNode providersOwn) {
    return changed(
        draft -> {
          draft.id = otherId;
          draft.attributes = otherAttributes;
          draft.sensitivePaths = secrets;
          draft.privateData = providersOwn;
        });
  }

  public StateRecord withPrivateData(@Nullable JsonNode other) {
    return changed(draft -> draft.privateData = other);
  }

  /** Of the schema that the attributes are written under. */
  public StateRecord withSchema(int otherVersion) {
    return changed(draft -> draft.schemaVersion = otherVersion);
  }

  public StateRecord withSecretsAt(List<String> paths) {
    return changed(draft -> draft.sensitivePaths = paths);
  }

  public StateRecord dependingOn(List<Address> others) {
    return changed(draft -> draft.dependencies = others);
  }

  /** Both null where nothing is in doubt. */
  public StateRecord withDoubt(@Nullable String otherToken, @Nullable Instant provableFrom) {
    return changed(
        draft -> {
          draft.token = otherToken;
          draft.recoverAfter = provableFrom;
          draft.absent = otherToken != null && draft.absent;
        });
  }

  public StateRecord withRefreshDue(boolean due) {
    return changed(draft -> draft.refreshDue = due);
  }

  public StateRecord withDrifted(List<String> paths) {
    return changed(draft -> draft.drifted = paths);
  }

  public StateRecord withExisted(boolean before) {
    return changed(draft -> draft.existed = before);
  }

  public StateRecord by(@Nullable String provider) {
    return changed(draft -> draft.source = provider);
  }

  /** Reached through another configuration of its provider. */
  public StateRecord through(@Nullable String configuration) {
    return changed(draft -> draft.providerConfig = configuration);
  }

  /** As another provider has it, which keeps other things with it. */
  public StateRecord by(
      @Nullable String provider, int otherSchemaVersion, @Nullable JsonNode providersOwn) {
    return changed(
        draft -> {
          draft.source = provider;
          draft.schemaVersion = otherSchemaVersion;
          draft.privateData = providersOwn;
        });
  }

  public StateRecord withAbsent(boolean seen) {
    return changed(draft -> draft.absent = seen);
  }

  public StateRecord written(
      long otherVersion, long otherEpoch, @Nullable String run, Instant moment) {
    return changed(
        draft -> {
          draft.version = otherVersion;
          draft.epoch = otherEpoch;
          draft.runId = run;
          draft.updatedAt = moment;
        });
  }

  /** Each value by its name. */
  public static StateRecord of(Consumer<Draft> values) {
    Draft draft = new Draft();
    values.accept(draft);
    return draft.built();
  }

  private StateRecord changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.built();
  }

  /** The values of a {@link StateRecord} by name; {@code of} refuses what is missing. */
  @SuppressWarnings("NullAway.Init") // built() refuses what is missing
  public static final class Draft {
    public String workspace;
    public Address address;
    public String type;
    public @Nullable String providerConfig;
    public int schemaVersion;
    public @Nullable String id;
    public JsonNode attributes;
    public JsonNode desired;
    public List<String> sensitivePaths = List.of();
    public List<Address> dependencies = List.of();
    public boolean createBeforeDestroy;
    public RecordStatus status;
    public @Nullable JsonNode privateData;
    public @Nullable String token;
    public @Nullable String root;
    public long version;
    public long epoch;
    public @Nullable String runId;
    public Instant updatedAt;
    public boolean refreshDue;
    public @Nullable Instant recoverAfter;
    public List<String> drifted = List.of();
    public boolean existed;
    public boolean absent;
    public @Nullable String source;

    private Draft() {}

    private Draft(StateRecord from) {
      workspace = from.workspace;
      address = from.address;
      type = from.type;
      providerConfig = from.providerConfig;
      schemaVersion = from.schemaVersion;
      id = from.id;
      attributes = from.attributes;
      desired = from.desired;
      sensitivePaths = from.sensitivePaths;
      dependencies = from.dependencies;
      createBeforeDestroy = from.createBeforeDestroy;
      status = from.status;
      privateData = from.privateData;
      token = from.token;
      root = from.root;
      version = from.version;
      epoch = from.epoch;
      runId = from.runId;
      updatedAt = from.updatedAt;
      refreshDue = from.refreshDue;
      recoverAfter = from.recoverAfter;
      drifted = from.drifted;
      existed = from.existed;
      absent = from.absent;
      source = from.source;
    }

    private StateRecord built() {
      return new StateRecord(
          Objects.requireNonNull(workspace, "workspace"),
          Objects.requireNonNull(address, "address"),
          Objects.requireNonNull(type, "type"),
          providerConfig,
          schemaVersion,
          id,
          Objects.requireNonNull(attributes, "attributes"),
          Objects.requireNonNull(desired, "desired"),
          sensitivePaths,
          dependencies,
          createBeforeDestroy,
          Objects.requireNonNull(status, "status"),
          privateData,
          token,
          root,
          version,
          epoch,
          runId,
          Objects.requireNonNull(updatedAt, "updatedAt"),
          refreshDue,
          recoverAfter,
          drifted,
          existed,
          absent,
          source);
    }
  }
}
