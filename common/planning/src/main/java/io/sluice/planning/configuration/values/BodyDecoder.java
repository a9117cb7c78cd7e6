package io.sluice.planning.configuration.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.Needs;
import io.sluice.language.instancing.deferred.DeferredExpressions;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeSchema.Presence;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** Reads the body of a block by a provider's schema, in Terraform's words where it doesn't fit. */
public final class BodyDecoder {
  private final Diagnostics diagnostics;
  private final DeferredExpressions deferred = new DeferredExpressions();
  private final SortedSet<Address> needs = new TreeSet<>();
  private final Map<String, SourceRange> places = new LinkedHashMap<>();

  private final boolean kept;
  private final boolean compiles;
  private final boolean judges;
  private final BiFunction<BlockBody, Map<String, Value>, Value> filled;

  /**
   * @param kept whether state keeps the object
   * @param compiles whether to compile it as well, or only to find its faults and needs
   * @param judges whether to check more of values than their types, which is otherwise left to the
   *     provider
   * @param filled the value of a block with what is written in it
   */
  private BodyDecoder(
      boolean kept,
      boolean compiles,
      boolean judges,
      BiFunction<BlockBody, Map<String, Value>, Value> filled,
      Diagnostics diagnostics) {
    this.kept = kept;
    this.compiles = compiles;
    this.judges = judges;
    this.filled = filled;
    this.diagnostics = diagnostics;
  }

  /** The body of something that state keeps. */
  public static Decoded ofResource(
      Body body, BlockBody schema, EvaluationContext context, Diagnostics diagnostics) {
    return new BodyDecoder(true, true, true, PlannedValues::object, new Diagnostics())
        .decoded(body, schema, context, diagnostics);
  }

  /** The body of something that is used by a run and not kept. */
  public static Decoded decode(
      Body body, BlockBody schema, EvaluationContext context, Diagnostics diagnostics) {
    return new BodyDecoder(false, true, true, PlannedValues::object, new Diagnostics())
        .decoded(body, schema, context, diagnostics);
  }

  /** For a provider that plans by itself: omitted arguments get no defaults. */
  public static Decoded asWritten(
      Body body, BlockBody schema, EvaluationContext context, boolean kept, Diagnostics all) {
    return new BodyDecoder(kept, true, false, ConfiguredValue::object, new Diagnostics())
        .decoded(body, schema, context, all);
  }

  private Decoded decoded(Body body, BlockBody schema, EvaluationContext context, Diagnostics all) {
    Map<String, Value> values = new LinkedHashMap<>();
    ObjectNode config = body(body, schema, context, "", values);
    if (!diagnostics.hasErrors()) {
      SchemaFit.tell(schema, config, judges, body.missingItemRange(), places, diagnostics);
    }
    all.addAll(diagnostics);
    return new Decoded(
        config,
        values,
        deferred.references(),
        deferred.sensitivePaths(),
        needs,
        !diagnostics.hasErrors(),
        places);
  }

  private ObjectNode body(
      Body body,
      BlockBody declared,
      EvaluationContext context,
      String pointer,
      Map<String, Value> values) {
    BlockBody schema = AttributesAsBlocks.in(body, declared);
    BodyContent content = body.content(SchemaFit.syntax(schema), diagnostics);
    ObjectNode config = Json.object();
    for (AttributeSchema attribute : schema.attributes()) {
      Attribute written = content.attribute(attribute.name());
      if (written != null) {
        attribute(attribute, written, context, pointer + "/" + attribute.name(), config, values);
      }
    }
    Map<String, List<Made>> made = new TreeMap<>();
    Set<String> late = new HashSet<>();
    for (Block block : content.blocks()) {
      if (block.type().equals("dynamic")) {
        if (!dynamic(block, schema, context, made)) {
          late.add(block.labels().getFirst());
        }
      } else {
        schema
            .block(block.type())
            .ifPresent(
                known ->
                    made.computeIfAbsent(block.type(), any -> new ArrayList<>())
                        .add(new Made(block.labels(), block.body(), context, block.headerRange())));
      }
    }
    for (BlockSchema block : schema.blocks()) {
      if (late.contains(block.name())) {
        late(block, LateBlocks.of(block, content.blocks()), context, pointer, config, values);
        continue;
      }
      blocks(block, made.getOrDefault(block.name(), List.of()), pointer, config, values, body);
    }
    return config;
  }

  /** A nested block, written or made by a dynamic one. */
  private record Made(List<String> labels, Body body, EvaluationContext context, SourceRange at) {}

  private void attribute(
      AttributeSchema attribute,
      Attribute written,
      EvaluationContext context,
      String pointer,
      ObjectNode config,
      Map<String, Value> values) {
    Expression expression = written.expression();
    places.put(pointer, expression.range());
    needs.addAll(Needs.of(expression, context));
    Diagnostics own = new Diagnostics();
    Value value = context.evaluate(expression, own);
    diagnostics.addAll(own);
    if (own.hasErrors()) {
      return;
    }
    if (kept && !EphemeralFit.fits(attribute, value)) {
      diagnostics.error(
          "Invalid use of ephemeral value",
          ("Ephemeral values are not valid for \"%s\", because it is not a write-only attribute and"
                  + " must be persisted to state.")
              .formatted(attribute.name()),
          expression.range());
      return;
    }
    Value fitted;
    try {
      fitted = Conversion.convert(value, SchemaTypes.of(attribute.type()));
    } catch (ConversionException e) {
      diagnostics.error(
          "Incorrect attribute value type",
          "Inappropriate value for attribute \"%s\": %s%s."
              .formatted(attribute.name(), e.path().isEmpty() ? "" : e.path() + ": ", e.reason()),
          expression.range());
      return;
    }
    if (fitted.isNull()) {
      if (attribute.presence() == Presence.REQUIRED) {
        diagnostics.error(
            "Missing required argument",
            "The argument \"%s\" is required, but no definition was found."
                .formatted(attribute.name()),
            expression.range());
      }
      return;
    }
    if (!attribute.configurable()) {
      diagnostics.error(
          "Value for unconfigurable attribute",
          ("Can't configure a value for \"%s\": its value will be decided automatically based on"
                  + " the result of applying this configuration.")
              .formatted(attribute.name()),
          expression.range());
      return;
    }
    values.put(attribute.name(), fitted);
    if (!compiles) {
      return;
    }
    config.set(
        attribute.name(),
        fitted.isWhollyKnown()
            ? deferred.known(fitted, pointer)
            : deferred.compile(expression, context, pointer));
  }

  private void blocks(
      BlockSchema schema,
      List<Made> made,
      String parent,
      ObjectNode config,
      Map<String, Value> values,
      Body within) {
    int most = schema.nesting().isOne() ? 1 : schema.max();
    if (made.size() < schema.min()) {
      diagnostics.error(
          schema.min() == 1 && schema.max() == 1
              ? "Missing %s block".formatted(schema.name())
              : "Insufficient %s blocks".formatted(schema.name()),
          schema.min() == 1 && schema.max() == 1
              ? "A %s block is required here.".formatted(schema.name())
              : "At least %d \"%s\" blocks are required.".formatted(schema.min(), schema.name()),
          within.missingItemRange());
    }
    if (most > 0 && made.size() > most) {
      diagnostics.error(
          most == 1
              ? "Duplicate %s block".formatted(schema.name())
              : "Too many %s blocks".formatted(schema.name()),
          "No more than %d \"%s\" blocks are allowed".formatted(most, schema.name()),
          made.get(most).at());
      return;
    }
    if (made.isEmpty()) {
      return;
    }
    List<Value> objects = new ArrayList<>();
    List<JsonNode> configs = new ArrayList<>();
    for (int i = 0; i < made.size(); i++) {
      Made block = made.get(i);
      String pointer = pointer(schema, parent, block, i);
      places.put(pointer, block.at());
      Map<String, Value> inner = new LinkedHashMap<>();
      configs.add(body(block.body(), schema.body(), block.context(), pointer, inner));
      objects.add(filled.apply(schema.body(), inner));
    }
    Type type = SchemaTypes.of(schema);
    switch (schema.nesting()) {
      case SINGLE, GROUP -> {
        config.set(schema.name(), configs.getFirst());
        values.put(schema.name(), objects.getFirst());
      }
      case LIST, SET -> {
        ArrayNode list = config.putArray(schema.name());
        configs.forEach(list::add);
        values.put(schema.name(), PlannedValues.sequence(type, objects));
      }
      case MAP -> {
        ObjectNode map = config.putObject(schema.name());
        Map<String, Value> entries = new LinkedHashMap<>();
        for (int i = 0; i < made.size(); i++) {
          String key = made.get(i).labels().isEmpty() ? "" : made.get(i).labels().getFirst();
          map.set(key, configs.get(i));
          entries.put(key, objects.get(i));
        }
        values.put(schema.name(), ObjectValue.of(entries));
      }
    }
  }

  private static String pointer(BlockSchema schema, String parent, Made block, int position) {
    String own = parent + "/" + schema.name();
    return switch (schema.nesting()) {
      case SINGLE, GROUP -> own;
      case LIST, SET -> own + "/" + position;
      case MAP -> own + "/" + (block.labels().isEmpty() ? "" : block.labels().getFirst());
    };
  }

  /** False if the number of blocks is not known yet. */
  private boolean dynamic(
      Block block, BlockBody schema, EvaluationContext context, Map<String, List<Made>> made) {
    String type = block.labels().getFirst();
    BlockSchema known = schema.block(type).orElse(null);
    if (known == null) {
      diagnostics.error(
          "Unsupported block type",
          "Blocks of type \"%s\" are not expected here.".formatted(type),
          block.labelRanges().getFirst());
      return true;
    }
    Dynamic dynamic = Dynamic.of(block, diagnostics);
    if (dynamic == null) {
      return true;
    }
    Expression forEach = dynamic.forEach().expression();
    needs.addAll(Needs.of(forEach, context));
    Diagnostics own = new Diagnostics();
    Value marked = context.evaluate(forEach, own);
    if (kept) {
      EphemeralFit.requireLasting(marked, forEach.range(), own);
    }
    Value value = marked.unmarked();
    diagnostics.addAll(own);
    if (own.hasErrors()) {
      return true;
    }
    if (value.isNull() || (value.isKnown() && value.type() instanceof Type.Primitive)) {
      diagnostics.error(
          "Invalid dynamic for_each value",
          value.isNull()
              ? "Cannot use a null value in for_each."
              : "Cannot use a %s value in for_each. An iterable collection is required."
                  .formatted(value.type().friendlyName()),
          forEach.range());
      return true;
    }
    if (!value.isKnown()) {
      some(dynamic, known, context);
      return false;
    }
    List<Made> all = made.computeIfAbsent(type, any -> new ArrayList<>());
    if (value.type() instanceof Type.MapType || value.type() instanceof Type.ObjectType) {
      value
          .entries()
          .forEach(
              (key, each) ->
                  all.add(bound(dynamic, context, Value.of(key), each, new InstanceKey.Key(key))));
      return true;
    }
    boolean set = value.type() instanceof Type.SetType;
    int position = 0;
    for (Value element : value.elements()) {
      Value key = set ? element : Value.of(position);
      InstanceKey at = set ? InstanceKey.none() : new InstanceKey.Index(position);
      all.add(bound(dynamic, context, key, element, at));
      position++;
    }
    return true;
  }

  /** Checks the content once, with the current element unknown. */
  private void some(Dynamic dynamic, BlockSchema schema, EvaluationContext context) {
    BodyDecoder trial = new BodyDecoder(kept, false, judges, filled, diagnostics);
    Made any = bound(dynamic, context, Values.UNKNOWN, Values.UNKNOWN, InstanceKey.every());
    trial.body(any.body(), schema.body(), any.context(), "", new LinkedHashMap<>());
    needs.addAll(trial.needs);
  }

  /** All blocks of a type, as the worker will make them. */
  private void late(
      BlockSchema schema,
      List<Block> blocks,
      EvaluationContext context,
      String parent,
      ObjectNode config,
      Map<String, Value> values) {
    Expression expression = LateBlocks.expression(schema, blocks);
    String pointer = parent + "/" + schema.name();
    places.put(pointer, expression.range());
    values.put(schema.name(), Value.unknown(SchemaTypes.of(schema)));
    if (compiles) {
      config.set(schema.name(), deferred.compile(expression, context, pointer));
    }
  }

  private Made bound(
      Dynamic dynamic, EvaluationContext context, Value key, Value value, InstanceKey at) {
    Map<String, Value> object = new LinkedHashMap<>();
    object.put("key", key);
    object.put("value", value);
    EvaluationContext inside =
        context.with(
            dynamic.iterator(),
            new EvaluationContext.Iterated(
                ObjectValue.of(object), dynamic.forEach().expression(), context, at));
    List<String> names = new ArrayList<>();
    Attribute labels = dynamic.labels();
    if (labels != null) {
      Value named = inside.evaluate(labels.expression(), diagnostics).unmarked();
      if (named.isWhollyKnown() && named.type().isSequence()) {
        named.elements().forEach(each -> names.add(each.unmarked().asText()));
      }
    }
    return new Made(names, dynamic.content(), inside, dynamic.block().headerRange());
  }
}
