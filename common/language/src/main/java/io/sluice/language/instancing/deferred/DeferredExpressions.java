package io.sluice.language.instancing.deferred;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Phase;
import io.sluice.language.instancing.ResourceInstances.Opening;
import io.sluice.language.instancing.StepAddress;
import io.sluice.language.substitution.Escape;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.TemplatePart;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.json.JsonValues;
import io.sluice.model.Address;
import io.sluice.model.Lineage;
import io.sluice.model.json.JsonPointers;
import io.sluice.model.plan.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a plan carries of expressions: what is known as a value, with every literal {@code ${}
 * escaped, and what is not as a reference to another node's value, or as an expression of such
 * references for the worker.
 */
public final class DeferredExpressions {
  private static final Set<String> MARKS_OF_PLANS = Set.of("$expr", "$sealed", "$ref", "$unknown");

  /** What stands where a value is not known, and not carried: anything may come of it. */
  private static final JsonNode ANYTHING =
      new io.sluice.language.substitution.Expression("null", List.of()).toJson();

  private final SortedMap<String, Reference> references = new TreeMap<>();
  private final List<String> sensitive = new ArrayList<>();

  /** What the compiled values refer to. */
  public List<Reference> references() {
    return List.copyOf(references.values());
  }

  /** JSON pointers of values that must not be shown. */
  public List<String> sensitivePaths() {
    return List.copyOf(sensitive);
  }

  /** The value as a plan carries it, at this place of a configuration. */
  public JsonNode compile(Expression expression, EvaluationContext context, String pointer) {
    return compile(expression, context.quietly(expression), context, pointer);
  }

  private JsonNode compile(
      Expression expression, Value value, EvaluationContext context, String pointer) {
    if (value.isWhollyKnown()) {
      return known(value, pointer);
    }
    return switch (Origins.of(expression, context)) {
      case Origin.Instance instance when isLone(instance) ->
          isNotCarried(context) ? ANYTHING : lone(instance);
      case Origin.Instance instance -> later(expression, context, pointer);
      case Origin.Block block -> later(expression, context, pointer);
      case Origin.Computed(Expression end, EvaluationContext there, String conversion, var steps)
          when steps.isEmpty() ->
          computed(end, there, expression, context, pointer);
      case Origin.Computed computed -> later(expression, context, pointer);
    };
  }

  /**
   * Validation makes no plan: it has no instances to refer to, and no worker fills in values. Nor
   * has a module of which only the run finds out the instances: there it is evaluated again.
   */
  private static boolean isNotCarried(EvaluationContext context) {
    return context.module().environment().phase() == Phase.VALIDATE || context.module().isLate();
  }

  /** The value at this place must not be shown, whatever it was made of. */
  public void hide(String pointer) {
    sensitive.add(pointer);
  }

  /** A value that was known all the time. */
  public JsonNode known(Value value, String pointer) {
    if (isSecret(value)) {
      sensitive.add(pointer);
    }
    return Escape.tree(JsonValues.toJson(value));
  }

  /** An ephemeral value is stored nowhere, so it travels like a sensitive one. */
  static boolean isSecret(Value value) {
    Set<Mark> marks = Marks.deep(value);
    return marks.contains(Mark.SENSITIVE) || marks.contains(Mark.EPHEMERAL);
  }

  private JsonNode computed(
      Expression end,
      EvaluationContext there,
      Expression expression,
      EvaluationContext context,
      String pointer) {
    return switch (end) {
      case Expression.TupleConstructor tuple -> {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < tuple.elements().size(); i++) {
          list.add(compile(tuple.elements().get(i), there, pointer + "/" + i));
        }
        yield list;
      }
      case Expression.ObjectConstructor object -> {
        JsonNode fields = object(object, there, pointer);
        yield fields == null ? later(expression, context, pointer) : fields;
      }
      case Expression.Template template -> {
        JsonNode text = isNotCarried(there) ? ANYTHING : template(template, there);
        yield text == null ? later(expression, context, pointer) : text;
      }
      case Expression.Conditional choice -> {
        Value condition = there.quietly(choice.condition()).unmarked();
        if (!condition.isKnown() || condition.isNull() || !condition.type().equals(Types.BOOL)) {
          yield later(expression, context, pointer);
        }
        yield compile(condition.isTrue() ? choice.whenTrue() : choice.whenFalse(), there, pointer);
      }
      default -> later(expression, context, pointer);
    };
  }

  private @Nullable JsonNode object(
      Expression.ObjectConstructor object, EvaluationContext context, String pointer) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    for (Expression.ObjectConstructor.Item item : object.items()) {
      Value key = context.quietly(item.key()).unmarked();
      if (!key.isKnown()
          || key.isNull()
          || !key.type().equals(Types.STRING)
          || MARKS_OF_PLANS.contains(key.asText())) {
        return null;
      }
      String name = key.asText();
      fields.set(name, compile(item.value(), context, JsonPointers.child(pointer, name)));
    }
    return fields;
  }

  /** Text with references in it, as long as each of them stands for something that is text. */
  private @Nullable JsonNode template(Expression.Template template, EvaluationContext context) {
    StringBuilder text = new StringBuilder();
    List<Origin.Instance> found = new ArrayList<>();
    boolean hidden = false;
    for (TemplatePart part : template.parts()) {
      switch (part) {
        case TemplatePart.Text plain -> text.append(Escape.text(plain.value()));
        case TemplatePart.Interpolation(Expression inner, var range) -> {
          Value value = context.quietly(inner);
          if (value.isWhollyKnown()) {
            hidden |= isSecret(value);
            String known = text(value);
            if (known == null) {
              return null;
            }
            text.append(Escape.text(known));
          } else if (Origins.of(inner, context) instanceof Origin.Instance instance
              && isLone(instance)
              && value.type() instanceof Type.Primitive) {
            found.add(instance);
            text.append("${").append(path(instance)).append('}');
          } else {
            return null;
          }
        }
        case TemplatePart.If i -> {
          return null;
        }
        case TemplatePart.For f -> {
          return null;
        }
      }
    }
    found.forEach(instance -> refer(instance.one().address(), path(instance)));
    if (hidden) {
      return null;
    }
    return JsonNodeFactory.instance.textNode(text.toString());
  }

  /** Part of what state will hold; what is ephemeral is opened for an expression. */
  private static boolean isLone(Origin.Instance instance) {
    return !instance.steps().isEmpty() && instance.one().opening() == null;
  }

  private JsonNode lone(Origin.Instance instance) {
    String path = path(instance);
    refer(instance.one().address(), path);
    return JsonNodeFactory.instance.textNode("${" + path + "}");
  }

  private static String path(Origin.Instance instance) {
    StringBuilder text = new StringBuilder(instance.one().address().text());
    instance.steps().forEach(step -> text.append(step.source()));
    return Lineage.parse(text.toString()).text();
  }

  /** An expression for the worker. */
  private JsonNode later(Expression expression, EvaluationContext context, String pointer) {
    if (isNotCarried(context)) {
      return ANYTHING;
    }
    ExpressionText printed = new ExpressionText();
    String source = printed.print(expression, context);
    List<Lineage> refs = new ArrayList<>();
    printed
        .references()
        .forEach(
            (text, address) -> {
              refs.add(Lineage.parse(text));
              refer(address, text);
            });
    SortedMap<String, JsonNode> ephemerals = opened(printed.openings(), refs);
    if (printed.holdsSecrets() || !ephemerals.isEmpty()) {
      sensitive.add(pointer);
    }
    return new io.sluice.language.substitution.Expression(
            source, refs, printed.providers(), ephemerals)
        .toJson();
  }

  /**
   * The resources to open for the expression, and what they refer to; the task brings the values
   * for both.
   */
  private SortedMap<String, JsonNode> opened(
      SortedMap<String, Opening> openings, List<Lineage> refs) {
    SortedMap<String, JsonNode> forms = new TreeMap<>();
    openings.forEach(
        (address, opening) -> {
          forms.put(address, opening.form());
          for (Reference reference : opening.references()) {
            references.putIfAbsent(reference.text(), reference);
            Lineage ref = Lineage.parse(reference.text());
            if (!refs.contains(ref)) {
              refs.add(ref);
            }
          }
        });
    return forms;
  }

  private void refer(Address address, String text) {
    Reference reference = Reference.to(text, address.text(), address);
    if (StepAddress.is(address)) {
      // the output of a step is all that there is of it
      String below = reference.path().replaceFirst("^output\\.?", "");
      reference = new Reference(text, reference.module(), address, below);
    }
    references.put(text, reference);
  }

  /** A value as part of a longer text. */
  private static @Nullable String text(Value value) {
    Value plain = value.unmarked();
    if (plain.isNull() || !(plain.type() instanceof Type.Primitive)) {
      return null;
    }
    try {
      return Conversion.convert(plain, Types.STRING).asText();
    } catch (ConversionException e) {
      return null;
    }
  }
}
