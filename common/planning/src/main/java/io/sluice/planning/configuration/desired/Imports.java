package io.sluice.planning.configuration.desired;

import io.sluice.language.config.Declarations.Import;
import io.sluice.language.config.ImportTarget;
import io.sluice.language.config.Module;
import io.sluice.language.config.Repetition;
import io.sluice.language.instancing.Evaluation;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Expander;
import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.Needs;
import io.sluice.language.instancing.Repeated;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.json.JsonValues;
import io.sluice.model.json.Json;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.values.ConfiguredValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@code import} blocks of the root module, by the addresses that they import to. */
final class Imports {
  /** One object of a block. */
  private record Wish(Import block, Value id) {}

  private final Map<String, List<Import>> byDeclaration = new HashMap<>();

  /** By address, for the resources that were asked for. */
  private final Map<String, Wish> wishes = new LinkedHashMap<>();

  private final Set<String> expanded = new HashSet<>();
  private final Set<String> met = new HashSet<>();

  Imports(Module root) {
    for (Import imported : root.imports()) {
      ImportTarget.of(imported.to())
          .ifPresent(
              target ->
                  byDeclaration
                      .computeIfAbsent(target.declared(), any -> new ArrayList<>())
                      .add(imported));
    }
  }

  /** What names the object that becomes the instance, if there is one to import. */
  Question.@Nullable Import named(DesiredConfiguration.Block block, Diagnostics diagnostics) {
    ModuleInstance module = block.context().module();
    String declared = module.module().prefix() + block.resource().name();
    if (!byDeclaration.containsKey(declared)) {
      return null;
    }
    if (expanded.add(declared)) {
      byDeclaration.get(declared).forEach(each -> expand(each, root(module), diagnostics));
    }
    Wish wish = wishes.get(block.address().text());
    if (wish == null) {
      return null;
    }
    met.add(block.address().text());
    if (!block.type().schema().importable()) {
      diagnostics.error(
          "Resource type cannot be imported",
          "%s cannot be imported: its provider cannot find an object by an id."
              .formatted(block.resource().name().type()),
          wish.block().range());
      return null;
    }
    if (wish.block().byIdentity()) {
      return identity(wish, block, diagnostics);
    }
    String id = text(wish, diagnostics);
    return id == null ? null : new Question.Import.ById(id);
  }

  private static ModuleInstance root(ModuleInstance module) {
    ModuleInstance root = module;
    for (ModuleInstance.Call call = root.call(); call != null; call = root.call()) {
      root = call.from();
    }
    return root;
  }

  private void expand(Import imported, ModuleInstance root, Diagnostics diagnostics) {
    Expression each = imported.forEach();
    Repetition repetition = each == null ? new Repetition.Single() : new Repetition.ForEach(each);
    Expansion expansion =
        new Expander(
                root.evaluator(Repeated.SINGLE, null),
                Expander.IfUnknown.REFUSE,
                Evaluation.MAX_INSTANCES,
                diagnostics)
            .expand(repetition);
    if (!(expansion instanceof Expansion.Known known)) {
      return;
    }
    for (Repeated repeated : known.instances()) {
      EvaluationContext context = new EvaluationContext(root, repetition, repeated);
      String address = address(imported, context, diagnostics);
      if (address == null) {
        continue;
      }
      Wish wish = new Wish(imported, context.evaluate(imported.id(), diagnostics));
      if (wishes.putIfAbsent(address, wish) != null) {
        diagnostics.error(
            "Duplicate import configuration",
            "Several import blocks name %s. An address can hold only one object."
                .formatted(address),
            imported.range());
      }
    }
  }

  /**
   * The address that {@code to} names for one object; null if a key is unsuitable, which is
   * reported.
   */
  private static @Nullable String address(
      Import imported, EvaluationContext context, Diagnostics diagnostics) {
    StringBuilder text = new StringBuilder();
    for (ImportTarget.Part part : ImportTarget.of(imported.to()).orElseThrow().parts()) {
      switch (part) {
        case ImportTarget.Part.Name(String name) ->
            text.append(text.isEmpty() ? "" : ".").append(name);
        case ImportTarget.Part.Fixed(TraversalStep step) -> text.append(step.source());
        case ImportTarget.Part.Key(Expression expression) -> {
          int before = diagnostics.list().size();
          InstanceKey key = Needs.key(context.evaluate(expression, diagnostics).unmarked());
          if (key == null) {
            if (diagnostics.list().size() == before) {
              diagnostics.error(
                  "Invalid import address",
                  "A key in \"to\" must be a string or a whole number that is known when planning.",
                  expression.range());
            }
            return null;
          }
          text.append(key.text());
        }
      }
    }
    return text.toString();
  }

  /** Whether the id is known by now and may be shown; reports why if not. */
  private static boolean isShown(Wish wish, String argument, Diagnostics diagnostics) {
    Expression id = wish.block().id();
    String summary = "Invalid import " + argument + " argument";
    if (wish.id().containsMarks()) {
      diagnostics.error(
          summary,
          "The %s is sensitive, but the plan shows what it imports. If others may see it, write nonsensitive(...)."
              .formatted(argument),
          id.range());
      return false;
    }
    if (!wish.id().isWhollyKnown()) {
      diagnostics.error(
          summary,
          "The import block \"%s\" argument depends on resource attributes that cannot be determined until apply, so it can't be planned to import this resource."
              .formatted(argument),
          id.range());
      return false;
    }
    return true;
  }

  private static Question.@Nullable Import identity(
      Wish wish, DesiredConfiguration.Block block, Diagnostics diagnostics) {
    if (!isShown(wish, "identity", diagnostics)) {
      return null;
    }
    Value identity = ConfiguredValue.unmarked(wish.id());
    if (!(identity instanceof ObjectValue) || !block.type().provider().plansItself()) {
      diagnostics.error(
          "Invalid import identity argument",
          block.type().provider().plansItself()
              ? "The identity must be an object, such as { name = \"orders\" }."
              : "Objects of %s have no identity. Import by \"id\"."
                  .formatted(block.resource().name().type()),
          wish.block().id().range());
      return null;
    }
    return new Question.Import.ByIdentity(identity, Json.text(JsonValues.toJson(identity)));
  }

  private static @Nullable String text(Wish wish, Diagnostics diagnostics) {
    Expression id = wish.block().id();
    if (!isShown(wish, "id", diagnostics)) {
      return null;
    }
    Value plain = wish.id().unmarked();
    Value text = Values.NULL;
    try {
      text = Conversion.convert(plain, Types.STRING);
    } catch (ConversionException e) {
      // reported below
    }
    if (text.isNull() || text.asText().isEmpty()) {
      diagnostics.error(
          "Invalid import id argument", "The id must be a non-empty string.", id.range());
      return null;
    }
    return text.asText();
  }

  private static Diagnostic undescribed(String declared, Import block) {
    Diagnostic fault =
        Diagnostic.error(
            "Configuration for import target does not exist",
            ("The configuration for the given import target %s does not exist. All target"
                    + " instances must have an associated configuration to be imported.")
                .formatted(declared),
            block.to().range());
    return declared.startsWith("module.") || block.forEach() != null
        ? fault
        : fault.withHint(
            "Write its block, or have it generated:"
                + " sluice plan --generate-config-out=generated.tf");
  }

  /**
   * Reports the objects for which there is no block or no instance, once all instances have asked.
   *
   * @param isDeclared whether there is a block of that name
   */
  void unmet(Predicate<String> isDeclared, Diagnostics diagnostics) {
    byDeclaration.forEach(
        (declared, blocks) -> {
          if (!isDeclared.test(declared)) {
            blocks.forEach(block -> diagnostics.add(undescribed(declared, block)));
          }
        });
    wishes.forEach(
        (address, wish) -> {
          if (!met.contains(address)) {
            diagnostics.error(
                "Configuration for import target does not exist",
                ("The configuration for the given import target %s does not exist. All target"
                        + " instances must have an associated configuration to be imported.")
                    .formatted(address),
                wish.block().range());
          }
        });
  }
}
