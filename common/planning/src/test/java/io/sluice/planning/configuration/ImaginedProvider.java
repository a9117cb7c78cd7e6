package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.json.JsonValues;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.plan.PluginWork;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.ask.Question;
import io.sluice.provider.Provider;
import io.sluice.provider.schema.Announces;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A provider that plans by itself, with answers made here: an object's id is known once it is made,
 * and another name means another object.
 */
final class ImaginedProvider implements Provider {
  static final String SOURCE = "registry.terraform.io/acme/imagined";
  private static final List<String> GIVEN = List.of("id", "secret");

  private final boolean triesItself;

  /** What became of objects outside. */
  final Set<Address> gone = new HashSet<>();

  final Map<Address, String> renoted = new HashMap<>();

  boolean ignoresAll;

  /** What is refused, and what is warned of. */
  final Set<Address> refused = new HashSet<>();

  final Set<Address> warned = new HashSet<>();

  /** The detail of a refusal. */
  String why = "name: it is not allowed";

  /** Everything that was asked. */
  final List<Question> heard = new ArrayList<>();

  ImaginedProvider() {
    this(false);
  }

  private ImaginedProvider(boolean triesItself) {
    this.triesItself = triesItself;
  }

  /** With a {@code retry} of its own everywhere, and arguments that are called like Sluice's. */
  static ImaginedProvider tryingItself() {
    return new ImaginedProvider(true);
  }

  @Override
  public String name() {
    return "imagined";
  }

  @Override
  public Optional<PluginWork> plugin() {
    return Optional.of(new PluginWork(SOURCE, "1.2.3", List.of("h1:x"), null, null));
  }

  @Override
  public ProviderSchema schema() {
    BlockBody thing =
        new BlockBody(
            List.of(
                AttributeSchema.required("name", AttributeType.STRING),
                AttributeSchema.optional("note", AttributeType.STRING),
                AttributeSchema.optional("tags", AttributeType.mapOf(AttributeType.STRING)),
                AttributeSchema.computed("id", AttributeType.STRING),
                AttributeSchema.computed("secret", AttributeType.STRING).asSensitive()),
            List.of(
                new BlockSchema(
                    "rule",
                    BlockSchema.Nesting.LIST,
                    0,
                    0,
                    false,
                    "",
                    BlockBody.of(
                        AttributeSchema.optional("port", AttributeType.NUMBER),
                        AttributeSchema.computed("rank", AttributeType.NUMBER)))),
            List.of());
    BlockBody look =
        BlockBody.of(
            AttributeSchema.required("key", AttributeType.STRING),
            AttributeSchema.computed("found", AttributeType.STRING));
    return new ProviderSchema(
        own(BlockBody.of(AttributeSchema.optional("region", AttributeType.STRING))),
        List.of(
            type("imagined_thing", TypeSchema.Kind.RESOURCE, own(thing)),
            type("imagined_look", TypeSchema.Kind.DATA, own(look))));
  }

  private BlockBody own(BlockBody body) {
    if (!triesItself) {
      return body;
    }
    List<AttributeSchema> attributes = new ArrayList<>(body.attributes());
    attributes.add(AttributeSchema.optional("recover", AttributeType.STRING));
    attributes.add(AttributeSchema.optional("pool", AttributeType.STRING));
    attributes.add(AttributeSchema.optional("max_concurrent", AttributeType.NUMBER));
    List<BlockSchema> blocks = new ArrayList<>(body.blocks());
    blocks.add(
        new BlockSchema(
            "retry",
            BlockSchema.Nesting.LIST,
            0,
            0,
            false,
            "",
            BlockBody.of(AttributeSchema.optional("tries", AttributeType.NUMBER))));
    return new BlockBody(attributes, blocks, body.rules());
  }

  private static TypeSchema type(String name, TypeSchema.Kind kind, BlockBody body) {
    return new TypeSchema(
        name,
        kind,
        0,
        "",
        body,
        Repeats.all(kind == TypeSchema.Kind.DATA ? RepeatClass.PURE : RepeatClass.NONE),
        false,
        kind == TypeSchema.Kind.RESOURCE,
        Announces.NOTHING);
  }

  @Override
  public Configured configure(JsonNode configuration) {
    throw new AssertionError("it is a program of its own");
  }

  Answers answers() {
    return question ->
        question instanceof Question.Comparison
            ? Answers.AT_ONCE.to(question)
            : Optional.of(answer(question));
  }

  Answer answer(Question question) {
    heard.add(question);
    return switch (question) {
      case Question.Change change ->
          refused.contains(change.address())
              ? new Answer.Refused(List.of(new Answer.Remark(true, "Not so", why)))
              : new Answer.Planned(planned(change));
      case Question.Data data -> {
        Map<String, Value> found = new LinkedHashMap<>(data.config().entries());
        found.put("found", Value.of("found " + data.config().entries().get("key").asText()));
        yield new Answer.Given(ObjectValue.of(found), List.of());
      }
      case Question.Validity validity -> new Answer.Given(validity.config(), List.of());
      case Question.Open open -> throw new AssertionError("it has nothing ephemeral");
      case Question.Call call -> throw new AssertionError("it has no functions");
      case Question.Comparison comparison -> throw new AssertionError("it plans by itself");
    };
  }

  private PlannedObject planned(Question.Change change) {
    Optional<Value> before =
        change
            .prior()
            .filter(record -> !gone.contains(record.address()))
            .map(record -> value(record.attributes(), change));
    if (change.origin() instanceof Question.Origin.Imported(Question.Import named)) {
      JsonNode found = Json.object().put("name", named.text()).put("note", "there");
      before = Optional.of(value(made(found, named.text()), change));
    }
    List<Answer.Remark> said =
        warned.contains(change.address())
            ? List.of(new Answer.Remark(false, "Take care", "it is old"))
            : List.of();
    if (change.isDestroy()) {
      Action action = before.isPresent() ? Action.DELETE : Action.FORGET;
      return new PlannedObject(
          action, before, change.config(), List.of(), work(change, action), said);
    }
    if (before.isPresent() && ignoresAll && change.ignored().all()) {
      return new PlannedObject(
          Action.NOOP, before, before.get(), List.of(), work(change, Action.NOOP), said);
    }
    Map<String, Value> config = change.config().entries();
    boolean renamed =
        before.isPresent() && !config.get("name").equals(before.get().entries().get("name"));
    boolean tainted = change.prior().filter(r -> r.status().name().equals("TAINTED")).isPresent();
    boolean anew = renamed || change.forced() || tainted;
    Map<String, Value> after = new LinkedHashMap<>(config);
    for (String name : GIVEN) {
      after.put(
          name,
          before.isEmpty() || anew
              ? Value.unknown(Types.STRING)
              : before.get().entries().get(name));
    }
    Value planned = ObjectValue.of(after);
    Action action =
        before.isEmpty()
            ? Action.CREATE
            : anew ? Action.REPLACE : planned.equals(before.get()) ? Action.NOOP : Action.UPDATE;
    return new PlannedObject(
        action,
        before,
        planned,
        renamed ? List.of("/name") : List.of(),
        work(change, action),
        said);
  }

  private static JsonNode work(Question.Change change, Action action) {
    return Json.object().put("work", change.address() + " " + action);
  }

  private Value value(JsonNode attributes, Question.Change change) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (String name : List.of("name", "note", "id", "secret")) {
      JsonNode there = attributes.path(name);
      values.put(name, there.isTextual() ? Value.of(there.asText()) : Value.nullOf(Types.STRING));
    }
    JsonNode tags = attributes.path("tags");
    Map<String, Value> labels = new LinkedHashMap<>();
    tags.properties().forEach(tag -> labels.put(tag.getKey(), Value.of(tag.getValue().asText())));
    values.put(
        "tags",
        tags.isObject() ? MapValue.of(Types.STRING, labels) : Value.nullOf(Type.map(Types.STRING)));
    Map<String, Type> rule = new LinkedHashMap<>();
    rule.put("port", Types.NUMBER);
    rule.put("rank", Types.NUMBER);
    List<Value> rules = new ArrayList<>();
    attributes.path("rule").forEach(each -> rules.add(JsonValues.fromJson(each)));
    values.put("rule", ListValue.of(Type.object(rule), rules));
    String renote = renoted.get(change.address());
    if (renote != null) {
      values.put("note", Value.of(renote));
    }
    return ObjectValue.of(values);
  }

  /** As a worker would leave it. */
  static ObjectNode made(JsonNode config, String id) {
    ObjectNode made = config.deepCopy();
    made.put("id", id).put("secret", "secret of " + id);
    if (!made.has("rule")) {
      made.putArray("rule");
    }
    return made;
  }
}
