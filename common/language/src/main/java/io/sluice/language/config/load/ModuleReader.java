package io.sluice.language.config.load;

import io.sluice.language.config.CheckRule;
import io.sluice.language.config.Declarations.Check;
import io.sluice.language.config.Declarations.Import;
import io.sluice.language.config.Declarations.Local;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Moved;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Declarations.Removed;
import io.sluice.language.config.Declarations.RequiredProvider;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.Membership;
import io.sluice.language.config.Module;
import io.sluice.language.config.Resource;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.ResourceName;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.BodyContent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Makes the declarations of one module out of its blocks; a name twice is a fault. */
final class ModuleReader {
  private final Diagnostics diagnostics;
  private final Reading reading;
  private final ResourceReader resourceReader;
  private final BlockReader blockReader;
  private final TerraformBlocks terraformBlocks;
  private final SortedMap<String, Variable> variables = new TreeMap<>();
  private final SortedMap<String, Local> locals = new TreeMap<>();
  private final SortedMap<String, Output> outputs = new TreeMap<>();
  private final SortedMap<ResourceName, Resource> resources = new TreeMap<>();
  private final SortedMap<String, ModuleCall> calls = new TreeMap<>();
  private final SortedMap<String, Step> steps = new TreeMap<>();
  private final SortedMap<String, ProviderConfiguration> providers = new TreeMap<>();
  private final Map<String, RequiredProvider> requiredProviders = new HashMap<>();
  private final List<Moved> moved = new ArrayList<>();
  private final List<Removed> removed = new ArrayList<>();
  private final List<Import> imports = new ArrayList<>();
  private final SortedMap<String, Check> checks = new TreeMap<>();
  private Membership membership = Membership.UNSAID;
  private boolean defersUnknownProviders;

  ModuleReader(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    this.reading = new Reading(diagnostics);
    this.resourceReader = new ResourceReader(reading);
    this.blockReader = new BlockReader(reading, resourceReader);
    this.terraformBlocks = new TerraformBlocks(blockReader, diagnostics);
  }

  /** The module without its children, which the loader adds. */
  Module read(List<Block> blocks, List<String> path, String directory) {
    blocks.forEach(this::add);
    new RequiredVersion(reading).check(blocks, diagnostics);
    return new Module(
        Module.Kind.MODULE,
        List.copyOf(path),
        directory,
        variables,
        locals,
        outputs,
        resources,
        calls,
        steps,
        List.copyOf(providers.values()),
        Map.copyOf(requiredProviders),
        moved,
        removed,
        imports,
        List.copyOf(checks.values()),
        membership,
        defersUnknownProviders,
        new TreeMap<>());
  }

  private void add(Block block) {
    switch (block.type()) {
      case "variable" ->
          put(variables, blockReader.variable(block), Variable::name, Variable::range, VARIABLE);
      case "locals" -> addLocals(block);
      case "output" -> put(outputs, blockReader.output(block), Output::name, Output::range, OUTPUT);
      case "module" ->
          put(calls, blockReader.call(block), ModuleCall::reference, ModuleCall::range, CALL);
      case "resource" -> addResource(resourceReader.read(block, ResourceMode.MANAGED));
      case "data" -> addResource(resourceReader.read(block, ResourceMode.DATA));
      case "ephemeral" -> addResource(resourceReader.read(block, ResourceMode.EPHEMERAL));
      case "step" -> put(steps, blockReader.step(block), Step::reference, Step::range, STEP);
      case "provider" ->
          put(
              providers,
              blockReader.provider(block),
              ProviderConfiguration::reference,
              ProviderConfiguration::range,
              PROVIDER);
      case "check" -> addCheck(block);
      case "terraform" -> terraformBlocks.add(block, requiredProviders);
      case "required_providers" -> blockReader.requiredProviders(block, requiredProviders);
      case "moved" -> blockReader.moved(block).ifPresent(moved::add);
      case "removed" -> blockReader.removed(block).ifPresent(removed::add);
      case "import" -> blockReader.imported(block).ifPresent(imports::add);
      case "sluice" -> {
        membership = membership.and(blockReader.membership(block));
        defersUnknownProviders |= blockReader.defersUnknownProviders(block);
      }
      default -> {}
    }
  }

  /** The message about a name that is declared twice. */
  private record Uniqueness(String summary, String detail) {}

  private static final Uniqueness VARIABLE =
      new Uniqueness(
          "Duplicate variable declaration",
          "A variable named \"%s\" was already declared at %s. Variable names must be unique within"
              + " a module.");
  private static final Uniqueness LOCAL =
      new Uniqueness(
          "Duplicate local value definition",
          "A local value named \"%s\" was already defined at %s. Local value names must be unique"
              + " within a module.");
  private static final Uniqueness OUTPUT =
      new Uniqueness(
          "Duplicate output definition",
          "An output named \"%s\" was already defined at %s. Output names must be unique within a"
              + " module.");
  private static final Uniqueness CALL =
      new Uniqueness(
          "Duplicate module call",
          "A module call named \"%s\" was already defined at %s. Module calls must have unique"
              + " names within a module.");
  private static final Uniqueness STEP =
      new Uniqueness(
          "Duplicate step",
          "%s was already declared at %s. Step names must be unique per runner in each module.");
  private static final Uniqueness PROVIDER =
      new Uniqueness(
          "Duplicate provider configuration",
          "A provider configuration \"%s\" was already given at %s. If multiple configurations are"
              + " required, set the \"alias\" argument for alternative configurations.");

  private <T> void put(
      Map<String, T> declared,
      T declaration,
      Function<T, String> name,
      Function<T, SourceRange> range,
      Uniqueness uniqueness) {
    T first = declared.putIfAbsent(name.apply(declaration), declaration);
    if (first != null) {
      diagnostics.error(
          uniqueness.summary(),
          uniqueness.detail().formatted(name.apply(declaration), range.apply(first)),
          range.apply(declaration));
    }
  }

  private void addLocals(Block block) {
    for (Attribute attribute : block.body().justAttributes(diagnostics).values()) {
      Local local = new Local(attribute.name(), attribute.expression(), attribute.range());
      put(locals, local, Local::name, Local::range, LOCAL);
    }
  }

  private void addResource(Resource resource) {
    Resource first = resources.putIfAbsent(resource.name(), resource);
    if (first == null) {
      return;
    }
    String kind = resource.name().mode() == ResourceMode.MANAGED ? "resource" : "data resource";
    diagnostics.error(
        resource.name().mode() == ResourceMode.MANAGED
            ? "Duplicate resource \"%s\" configuration".formatted(resource.name().type())
            : "Duplicate %s \"%s\" configuration"
                .formatted(resource.name().mode().block(), resource.name().type()),
        "A %s %s named \"%s\" was already declared at %s. Resource names must be unique per type in each module."
            .formatted(resource.name().type(), kind, resource.name().name(), first.range()),
        resource.range());
  }

  private void addCheck(Block block) {
    BodyContent content = block.body().content(Schemas.CHECK, diagnostics);
    Resource data = null;
    for (Block inner : content.blocks("data")) {
      data = resourceReader.read(inner, ResourceMode.DATA);
      addResource(data);
    }
    String name = block.labels().getFirst();
    List<CheckRule> rules = resourceReader.rules(content.blocks("assert"));
    Check check = new Check(name, data, rules, block.headerRange());
    put(checks, check, Check::name, Check::range, CHECK);
    if (content.blocks("assert").isEmpty()) {
      diagnostics.error(
          "Zero assert blocks",
          "Check blocks must have at least one assert block.",
          block.headerRange());
    }
  }

  private static final Uniqueness CHECK =
      new Uniqueness(
          "Duplicate check block",
          "A check block named \"%s\" was already declared at %s. Check blocks must be unique"
              + " within each module.");
}
