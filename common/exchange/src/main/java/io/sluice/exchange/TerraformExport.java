package io.sluice.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.record.HiddenId;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Records as a Terraform state of version 4, for people who move back, or compare. */
public final class TerraformExport {
  private final ProviderRegistry registry;
  private final List<String> left = new ArrayList<>();

  private TerraformExport(ProviderRegistry registry) {
    this.registry = registry;
  }

  /**
   * @param left what a Terraform state has no place for
   */
  public record Exported(ObjectNode state, List<String> left) {}

  /**
   * @param records in clear
   * @param outputs as Terraform has them: {@code {name: {value, type, sensitive?}}}
   */
  public static Exported write(
      String lineage,
      long serial,
      List<StateRecord> records,
      ObjectNode outputs,
      ProviderRegistry registry) {
    TerraformExport export = new TerraformExport(registry);
    ObjectNode state =
        Json.object()
            .put("version", 4)
            .put("terraform_version", "1.11.4")
            .put("serial", serial)
            .put("lineage", lineage);
    state.set("outputs", outputs);
    state.set("resources", export.resources(records));
    state.putNull("check_results");
    return new Exported(state, export.left);
  }

  private ArrayNode resources(List<StateRecord> records) {
    Map<TerraformAddress, ObjectNode> resources = new TreeMap<>(TerraformAddress.RESOURCES);
    for (StateRecord record : records) {
      if (record.address().isOrphan() || record.status() == RecordStatus.IN_DOUBT) {
        left.add(record.address() + ": Terraform's state cannot hold an object in doubt");
        continue;
      }
      TerraformAddress address = TerraformAddress.of(record.address());
      ObjectNode resource = resources.computeIfAbsent(address, any -> resource(address, record));
      resource.withArray("instances").add(instance(address, record));
    }
    ArrayNode list = Json.mapper().createArrayNode();
    resources.values().forEach(list::add);
    return list;
  }

  private ObjectNode resource(TerraformAddress address, StateRecord record) {
    ObjectNode resource = Json.object();
    if (address.module() != null) {
      resource.put("module", address.module());
    }
    JsonNode kept = kept(record);
    resource
        .put("mode", address.isData() ? "data" : "managed")
        .put("type", address.type())
        .put("name", address.name());
    String source = record.source();
    resource.put(
        "provider",
        source != null
            ? TerraformProvider.of(source, record).text()
            : kept.hasNonNull("provider") ? kept.path("provider").asText() : provider(record));
    resource.putArray("instances");
    return resource;
  }

  private String provider(StateRecord record) {
    String name =
        registry
            .resource(record)
            .map(found -> found.provider().name())
            .orElse(record.type().split("_", 2)[0]);
    String source =
        record.type().equals("terraform_data")
            ? "terraform.io/builtin/terraform"
            : "registry.terraform.io/hashicorp/" + name;
    String config = record.providerConfig();
    int dot = config == null ? -1 : config.indexOf('.');
    return "provider[\"" + source + "\"]" + (dot < 0 ? "" : String.valueOf(config).substring(dot));
  }

  private ObjectNode instance(TerraformAddress address, StateRecord record) {
    JsonNode kept = kept(record);
    ObjectNode instance = Json.object();
    if (address.key() != null) {
      instance.set("index_key", address.key());
    }
    if (record.status() == RecordStatus.TAINTED) {
      instance.put("status", "tainted");
    }
    if (record.address().isDeposed()) {
      String text = record.address().text();
      instance.put("deposed", text.substring(text.lastIndexOf('/') + 1));
    }
    boolean real = record.source() != null;
    instance.put(
        "schema_version", real ? record.schemaVersion() : kept.path("schema_version").asInt());
    instance.set("attributes", real ? record.attributes() : attributes(record, kept.path("types")));
    instance.set(
        "sensitive_attributes",
        TerraformMarks.of(record, registry.resource(record).map(ProviderRegistry.Found::schema)));
    if (kept.hasNonNull("identity")) {
      instance.set("identity_schema_version", kept.path("identity_schema_version"));
      instance.set("identity", kept.path("identity"));
    }
    if (kept.hasNonNull("private")) {
      instance.set("private", kept.path("private"));
    }
    if (!record.dependencies().isEmpty()) {
      ArrayNode dependencies = instance.putArray("dependencies");
      TreeSet<String> names = new TreeSet<>();
      for (Address dependency : record.dependencies()) {
        names.add(TerraformAddress.of(dependency).resource());
      }
      names.forEach(dependencies::add);
    }
    if (record.createBeforeDestroy()) {
      instance.put("create_before_destroy", true);
    }
    return instance;
  }

  private ObjectNode attributes(StateRecord record, JsonNode types) {
    ObjectNode attributes = Json.object();
    Optional<TypeSchema> schema = registry.resource(record).map(ProviderRegistry.Found::schema);
    for (Map.Entry<String, JsonNode> field : record.attributes().properties()) {
      String name = field.getKey();
      boolean dynamic =
          schema
              .flatMap(one -> one.body().attribute(name))
              .map(AttributeSchema::type)
              .filter(AttributeType.Any.class::isInstance)
              .isPresent();
      attributes.set(
          name,
          dynamic ? DynamicValue.wrapped(field.getValue(), types.get(name)) : field.getValue());
    }
    if (schema.isPresent()) {
      // Terraform's state has every attribute of a type.
      for (AttributeSchema attribute : schema.get().body().attributes()) {
        if (!attributes.has(attribute.name())) {
          attributes.putNull(attribute.name());
        }
      }
    }
    return attributes;
  }

  /** What a real provider keeps has the fields that Terraform's state has for it. */
  private static JsonNode kept(StateRecord record) {
    JsonNode own = HiddenId.own(record.privateData());
    if (own == null) {
      return Json.object();
    }
    return record.source() == null ? own.path(TerraformImport.KEPT) : own;
  }
}
