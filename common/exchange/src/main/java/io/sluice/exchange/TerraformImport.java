package io.sluice.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.ask.OwnData;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.record.HiddenId;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.Redaction;
import io.sluice.provider.SecretPaths;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.seal.Sealer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Terraform's state, version 4, as records. They have no desired configuration yet: the next plan
 * compares the configuration with their attributes. What Sluice has no field for is kept, so that
 * the way back finds it.
 */
public final class TerraformImport {
  static final String KEPT = "terraform";
  private static final int VERSION = 4;

  private final String workspace;
  private final ProviderRegistry registry;
  private final Supplier<Sealer> sealer;
  private final Map<String, List<Address>> instances = new TreeMap<>();
  private final TreeSet<String> unknownTypes = new TreeSet<>();
  private final TreeSet<String> unknownProviders = new TreeSet<>();
  private Redaction secrets = Redaction.of(List.of());

  private TerraformImport(String workspace, ProviderRegistry registry, Supplier<Sealer> sealer) {
    this.workspace = workspace;
    this.registry = registry;
    this.sealer = sealer;
  }

  /**
   * @param left what was left out, for people
   */
  public record Imported(
      String lineage, long serial, List<StateRecord> records, List<String> left) {}

  public static boolean is(JsonNode tree) {
    return tree.has("terraform_version") || (tree.has("lineage") && tree.has("serial"));
  }

  /**
   * @param sealer asked for only when something is sensitive
   */
  public static Imported read(
      JsonNode state,
      String name,
      String workspace,
      ProviderRegistry registry,
      Supplier<Sealer> sealer) {
    if (state.path("version").asInt() != VERSION) {
      throw new UnusableFile(
          name + " is a Terraform state of version " + state.path("version").asText("none"),
          "Sluice reads only version 4.",
          "`terraform apply -refresh-only` with Terraform 0.12 or later writes version 4.");
    }
    if (state.path("lineage").asText().isEmpty() || !state.path("serial").isIntegralNumber()) {
      throw new UnusableFile(
          name + " is not a complete state",
          "It has no lineage or no serial.",
          "Get it from `terraform state pull`.");
    }
    return new TerraformImport(workspace, registry, sealer).read(state, name);
  }

  private Imported read(JsonNode state, String name) {
    List<String> left = new ArrayList<>();
    secrets = Redaction.ofValues(TerraformMarks.values(state, registry));
    for (JsonNode resource : state.path("resources")) {
      for (JsonNode instance : resource.path("instances")) {
        TerraformAddress address = address(resource, instance);
        instances
            .computeIfAbsent(address.resource(), any -> new ArrayList<>())
            .add(address.address());
      }
    }
    List<StateRecord> records = new ArrayList<>();
    for (JsonNode resource : state.path("resources")) {
      if (resource.path("mode").asText().equals("managed")) {
        resource.path("instances").forEach(one -> add(records, resource, one));
      } else {
        left.add(
            "data."
                + resource.path("type").asText()
                + "."
                + resource.path("name").asText()
                + ": data sources will be read again");
      }
    }
    if (!unknownTypes.isEmpty()) {
      throw new UnusableFile(
          name + " has resources of types that no provider here has",
          "Their types: " + String.join(", ", unknownTypes) + ".",
          "Name their providers ("
              + String.join(", ", unknownProviders)
              + ") in required_providers and run `sluice init`, or put a provider's jar into the"
              + " folder plugins, or remove them from the state first (`terraform state rm`).");
    }
    TerraformOutputs.record(workspace, state.path("outputs"), sealer).ifPresent(records::add);
    return new Imported(
        state.path("lineage").asText(), state.path("serial").asLong(), records, left);
  }

  private static TerraformAddress address(JsonNode resource, JsonNode instance) {
    return new TerraformAddress(
        resource.hasNonNull("module") ? resource.path("module").asText() : null,
        resource.path("mode").asText().equals("data"),
        resource.path("type").asText(),
        resource.path("name").asText(),
        instance.get("index_key"));
  }

  private void add(List<StateRecord> records, JsonNode resource, JsonNode instance) {
    String type = resource.path("type").asText();
    TerraformProvider provider = TerraformProvider.of(resource);
    ProviderRegistry.Found found = provider.resource(registry, type).orElse(null);
    if (found == null) {
      unknownTypes.add(type);
      unknownProviders.add(provider.source());
      return;
    }
    TypeSchema schema = found.schema();
    String source = found.source();
    Address live = address(resource, instance).address();
    boolean deposed = instance.hasNonNull("deposed");
    ObjectNode types = Json.object();
    JsonNode attributes =
        source == null ? unwrapped(schema, instance, types) : instance.path("attributes");
    Set<String> sensitive =
        SecretPaths.of(attributes, TerraformMarks.pointers(schema, instance), secrets);
    JsonNode closed =
        sensitive.isEmpty()
            ? attributes
            : sealer.get().sealPaths(workspace, live.text(), attributes, sensitive);
    Named named =
        named(
            live,
            attributes,
            source == null ? kept(resource, instance, types) : own(live, instance));
    boolean tainted = instance.path("status").asText().equals("tainted");
    records.add(
        StateRecord.of(
                draft -> {
                  draft.workspace = workspace;
                  draft.address = deposed ? live.deposed(instance.path("deposed").asText()) : live;
                  draft.type = type;
                  draft.providerConfig = provider.config();
                  draft.schemaVersion =
                      source == null ? schema.version() : instance.path("schema_version").asInt();
                  draft.id = named.id();
                  draft.attributes = closed;
                  draft.desired = NullNode.getInstance();
                  draft.sensitivePaths = List.copyOf(sensitive);
                  draft.dependencies = dependencies(instance);
                  draft.createBeforeDestroy = instance.path("create_before_destroy").asBoolean();
                  draft.status =
                      deposed
                          ? RecordStatus.DEPOSED
                          : tainted ? RecordStatus.TAINTED : RecordStatus.OK;
                  draft.privateData = named.own();
                  draft.updatedAt = Instant.EPOCH;
                })
            .by(source));
  }

  /**
   * A real provider gets back what it wrote; only the provider could say which parts are secret.
   */
  private @Nullable JsonNode own(Address live, JsonNode instance) {
    JsonNode own = OwnData.of(instance).recorded();
    return own == null || !own.has(OwnData.PRIVATE)
        ? own
        : sealer.get().sealPaths(workspace, live.text(), own, Set.of("/" + OwnData.PRIVATE));
  }

  private record Named(@Nullable String id, @Nullable JsonNode own) {}

  private Named named(Address live, JsonNode attributes, @Nullable JsonNode own) {
    if (!attributes.hasNonNull("id")) {
      return new Named(null, own);
    }
    String id = attributes.path("id").asText();
    Set<String> held = secrets.in(id);
    if (held.isEmpty()) {
      return new Named(id, own);
    }
    Sealer by = sealer.get();
    JsonNode sealed = by.seal(workspace, live.text(), HiddenId.clear(id, held));
    return new Named(
        HiddenId.standIn(by.fingerprint(workspace, id)), HiddenId.wrapped(sealed, own));
  }

  static ObjectNode unwrapped(TypeSchema schema, JsonNode instance, ObjectNode types) {
    ObjectNode plain = Json.object();
    for (Map.Entry<String, JsonNode> field : instance.path("attributes").properties()) {
      JsonNode value = field.getValue();
      AttributeSchema attribute = schema.body().attribute(field.getKey()).orElse(null);
      boolean dynamic = attribute != null && attribute.type() instanceof AttributeType.Any;
      if (dynamic && DynamicValue.is(value)) {
        types.set(field.getKey(), value.path("type"));
        plain.set(field.getKey(), value.path("value"));
      } else {
        plain.set(field.getKey(), value);
      }
    }
    return plain;
  }

  private static ObjectNode kept(JsonNode resource, JsonNode instance, ObjectNode types) {
    ObjectNode kept = Json.object();
    kept.set("provider", resource.path("provider"));
    kept.put("schema_version", instance.path("schema_version").asInt());
    if (instance.hasNonNull("private")) {
      kept.set("private", instance.path("private"));
    }
    if (instance.hasNonNull("identity")) {
      kept.set("identity", instance.path("identity"));
      kept.put("identity_schema_version", instance.path("identity_schema_version").asInt());
    }
    if (!types.isEmpty()) {
      kept.set("types", types);
    }
    return Json.object().set(KEPT, kept);
  }

  /** Terraform names resources, Sluice instances. */
  private List<Address> dependencies(JsonNode instance) {
    TreeSet<Address> dependencies = new TreeSet<>();
    for (JsonNode dependency : instance.path("dependencies")) {
      dependencies.addAll(instances.getOrDefault(dependency.asText(), List.of()));
    }
    return List.copyOf(dependencies);
  }
}
