package io.sluice.stacks.load;

import io.sluice.language.config.Declarations.HandedProvider;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.load.Reading;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ObjectConstructor;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.model.CallKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads {@code component} and {@code stack} blocks. */
final class CallReader {
  private final Reading reading;
  private final Diagnostics diagnostics;

  /** Where it can't be said which inputs there are, nothing is said of those that are missing. */
  private boolean usable = true;

  CallReader(Reading reading) {
    this.reading = reading;
    this.diagnostics = reading.diagnostics();
  }

  ModuleCall read(CallKind kind, Block block) {
    usable = true;
    String name = block.labels().getFirst();
    reading.checkName(
        name, "Invalid %s name".formatted(kind.word()), block.labelRanges().getFirst());
    BodyContent content =
        block
            .body()
            .content(
                kind == CallKind.STACK ? StackSchemas.STACK : StackSchemas.COMPONENT, diagnostics);
    Attribute source = content.attribute("source");
    Body inputs = inputs(content, block);
    return new ModuleCall(
        kind,
        name,
        usable ? reading.string(content, "source") : "",
        reading.string(content, "version"),
        reading.repetition(content),
        inputs,
        providers(content.attribute("providers")),
        dependsOn(content),
        source == null ? block.headerRange() : source.expression().range(),
        block.headerRange());
  }

  private Body inputs(BodyContent content, Block block) {
    Attribute inputs = content.attribute("inputs");
    Map<String, Attribute> found = new LinkedHashMap<>();
    if (inputs == null) {
      return new InputsBody(found, block.headerRange());
    }
    if (inputs.expression() instanceof ObjectConstructor object) {
      object.items().forEach(item -> input(item, found));
    } else if (!(inputs.expression() instanceof Expression.Missing)) {
      usable = false;
      diagnostics.add(
          Diagnostic.error(
                  "Invalid inputs",
                  "The inputs of a %s are an object whose keys are written out."
                      .formatted(block.type()),
                  inputs.expression().range())
              .withHint("Write inputs = { name = ..., other = ... }."));
    }
    return new InputsBody(found, inputs.expression().range());
  }

  private void input(ObjectConstructor.Item item, Map<String, Attribute> into) {
    String name = key(item.key());
    if (name == null) {
      usable = false;
      diagnostics.error(
          "Invalid input name",
          "An input is named by a word, not by an expression.",
          item.key().range());
      return;
    }
    Attribute input = new Attribute(name, item.value(), item.key().range(), item.range());
    Attribute first = into.putIfAbsent(name, input);
    if (first != null) {
      diagnostics.error(
          "Duplicate input",
          "The input \"%s\" was already set at %s.".formatted(name, first.nameRange()),
          item.key().range());
    }
  }

  static @Nullable String key(Expression key) {
    return key instanceof ScopeTraversal scope ? scope.traversal().toString() : Reading.text(key);
  }

  /** What a component's module calls its providers, and which configurations these are here. */
  Map<String, HandedProvider> providers(@Nullable Attribute providers) {
    Map<String, HandedProvider> found = new TreeMap<>();
    if (providers == null || providers.expression() instanceof Expression.Missing) {
      return found;
    }
    if (!(providers.expression() instanceof ObjectConstructor object)) {
      diagnostics.error(
          "Invalid providers",
          "The providers of a component are an object: providers = { aws = provider.aws.main }.",
          providers.expression().range());
      return found;
    }
    for (ObjectConstructor.Item item : object.items()) {
      String name = key(item.key());
      HandedProvider handed = handed(item.value());
      if (name == null || handed == null) {
        diagnostics.error(
            "Invalid provider reference",
            "A provider of a component is a reference to a configuration of this stack, such as"
                + " provider.aws.main or provider.aws.main[each.key].",
            item.value().range());
      } else if (found.putIfAbsent(name, handed) != null) {
        diagnostics.error(
            "Duplicate provider",
            "The provider \"%s\" is already given to this component.".formatted(name),
            item.key().range());
      }
    }
    return found;
  }

  private static @Nullable HandedProvider handed(Expression value) {
    return switch (value) {
      case ScopeTraversal(Traversal whole) when whole.steps().size() == 3 ->
          switch (whole.steps().get(2)) {
            case TraversalStep.StringIndex(String key, SourceRange range) ->
                configuration(whole, new Expression.StringLiteral(key, range));
            case TraversalStep.Attribute attribute -> null;
            case TraversalStep.NumberIndex number -> null;
          };
      case ScopeTraversal(Traversal whole) when whole.steps().size() == 2 ->
          configuration(whole, null);
      case Expression.Index index
          when index.collection() instanceof ScopeTraversal(Traversal whole)
              && whole.steps().size() == 2 ->
          configuration(whole, index.key());
      default -> null;
    };
  }

  /** {@code aws.main} of {@code provider.aws.main}. */
  private static @Nullable HandedProvider configuration(Traversal whole, @Nullable Expression key) {
    List<TraversalStep> steps = whole.steps();
    return whole.root().equals("provider")
            && steps.get(0) instanceof TraversalStep.Attribute type
            && steps.get(1) instanceof TraversalStep.Attribute name
        ? new HandedProvider(
            new Traversal(type.name(), type.range(), List.of(name), whole.range()), key)
        : null;
  }

  private List<Traversal> dependsOn(BodyContent content) {
    List<Traversal> named = reading.references(content.attribute("depends_on"));
    for (Traversal traversal : named) {
      boolean call = traversal.root().equals("component") || traversal.root().equals("stack");
      if (!call) {
        diagnostics.error(
            "Invalid depends_on reference",
            "A component or a nested stack can wait for another one alone: component.NAME or"
                + " stack.NAME.",
            traversal.range());
      }
    }
    return named.stream()
        .filter(each -> each.root().equals("component") || each.root().equals("stack"))
        .toList();
  }
}
