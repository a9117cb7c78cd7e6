package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.VariableValues.Given;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Quoting;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.Value;
import io.sluice.language.value.json.JsonValues;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import io.sluice.seal.Sealer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The values of variables as they travel: as JSON, the sensitive ones sealed. */
final class VariableLiterals {
  private VariableLiterals() {}

  /** {@code literals} is the root module before anything of it is evaluated. */
  static SortedMap<String, JsonNode> sealed(
      ModuleInstance literals,
      SortedMap<String, Given> variables,
      String workspace,
      Sealer sealer) {
    SortedMap<String, JsonNode> values = new TreeMap<>();
    variables.forEach(
        (name, given) -> {
          Value value = literals.evaluate(given.value(), new Diagnostics());
          JsonNode json = JsonValues.toJson(value);
          Variable declared = literals.module().variables().get(name);
          boolean sensitive = declared != null && (declared.sensitive() || declared.ephemeral());
          values.put(name, sensitive ? sealed(workspace, sealer, name, json) : json);
        });
    return values;
  }

  private static JsonNode sealed(String workspace, Sealer sealer, String name, JsonNode value) {
    return sealer
        .sealPaths(
            workspace,
            "/variables",
            Json.object().set(name, value),
            List.of(JsonPointers.child("", name)))
        .path(name);
  }

  /** The same values, opened, as variables of a configuration. */
  static SortedMap<String, Given> given(SortedMap<String, JsonNode> values) {
    SortedMap<String, Given> given = new TreeMap<>();
    values.forEach(
        (name, value) ->
            given.put(name, new Given(expression(name, value), "<value for var." + name + ">")));
    return given;
  }

  /** A value of a variable as an expression again. */
  private static Expression expression(String name, JsonNode value) {
    if (value.isTextual()) {
      SourceFile file = SourceFile.of("<value for var." + name + ">", value.textValue());
      return new Expression.StringLiteral(value.textValue(), file.range(0, file.length()));
    }
    String text = "jsondecode(" + Quoting.quote(Json.text(value)) + ")";
    return NativeParser.expression(
        SourceFile.of("<value for var." + name + ">", text), new Diagnostics());
  }
}
