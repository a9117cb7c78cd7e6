package io.sluice.bridge.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.CodePoints;
import io.sluice.model.json.MalformedMessage;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a provider says of itself. A type's schema is read when it is first asked for,
 * since a provider may have thousands, and is kept from then on.
 */
public final class SchemaCatalog {
  private final ProtocolVersion version;
  private final Wire.SchemaResponse response;
  private final Wire.IdentitySchemasResponse identities;
  private final SchemaReader reader;
  private final Map<String, TypeSchema> known = new ConcurrentHashMap<>();

  public SchemaCatalog(
      ProtocolVersion version,
      Wire.SchemaResponse response,
      Wire.IdentitySchemasResponse identities) {
    this.version = version;
    this.response = response;
    this.identities = identities;
    this.reader = new SchemaReader(version);
  }

  /** What {@link #bytes} gave for the same package, so that no process need be asked. */
  public static SchemaCatalog of(byte[] kept) throws DecodeFailed {
    try {
      Wire.KeptSchemas schemas = Wire.KeptSchemas.parseFrom(kept);
      return new SchemaCatalog(
          ProtocolVersion.of(schemas.getProtocol())
              .orElseThrow(() -> new DecodeFailed("the schemas are of another protocol")),
          schemas.getSchemas(),
          schemas.getIdentities());
    } catch (InvalidProtocolBufferException e) {
      throw unreadable("everything", e);
    }
  }

  /** Everything, to be kept for other processes of the same package. */
  public byte[] bytes() {
    return Wire.KeptSchemas.newBuilder()
        .setProtocol(version.number())
        .setSchemas(response)
        .setIdentities(identities)
        .build()
        .toByteArray();
  }

  /**
   * As far as some types are concerned: without the other resources and data sources, and with
   * everything else.
   */
  public SchemaCatalog only(Set<String> resources, Set<String> dataSources) {
    Wire.SchemaResponse.Builder less = response.toBuilder().clearDiagnostics();
    keep(
        resources,
        response.getResourceSchemasMap(),
        less.clearResourceSchemas()::putResourceSchemas);
    keep(
        dataSources,
        response.getDataSourceSchemasMap(),
        less.clearDataSourceSchemas()::putDataSourceSchemas);
    Wire.IdentitySchemasResponse.Builder known = Wire.IdentitySchemasResponse.newBuilder();
    keep(resources, identities.getIdentitySchemasMap(), known::putIdentitySchemas);
    return new SchemaCatalog(version, less.build(), known.build());
  }

  private static void keep(
      Set<String> names, Map<String, ByteString> all, BiConsumer<String, ByteString> into) {
    for (String name : names) {
      ByteString schema = all.get(name);
      if (schema != null) {
        into.accept(name, schema);
      }
    }
  }

  /** Everything as JSON, as {@code terraform providers schema -json} has it of a provider. */
  public ObjectNode document() throws DecodeFailed {
    try {
      return SchemaDocument.of(version, response, identities);
    } catch (InvalidProtocolBufferException e) {
      throw unreadable("everything", e);
    } catch (MalformedMessage | IndexOutOfBoundsException e) {
      throw new DecodeFailed("the schemas are damaged: " + e.getMessage());
    }
  }

  /** The configuration of the provider itself. */
  public Block provider() throws DecodeFailed {
    return type("provider", "", response.getProvider()).map(TypeSchema::block).orElse(Block.EMPTY);
  }

  /** What modules may tell the provider; empty for nearly all. */
  public Optional<Block> meta() throws DecodeFailed {
    return type(
            "meta", "", response.getProviderMeta().isEmpty() ? null : response.getProviderMeta())
        .map(TypeSchema::block);
  }

  public Optional<TypeSchema> resource(String type) throws DecodeFailed {
    return type("resource", type, response.getResourceSchemasMap().get(type));
  }

  public Optional<TypeSchema> data(String type) throws DecodeFailed {
    return type("data", type, response.getDataSourceSchemasMap().get(type));
  }

  public Optional<TypeSchema> ephemeral(String type) throws DecodeFailed {
    return type("ephemeral", type, response.getEphemeralResourceSchemasMap().get(type));
  }

  public Optional<IdentitySchema> identity(String type) throws DecodeFailed {
    ByteString bytes = identities.getIdentitySchemasMap().get(type);
    try {
      return bytes == null ? Optional.empty() : Optional.of(reader.identity(bytes));
    } catch (InvalidProtocolBufferException e) {
      throw unreadable("the identity of " + type, e);
    }
  }

  public Optional<FunctionSignature> function(String name) throws DecodeFailed {
    ByteString bytes = response.getFunctionsMap().get(name);
    try {
      return bytes == null ? Optional.empty() : Optional.of(reader.function(bytes));
    } catch (InvalidProtocolBufferException e) {
      throw unreadable("function " + name, e);
    }
  }

  public SortedSet<String> resources() {
    return sorted(response.getResourceSchemasMap().keySet());
  }

  public SortedSet<String> dataSources() {
    return sorted(response.getDataSourceSchemasMap().keySet());
  }

  public SortedSet<String> ephemerals() {
    return sorted(response.getEphemeralResourceSchemasMap().keySet());
  }

  public SortedSet<String> functions() {
    return sorted(response.getFunctionsMap().keySet());
  }

  /** A destroy is planned with the provider too. */
  public boolean plansDestroy() {
    return response.getServerCapabilities().getPlanDestroy();
  }

  /** A process need not be asked for its schema before it works. */
  public boolean isSchemaCallOptional() {
    return response.getServerCapabilities().getGetProviderSchemaOptional();
  }

  public boolean movesState() {
    return response.getServerCapabilities().getMoveResourceState();
  }

  private Optional<TypeSchema> type(String kind, String name, @Nullable ByteString bytes)
      throws DecodeFailed {
    if (bytes == null) {
      return Optional.empty();
    }
    String key = kind + " " + name;
    TypeSchema read = known.get(key);
    if (read == null) {
      try {
        read = reader.type(bytes);
      } catch (InvalidProtocolBufferException e) {
        throw unreadable(key.strip(), e);
      }
      known.put(key, read);
    }
    return Optional.of(read);
  }

  private static DecodeFailed unreadable(String what, InvalidProtocolBufferException e) {
    return new DecodeFailed("the schema of " + what + " is damaged: " + e.getMessage());
  }

  private static SortedSet<String> sorted(Collection<String> names) {
    SortedSet<String> sorted = new TreeSet<>(CodePoints.ORDER);
    sorted.addAll(names);
    return sorted;
  }
}
