package io.sluice.stacks.load;

import io.sluice.language.config.Declarations.Local;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Declarations.Removed;
import io.sluice.language.config.Declarations.RequiredProvider;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.Membership;
import io.sluice.language.config.Module;
import io.sluice.language.config.load.BlockReader;
import io.sluice.language.config.load.Reading;
import io.sluice.language.expression.type.TypeConstraint;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.model.CallKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes a module out of the blocks of a stack: its calls are the components. */
final class StackReader {
  private final Diagnostics diagnostics;
  private final Reading reading;
  private final DeclaredOnce once;
  private final BlockReader blocks;
  private final CallReader callReader;
  private final SortedMap<String, Variable> variables = new TreeMap<>();
  private final SortedMap<String, Local> locals = new TreeMap<>();
  private final SortedMap<String, Output> outputs = new TreeMap<>();
  private final SortedMap<String, ModuleCall> calls = new TreeMap<>();
  private final SortedMap<String, ProviderConfiguration> providers = new TreeMap<>();
  private final Map<String, RequiredProvider> requiredProviders = new HashMap<>();
  private final List<Removed> removed = new ArrayList<>();

  StackReader(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    this.reading = new Reading(diagnostics);
    this.once = new DeclaredOnce(diagnostics);
    this.blocks = BlockReader.of(reading);
    this.callReader = new CallReader(reading);
  }

  /** The stack without what its calls bring, which the loader adds. */
  Module read(List<Block> written, List<String> path, String directory) {
    written.forEach(this::add);
    Module stack =
        new Module(
            Module.Kind.STACK,
            List.copyOf(path),
            directory,
            variables,
            locals,
            outputs,
            new TreeMap<>(),
            calls,
            new TreeMap<>(),
            List.copyOf(providers.values()),
            Map.copyOf(requiredProviders),
            List.of(),
            removed,
            List.of(),
            List.of(),
            Membership.UNSAID,
            false,
            new TreeMap<>());
    calls.replaceAll((reference, call) -> RequiredComponents.with(stack, call));
    return stack;
  }

  private void add(Block block) {
    switch (block.type()) {
      case "variable" -> once.put("", variables, variable(block), Variable::name, Variable::range);
      case "locals" -> {
        for (Attribute value : block.body().justAttributes(diagnostics).values()) {
          Local local = new Local(value.name(), value.expression(), value.range());
          once.put("", locals, local, Local::name, Local::range);
        }
      }
      case "output" -> once.put("", outputs, output(block), Output::name, Output::range);
      case "component" ->
          once.put(
              "",
              calls,
              callReader.read(CallKind.COMPONENT, block),
              ModuleCall::reference,
              ModuleCall::range);
      case "stack" ->
          once.put(
              "",
              calls,
              callReader.read(CallKind.STACK, block),
              ModuleCall::reference,
              ModuleCall::range);
      case "provider" ->
          once.put(
              "",
              providers,
              provider(block),
              ProviderConfiguration::reference,
              ProviderConfiguration::range);
      case "required_providers" -> blocks.requiredProviders(block, requiredProviders);
      case "removed" -> removed(block);
      default -> throw new IllegalStateException("no schema has " + block.type());
    }
  }

  private Variable variable(Block block) {
    Variable variable = blocks.variable(block);
    BodyContent typed =
        block.body().partialContent(StackSchemas.TYPED, new Diagnostics()).content();
    if (typed.attribute("type") == null) {
      diagnostics.error(
          "Missing required argument",
          "A variable of a stack says of which type it is: the argument \"type\" is required.",
          block.headerRange());
    }
    return variable;
  }

  private Output output(Block block) {
    String name = block.labels().getFirst();
    reading.checkName(name, "Invalid output name", block.labelRanges().getFirst());
    BodyContent content = block.body().content(StackSchemas.OUTPUT, diagnostics);
    Expression type = Reading.expression(content, "type");
    return new Output(
        name,
        type == null
            ? TypeConstraint.ANY
            : TypeConstraint.parse(type, diagnostics).orElse(TypeConstraint.ANY),
        Reading.expression(content, "value"),
        reading.string(content, "description"),
        reading.bool(content, "sensitive", false),
        reading.bool(content, "ephemeral", false),
        List.of(),
        List.of(),
        block.headerRange());
  }

  private ProviderConfiguration provider(Block block) {
    BodyContent content = block.body().content(StackSchemas.PROVIDER, diagnostics);
    reading.checkName(
        block.labels().get(1), "Invalid provider configuration name", block.labelRanges().get(1));
    List<Block> configs = content.blocks("config");
    if (configs.size() > 1) {
      diagnostics.error(
          "Duplicate config block",
          "A provider configuration has one config block; there is one at %s."
              .formatted(configs.getFirst().headerRange()),
          configs.get(1).headerRange());
    }
    Body config =
        configs.isEmpty()
            ? new InputsBody(Map.of(), block.headerRange())
            : configs.getFirst().body();
    return new ProviderConfiguration(
        block.labels().get(0),
        block.labels().get(1),
        "",
        reading.repetition(content),
        config,
        block.headerRange());
  }

  private void removed(Block block) {
    BodyContent content = block.body().content(StackSchemas.REMOVED, diagnostics);
    callReader.providers(content.attribute("providers"));
    Traversal from = reading.reference(Reading.expression(content, "from"));
    boolean destroy = true;
    for (Block lifecycle : content.blocks("lifecycle")) {
      BodyContent inner = lifecycle.body().content(StackSchemas.LIFECYCLE, diagnostics);
      destroy = reading.bool(inner, "destroy", true);
    }
    if (from != null) {
      removed.add(new Removed(from, destroy, block.headerRange()));
    }
  }
}
