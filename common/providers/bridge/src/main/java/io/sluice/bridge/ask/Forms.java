package io.sluice.bridge.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.schema.IdentitySchema;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.digest.Sha256;
import io.sluice.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Questions to one provider and its answers as JSON that loses nothing. Values are written by the
 * provider's schemas, and are read by the same.
 */
public final class Forms {
  private static final String KIND = "kind";
  private static final String CONFIG = "config";
  private static final String ORIGIN = "origin";

  private static final String DEFERS = "defers";
  private static final String DEFERRED = "deferred";

  private final SchemaCatalog catalog;

  /** What was written last: a plan asks one configuration most of its questions. */
  private volatile Optional<WrittenUse> last = Optional.empty();

  private record WrittenUse(ProviderUse use, JsonNode config) {}

  public Forms(SchemaCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * The same text for the same question in every process, and another for every other question. It
   * is a digest of what may be secret: not for other eyes than those that may see the question.
   */
  public String key(Asked asked) throws DecodeFailed {
    return Sha256.hex(Json.text(sorted(question(asked))));
  }

  private static JsonNode sorted(JsonNode node) {
    if (node.isObject()) {
      Map<String, JsonNode> fields = new TreeMap<>();
      node.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
      ObjectNode sorted = Json.object();
      fields.forEach(sorted::set);
      return sorted;
    }
    if (node.isArray()) {
      ArrayNode sorted = Json.mapper().createArrayNode();
      node.forEach(element -> sorted.add(sorted(element)));
      return sorted;
    }
    return node;
  }

  public JsonNode question(Asked asked) throws DecodeFailed {
    ProviderUse provider = asked.provider();
    ObjectNode form = Json.object();
    ObjectNode use = form.putObject("provider");
    use.put("source", provider.source()).put("version", provider.version());
    provider.hashes().forEach(use.putArray("hashes")::add);
    use.set(CONFIG, config(provider));
    if (asked.defers()) {
      form.put(DEFERS, true);
    }
    switch (asked.question()) {
      case Question.Change change -> change(change, form);
      case Question.Data(String type, Value config) ->
          form.put(KIND, "data")
              .put("type", type)
              .set(CONFIG, ValueForms.of(config, dataType(type)));
      case Question.Open(String type, Value config) ->
          form.put(KIND, "open")
              .put("type", type)
              .set(CONFIG, ValueForms.of(config, ephemeralType(type)));
      case Question.Validity(Question.Validity.Of of, String type, Value config) ->
          form.put(KIND, "validity")
              .put("of", of.name())
              .put("type", type)
              .set(CONFIG, ValueForms.of(config, checkedType(of, type)));
      case Question.Call(String function, List<Value> arguments) -> {
        form.put(KIND, "call").put("function", function);
        ArrayNode list = form.putArray("arguments");
        arguments.forEach(each -> list.add(ValueForms.of(each, Types.ANY)));
      }
    }
    return form;
  }

  private JsonNode config(ProviderUse use) throws DecodeFailed {
    WrittenUse written = last.filter(one -> one.use() == use).orElse(null);
    if (written == null) {
      written = new WrittenUse(use, ValueForms.of(use.config(), catalog.provider().type()));
      last = Optional.of(written);
    }
    return written.config();
  }

  private void change(Question.Change change, ObjectNode form) throws DecodeFailed {
    form.put(KIND, "change").put("type", change.type());
    change.prior().ifPresent(prior -> form.set("prior", recorded(prior)));
    form.set(CONFIG, ValueForms.of(change.config(), resourceType(change.type())));
    form.set("ignored", ValueForms.ignored(change.ignored()));
    form.put("forced", change.forced()).put("refresh", change.refresh());
    switch (change.origin()) {
      case Question.Origin.Recorded recorded -> {}
      case Question.Origin.Moved(String provider, String type) ->
          form.putObject(ORIGIN).put("provider", provider).put("moved", type);
      case Question.Origin.Imported(ImportTarget.Id(String id)) ->
          form.putObject(ORIGIN).put("id", id);
      case Question.Origin.Imported(ImportTarget.Identity(Value identity)) ->
          form.putObject(ORIGIN).set("identity", ValueForms.of(identity, Types.ANY));
    }
  }

  private static Question.Origin origin(JsonNode form) throws DecodeFailed {
    if (form.has("moved")) {
      return new Question.Origin.Moved(form.path("provider").asText(), form.path("moved").asText());
    }
    if (form.has("identity")) {
      return new Question.Origin.Imported(
          new ImportTarget.Identity(ValueForms.value(form.path("identity"), Types.ANY)));
    }
    return form.has("id")
        ? new Question.Origin.Imported(new ImportTarget.Id(form.path("id").asText()))
        : new Question.Origin.Recorded();
  }

  private static ObjectNode recorded(RecordedObject object) {
    ObjectNode form = Json.object().put("schema_version", object.schemaVersion());
    form.set("attributes", object.attributes());
    JsonNode own = object.own();
    if (own != null) {
      form.set("own", own);
    }
    return form.put("tainted", object.tainted()).put("version", object.version());
  }

  public Asked asked(JsonNode form) throws DecodeFailed {
    JsonNode use = form.path("provider");
    List<String> hashes = new ArrayList<>();
    use.path("hashes").forEach(hash -> hashes.add(hash.asText()));
    ProviderUse provider =
        new ProviderUse(
            use.path("source").asText(),
            use.path("version").asText(),
            hashes,
            ValueForms.value(use.path(CONFIG), catalog.provider().type()));
    return new Asked(provider, question(form), Set.of(), form.path(DEFERS).asBoolean());
  }

  private Question question(JsonNode form) throws DecodeFailed {
    String type = form.path("type").asText();
    return switch (form.path(KIND).asText()) {
      case "change" ->
          new Question.Change(
              type,
              form.has("prior") ? Optional.of(recorded(form.path("prior"))) : Optional.empty(),
              ValueForms.value(form.path(CONFIG), resourceType(type)),
              ValueForms.ignored(form.path("ignored")),
              form.path("forced").asBoolean(),
              form.path("refresh").asBoolean(),
              origin(form.path(ORIGIN)));
      case "data" -> new Question.Data(type, ValueForms.value(form.path(CONFIG), dataType(type)));
      case "open" -> throw new DecodeFailed("an ephemeral resource is opened where it is used");
      case "validity" -> {
        Question.Validity.Of of = Question.Validity.Of.valueOf(form.path("of").asText());
        yield new Question.Validity(
            of, type, ValueForms.value(form.path(CONFIG), checkedType(of, type)));
      }
      case "call" -> {
        List<Value> arguments = new ArrayList<>();
        for (JsonNode each : form.path("arguments")) {
          arguments.add(ValueForms.value(each, Types.ANY));
        }
        yield new Question.Call(form.path("function").asText(), arguments);
      }
      default -> throw new DecodeFailed("no question that is known here");
    };
  }

  private static RecordedObject recorded(JsonNode form) {
    return new RecordedObject(
        form.path("schema_version").asInt(),
        form.path("attributes"),
        form.get("own"),
        form.path("tainted").asBoolean(),
        form.path("version").asLong());
  }

  public JsonNode answer(Answer answer) throws DecodeFailed {
    return switch (answer) {
      case Answer.Planned planned -> {
        ObjectNode form = Json.object().put(KIND, "planned");
        form.set("change", change(planned.change()));
        form.set("said", ValueForms.diagnostics(planned.said()));
        yield planned.deferred() ? form.put(DEFERRED, true) : form;
      }
      case Answer.Given given -> {
        ObjectNode form = Json.object().put(KIND, "given");
        form.set("value", ValueForms.of(given.value(), Types.ANY));
        form.set("said", ValueForms.diagnostics(given.said()));
        yield form;
      }
      case Answer.Refused refused -> {
        ObjectNode form = Json.object().put(KIND, "refused");
        form.set("said", ValueForms.diagnostics(refused.said()));
        yield form;
      }
      case Answer.Lost lost -> answer(lost.given());
    };
  }

  /** Written where there is no schema to write an answer by. */
  public static JsonNode refused(String summary, String detail) {
    ObjectNode form = Json.object().put(KIND, "refused");
    form.set("said", ValueForms.diagnostics(List.of(ProviderDiagnostic.error(summary, detail))));
    return form;
  }

  public Answer answer(JsonNode form) throws DecodeFailed {
    var said = ValueForms.diagnostics(form.path("said"));
    return switch (form.path(KIND).asText()) {
      case "planned" ->
          new Answer.Planned(change(form.path("change")), said, form.path(DEFERRED).asBoolean());
      case "given" -> new Answer.Given(ValueForms.value(form.path("value"), Types.ANY), said);
      case "refused" -> new Answer.Refused(said);
      default -> throw new DecodeFailed("no answer that is known here");
    };
  }

  /** What a node carries of a planned change; whoever puts it there seals it. */
  public JsonNode planned(PlannedWork work) throws DecodeFailed {
    ObjectNode form = Json.object();
    form.set("change", change(work.change()));
    form.set("ignored", ValueForms.ignored(work.ignored()));
    form.put("forced", work.forced());
    return work.deferred() ? form.put(DEFERRED, true) : form;
  }

  public PlannedWork planned(JsonNode form) throws DecodeFailed {
    return new PlannedWork(
        change(form.path("change")),
        ValueForms.ignored(form.path("ignored")),
        form.path("forced").asBoolean(),
        form.path(DEFERRED).asBoolean());
  }

  private ObjectNode change(PlannedChange change) throws DecodeFailed {
    String name = change.type();
    ObjectNode form = Json.object().put("type", name).put("action", change.action().name());
    if (change.prior().isPresent()) {
      form.set("prior", object(name, change.prior().get()));
    }
    form.set("planned", ValueForms.of(change.planned(), resourceType(name)));
    form.set("private", ValueForms.of(change.plannedPrivate()));
    if (change.plannedIdentity().isPresent()) {
      form.set("identity", ValueForms.of(change.plannedIdentity().get(), identityType(name)));
    }
    form.set("replace", ValueForms.paths(change.requiresReplace()));
    form.put("legacy", change.legacy());
    form.set("tolerated", ValueForms.faults(change.tolerated()));
    return form;
  }

  private PlannedChange change(JsonNode form) throws DecodeFailed {
    String name = form.path("type").asText();
    PlannedChange.Action action;
    try {
      action = PlannedChange.Action.valueOf(form.path("action").asText());
    } catch (IllegalArgumentException e) {
      throw new DecodeFailed("no action that is known here");
    }
    return new PlannedChange(
        name,
        action,
        form.has("prior") ? Optional.of(object(name, form.path("prior"))) : Optional.empty(),
        ValueForms.value(form.path("planned"), resourceType(name)),
        ValueForms.bytes(form.path("private")),
        form.has("identity")
            ? Optional.of(ValueForms.value(form.path("identity"), identityType(name)))
            : Optional.empty(),
        ValueForms.paths(form.path("replace")),
        form.path("legacy").asBoolean(),
        ValueForms.faults(form.path("tolerated")));
  }

  private ObjectNode object(String name, ObjectState object) throws DecodeFailed {
    ObjectNode form = Json.object();
    form.set("value", ValueForms.of(object.value(), resourceType(name)));
    form.set("private", ValueForms.of(object.privateData()));
    if (object.identity().isPresent()) {
      form.set("identity", ValueForms.of(object.identity().get(), identityType(name)));
    }
    return form.put("tainted", object.tainted());
  }

  private ObjectState object(String name, JsonNode form) throws DecodeFailed {
    return new ObjectState(
        ValueForms.value(form.path("value"), resourceType(name)),
        ValueForms.bytes(form.path("private")),
        form.has("identity")
            ? Optional.of(ValueForms.value(form.path("identity"), identityType(name)))
            : Optional.empty(),
        form.path("tainted").asBoolean());
  }

  private Type resourceType(String name) throws DecodeFailed {
    return catalog
        .resource(name)
        .orElseThrow(() -> new DecodeFailed("the provider has no resource \"" + name + "\""))
        .block()
        .type();
  }

  private Type dataType(String name) throws DecodeFailed {
    return catalog
        .data(name)
        .orElseThrow(() -> new DecodeFailed("the provider has no data source \"" + name + "\""))
        .block()
        .type();
  }

  private Type checkedType(Question.Validity.Of of, String type) throws DecodeFailed {
    return switch (of) {
      case PROVIDER -> catalog.provider().type();
      case RESOURCE -> resourceType(type);
      case DATA -> dataType(type);
      case EPHEMERAL -> ephemeralType(type);
    };
  }

  private Type ephemeralType(String name) throws DecodeFailed {
    return catalog
        .ephemeral(name)
        .orElseThrow(
            () -> new DecodeFailed("the provider has no ephemeral resource \"" + name + "\""))
        .block()
        .type();
  }

  private Type identityType(String name) throws DecodeFailed {
    return catalog
        .identity(name)
        .map(IdentitySchema::type)
        .orElseThrow(() -> new DecodeFailed("objects of \"" + name + "\" have no identity"));
  }
}
