package io.sluice.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Declarations;
import io.sluice.language.config.Module;
import io.sluice.language.config.VariableValues;
import io.sluice.language.eval.EvalScope;
import io.sluice.language.eval.Evaluator;
import io.sluice.language.eval.FileTemplates;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.Functions;
import io.sluice.language.function.Moment;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.ConversionException;
import io.sluice.language.value.JsonValues;
import io.sluice.language.value.Mark;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What names stand for in the root module: variables by their values, locals by their expressions,
 * resources by what state holds of them. What is not known, as outputs of modules, is unknown.
 */
public final class RootScope implements EvalScope {
  private final Module root;
  private final SortedMap<String, VariableValues.Given> given;
  private final Supplier<Map<String, JsonNode>> state;
  private final Place place;
  private final Evaluator evaluator;
  private final Map<String, Value> known = new HashMap<>();
  private final Set<String> asked = new HashSet<>();
  private @Nullable Map<String, JsonNode> attributes;

  /** Where the console stands. */
  public record Place(Path directory, String home, String workspace) {}

  /**
   * @param state attributes of resources by address; asked once, when the first is referred to
   */
  public RootScope(
      Module root,
      SortedMap<String, VariableValues.Given> given,
      Supplier<Map<String, JsonNode>> state,
      Place place) {
    this.root = root;
    this.given = given;
    this.state = state;
    this.place = place;
    this.evaluator = new Evaluator(this, functions(), context());
  }

  public Functions functions() {
    return Functions.all();
  }

  public FunctionContext context() {
    return FileTemplates.context(
        functions(), new DiskFiles(place.directory(), place.home()), Moment.UNKNOWN);
  }

  @Override
  public Resolution resolve(Traversal traversal) {
    String first = name(traversal, 0);
    if (first == null) {
      return missing(
          traversal,
          "Invalid reference",
          "A reference to a resource type must be followed by at least one attribute access,"
              + " specifying the resource name.",
          List.of());
    }
    return switch (traversal.root()) {
      case "var" -> variable(traversal, first);
      case "local" -> local(traversal, first);
      case "path" -> path(traversal, first);
      case "terraform" -> terraform(traversal, first);
      case "module" -> module(traversal, first);
      case "data" -> resource(traversal, "data." + first + ".", name(traversal, 1), 2);
      default -> resource(traversal, traversal.root() + ".", first, 1);
    };
  }

  private Resolution variable(Traversal traversal, String name) {
    Declarations.Variable variable = root.variables().get(name);
    if (variable == null) {
      return missing(
          traversal,
          "Reference to undeclared input variable",
          "An input variable with the name \"" + name + "\" has not been declared.",
          root.variables().keySet());
    }
    return new Found(known.computeIfAbsent("var." + name, key -> value(variable)), 1);
  }

  private Value value(Declarations.Variable variable) {
    VariableValues.Given value = given.get(variable.name());
    Expression expression = value == null ? variable.defaultValue() : value.value();
    if (expression == null) {
      return Values.UNKNOWN;
    }
    Value raw = evaluator.evaluate(expression, new Diagnostics());
    Value converted;
    try {
      converted = variable.type().convert(raw);
    } catch (ConversionException e) {
      converted = Values.UNKNOWN;
    }
    return variable.sensitive() ? converted.withMarks(EnumSet.of(Mark.SENSITIVE)) : converted;
  }

  private Resolution local(Traversal traversal, String name) {
    Declarations.Local local = root.locals().get(name);
    if (local == null) {
      return missing(
          traversal,
          "Reference to undeclared local value",
          "A local value with the name \"" + name + "\" has not been declared.",
          root.locals().keySet());
    }
    Value found = known.get("local." + name);
    if (found != null) {
      return new Found(found, 1);
    }
    if (!asked.add(name)) {
      // A ring; it was told when the configuration was loaded.
      return new Found(Values.UNKNOWN, 1);
    }
    Diagnostics faults = new Diagnostics();
    Value value = evaluator.evaluate(local.value(), faults);
    asked.remove(name);
    if (faults.hasErrors()) {
      return new Missing(faults.list());
    }
    known.put("local." + name, value);
    return new Found(value, 1);
  }

  private Resolution path(Traversal traversal, String name) {
    return switch (name) {
      case "module", "root" -> new Found(Value.of("."), 1);
      case "cwd" -> new Found(Value.of(place.directory().toString()), 1);
      default ->
          missing(
              traversal,
              "Invalid \"path\" attribute",
              "The \"path\" object does not have an attribute named \"" + name + "\".",
              List.of("cwd", "module", "root"));
    };
  }

  private Resolution terraform(Traversal traversal, String name) {
    return name.equals("workspace")
        ? new Found(Value.of(place.workspace()), 1)
        : missing(
            traversal,
            "Invalid \"terraform\" attribute",
            "The \"terraform\" object does not have an attribute named \"" + name + "\".",
            List.of("workspace"));
  }

  private Resolution module(Traversal traversal, String name) {
    return root.calls().containsKey(name)
        ? new Found(Values.UNKNOWN, 1)
        : missing(
            traversal,
            "Reference to undeclared module",
            "No module call named \"" + name + "\" is declared in the root module.",
            root.calls().keySet());
  }

  private Resolution resource(
      Traversal traversal, String prefix, @Nullable String name, int steps) {
    String address = prefix + name;
    boolean declared =
        root.resources().keySet().stream().anyMatch(known -> known.toString().equals(address));
    if (name == null || (!declared && recorded().keySet().stream().noneMatch(isOf(address)))) {
      return missing(
          traversal,
          "Reference to undeclared resource",
          "A managed resource \""
              + traversal.root()
              + "\" \""
              + name
              + "\" has not been declared in the root module.",
          root.resources().keySet().stream().map(Object::toString).toList());
    }
    JsonNode single = recorded().get(address);
    return new Found(single == null ? instances(address) : JsonValues.fromJson(single), steps);
  }

  private Map<String, JsonNode> recorded() {
    Map<String, JsonNode> found = attributes;
    if (found == null) {
      found = state.get();
      attributes = found;
    }
    return found;
  }

  private static Predicate<String> isOf(String address) {
    return text -> text.equals(address) || text.startsWith(address + "[");
  }

  /** Of a counted resource a tuple, of one with keys an object; what has no state is unknown. */
  private Value instances(String address) {
    SortedMap<Integer, Value> counted = new TreeMap<>();
    Map<String, Value> keyed = new HashMap<>();
    recorded()
        .forEach(
            (text, value) -> {
              if (text.startsWith(address + "[")) {
                String key = text.substring(address.length() + 1, text.length() - 1);
                if (key.startsWith("\"")) {
                  keyed.put(key.substring(1, key.length() - 1), JsonValues.fromJson(value));
                } else {
                  counted.put(Integer.valueOf(key), JsonValues.fromJson(value));
                }
              }
            });
    if (!keyed.isEmpty()) {
      return ObjectValue.of(keyed);
    }
    return counted.isEmpty() ? Values.UNKNOWN : TupleValue.of(List.copyOf(counted.values()));
  }

  private static @Nullable String name(Traversal traversal, int step) {
    return traversal.steps().size() > step
            && traversal.steps().get(step) instanceof TraversalStep.Attribute attribute
        ? attribute.name()
        : null;
  }

  private static Missing missing(
      Traversal traversal, String summary, String detail, Collection<String> known) {
    SourceRange range = traversal.range();
    String last = name(traversal, 0);
    String hint = last == null ? "" : Suggestions.question(last, known);
    return new Missing(List.of(Diagnostic.error(summary, detail, range).withHint(hint)));
  }
}
