package io.sluice.providers.terraform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.WorkspaceName;
import io.sluice.model.json.JsonPointers;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.workspace.WorkspaceOutput;
import io.sluice.provider.workspace.Workspaces;
import java.util.List;
import java.util.SortedMap;

/** Outputs that were read elsewhere, to be given to a data source. */
record ReadOutputs(SortedMap<String, WorkspaceOutput> outputs) {
  static final String OUTPUTS = "outputs";

  /** Planning marks the outputs that this attribute names. */
  static final String SENSITIVE = "sensitive_outputs";

  static ReadOutputs of(OperationContext context, String workspace) throws ProviderFailure {
    if (workspace.equals(context.workspace())) {
      throw ProviderFailure.user(
          "OWN_WORKSPACE",
          "workspace "
              + workspace
              + " reads its own outputs, which would be those of its last apply: refer to what"
              + " makes them instead");
    }
    if (!WorkspaceName.isValid(workspace)) {
      throw ProviderFailure.user(
          "BAD_WORKSPACE",
          "no workspace can be called \"" + workspace + "\". " + WorkspaceName.RULE);
    }
    return switch (context.workspaces().outputs(workspace)) {
      case Workspaces.Found(SortedMap<String, WorkspaceOutput> found) -> new ReadOutputs(found);
      case Workspaces.Missing missing ->
          throw ProviderFailure.user(
              "NO_WORKSPACE",
              "there is no workspace "
                  + workspace
                  + " in this deployment: nothing was ever applied in it. Apply it first, or"
                  + " correct the name; `sluice workspace list` lists them");
      case Workspaces.Unreadable(String why) ->
          throw ProviderFailure.notDone(
              "UNREACHABLE", "the outputs of workspace " + workspace + " can't be read: " + why);
    };
  }

  /** The data source with them, what is sensitive hidden. */
  Outcome in(String id, JsonNode config) {
    ObjectNode attributes = config.deepCopy();
    ObjectNode values = attributes.putObject(OUTPUTS);
    if (config.path("defaults").isObject()) {
      values.setAll((ObjectNode) config.get("defaults").deepCopy());
    }
    ArrayNode sensitive = attributes.putArray(SENSITIVE);
    outputs.forEach(
        (name, output) -> {
          values.set(name, output.value());
          if (output.sensitive()) {
            sensitive.add(name);
          }
        });
    List<String> hidden =
        outputs.entrySet().stream()
            .filter(output -> output.getValue().sensitive())
            .map(output -> JsonPointers.child("/" + OUTPUTS, output.getKey()))
            .toList();
    return new Outcome.Done(id, attributes).hiding(hidden);
  }
}
