package io.sluice.bridge.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.MessagePackReader;
import io.sluice.bridge.codec.MessagePackWriter;
import io.sluice.bridge.rules.Fault;
import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.language.source.Severity;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The small things that questions and answers are made of, as JSON. */
final class ValueForms {
  private ValueForms() {}

  /** Values keep what they don't know, and how far they know it. */
  static JsonNode of(Value value, Type type) {
    return of(MessagePackWriter.encode(value, type));
  }

  static Value value(JsonNode form, Type type) throws DecodeFailed {
    return MessagePackReader.decode(bytes(form), type);
  }

  static JsonNode of(byte[] bytes) {
    return TextNode.valueOf(Base64.getEncoder().encodeToString(bytes));
  }

  static byte[] bytes(JsonNode form) throws DecodeFailed {
    try {
      return Base64.getDecoder().decode(form.asText());
    } catch (IllegalArgumentException e) {
      throw new DecodeFailed("not base64");
    }
  }

  static ArrayNode paths(List<ValuePath> paths) {
    ArrayNode form = Json.mapper().createArrayNode();
    paths.forEach(path -> form.add(path(path)));
    return form;
  }

  static List<ValuePath> paths(JsonNode form) throws DecodeFailed {
    List<ValuePath> paths = new ArrayList<>();
    for (JsonNode each : form) {
      paths.add(path(each));
    }
    return paths;
  }

  static JsonNode path(ValuePath path) {
    ArrayNode form = Json.mapper().createArrayNode();
    for (ValuePath.Step step : path.steps()) {
      ObjectNode one = form.addObject();
      switch (step) {
        case ValuePath.Step.Name(String name) -> one.put("name", name);
        case ValuePath.Step.Key(String key) -> one.put("key", key);
        case ValuePath.Step.Index(long index) -> one.put("index", index);
        case ValuePath.Step.Element(Value value) -> one.set("element", of(value, Types.ANY));
      }
    }
    return form;
  }

  static ValuePath path(JsonNode form) throws DecodeFailed {
    ValuePath path = ValuePath.ROOT;
    for (JsonNode step : form) {
      if (step.has("name")) {
        path = path.name(step.path("name").asText());
      } else if (step.has("key")) {
        path = path.key(step.path("key").asText());
      } else if (step.has("index")) {
        path = path.index(step.path("index").asLong());
      } else {
        path = path.element(value(step.path("element"), Types.ANY));
      }
    }
    return path;
  }

  static ObjectNode ignored(IgnoredChanges ignored) {
    ObjectNode form = Json.object().put("all", ignored.all());
    form.set("paths", paths(ignored.paths()));
    return form;
  }

  static IgnoredChanges ignored(JsonNode form) throws DecodeFailed {
    return new IgnoredChanges(form.path("all").asBoolean(), paths(form.path("paths")));
  }

  static ArrayNode diagnostics(List<ProviderDiagnostic> said) {
    ArrayNode form = Json.mapper().createArrayNode();
    for (ProviderDiagnostic each : said) {
      form.addObject()
          .put("severity", each.severity().name())
          .put("summary", each.summary())
          .put("detail", each.detail())
          .set("path", path(each.path()));
    }
    return form;
  }

  static List<ProviderDiagnostic> diagnostics(JsonNode form) throws DecodeFailed {
    List<ProviderDiagnostic> said = new ArrayList<>();
    for (JsonNode each : form) {
      said.add(
          new ProviderDiagnostic(
              each.path("severity").asText().equals(Severity.WARNING.name())
                  ? Severity.WARNING
                  : Severity.ERROR,
              each.path("summary").asText(),
              each.path("detail").asText(),
              path(each.path("path"))));
    }
    return said;
  }

  static ArrayNode faults(List<Fault> faults) {
    ArrayNode form = Json.mapper().createArrayNode();
    for (Fault fault : faults) {
      form.addObject().put("text", fault.text()).set("path", path(fault.path()));
    }
    return form;
  }

  static List<Fault> faults(JsonNode form) throws DecodeFailed {
    List<Fault> faults = new ArrayList<>();
    for (JsonNode each : form) {
      faults.add(new Fault(path(each.path("path")), each.path("text").asText()));
    }
    return faults;
  }
}
