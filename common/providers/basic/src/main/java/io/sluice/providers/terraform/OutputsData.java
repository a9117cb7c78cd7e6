package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.plan.OnChange;
import io.sluice.model.record.OutputsRecord;
import io.sluice.provider.DataType;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.workspace.CarriedDocument;
import io.sluice.provider.workspace.Workspaces;

/**
 * The outputs of another workspace. The planner uses the same type for the outputs of the root
 * module itself, as they are once the run knows their values.
 */
final class OutputsData implements DataType {
  private static final TypeSchema SCHEMA =
      TypeSchema.data(
              "sluice_outputs",
              "The outputs of another workspace of the same deployment.",
              optional("workspace", STRING).describedAs("The other workspace."),
              optional("values", ANY)
                  .describedAs("The planner's own: outputs to record, each with what it is."),
              optional(OutputsRecord.READS, ANY)
                  .describedAs("The planner's own: what is read of others, to be recorded."),
              computed(ReadOutputs.OUTPUTS, ANY)
                  .describedAs("The outputs by name. Those that are sensitive there are so here."),
              computed(ReadOutputs.SENSITIVE, AttributeType.listOf(STRING))
                  .describedAs("The names of the outputs that are sensitive."))
          .withRules(ConfigRule.exactlyOneOf("workspace", "values"));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome read(OperationContext context, JsonNode config) throws ProviderFailure {
    if (config.hasNonNull(OutputsRecord.VALUES)) {
      ObjectNode recorded = Json.object();
      recorded.set(OutputsRecord.VALUES, config.get(OutputsRecord.VALUES).deepCopy());
      if (config.path(OutputsRecord.READS).isObject()) {
        recorded.set(OutputsRecord.READS, taken(context, config.get(OutputsRecord.READS)));
      }
      return new Outcome.Done("outputs", recorded);
    }
    String workspace = config.path("workspace").asText();
    return ReadOutputs.of(context, workspace).in(workspace, config);
  }

  /** With the configuration that is being applied, which a run that nobody submits begins with. */
  private static ObjectNode taken(OperationContext context, JsonNode reads) throws ProviderFailure {
    ObjectNode taken = reads.deepCopy();
    if (taken.path(OutputsRecord.ON_CHANGE).asText().equals(OnChange.NOTIFY.word())
        || taken.has(OutputsRecord.DOCUMENT)) {
      return taken;
    }
    switch (context.workspaces().submitted()) {
      case Workspaces.Submitted(JsonNode document) -> {
        String packed = CarriedDocument.packed(CarriedDocument.again(document));
        if (packed.length() > CarriedDocument.LONGEST) {
          context
              .log()
              .say(
                  "the configuration takes %d KiB, of which %d are kept: a change of what it reads is only told"
                      .formatted(packed.length() >> 10, CarriedDocument.LONGEST >> 10));
        } else {
          taken.put(OutputsRecord.DOCUMENT, packed);
        }
      }
      case Workspaces.NotSubmitted none -> {}
      case Workspaces.Unseen(String why) ->
          throw ProviderFailure.notDone(
              "UNREACHABLE", "the configuration of this run can't be read: " + why);
    }
    return taken;
  }
}
