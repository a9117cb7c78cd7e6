package io.sluice.planning;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;

/** A provider of small types, so that these tests don't change with the real ones. */
public final class TestTypes implements Provider {
  public static final ProviderRegistry REGISTRY = ProviderRegistry.of(new TestTypes());

  @Override
  public String name() {
    return "test";
  }

  @Override
  public ProviderSchema schema() {
    return ProviderSchema.unconfigured(
        List.of(
            TypeSchema.resource(
                "disk",
                "replaced when its path changes",
                Repeats.all(RepeatClass.BY_NAME),
                required("path", STRING).replaces(),
                optional("label", STRING),
                optional("size", INTEGER),
                computed("id", STRING).kept(),
                computed("serial", STRING)),
            TypeSchema.resource(
                    "host",
                    "takes anything",
                    Repeats.all(RepeatClass.PURE),
                    optional("name", STRING),
                    optional("input", ANY),
                    optional("secret", STRING).asSensitive(),
                    computed("id", STRING).kept(),
                    computed("output", ANY))
                .canBeImported(),
            TypeSchema.resource(
                    "shelf",
                    "its title was once a name",
                    Repeats.all(RepeatClass.PURE),
                    required("title", STRING))
                .withVersion(1)));
  }

  @Override
  public JsonNode upgradeState(TypeSchema type, int fromVersion, JsonNode attributes) {
    ObjectNode upgraded = attributes.deepCopy();
    if (type.type().equals("shelf") && fromVersion < 1 && upgraded.has("name")) {
      upgraded.set("title", upgraded.remove("name"));
    }
    return upgraded;
  }

  @Override
  public Configured configure(JsonNode configuration) {
    return new Configured.Refused(
        (Outcome.Failed) Outcome.permanent("TEST", "the planner never configures a provider"));
  }
}
