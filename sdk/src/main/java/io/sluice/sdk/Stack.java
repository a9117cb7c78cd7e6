package io.sluice.sdk;

import io.sluice.sdk.block.Block;
import io.sluice.sdk.block.Locals;
import io.sluice.sdk.block.ModuleCall;
import io.sluice.sdk.block.Output;
import io.sluice.sdk.block.ProviderBlock;
import io.sluice.sdk.block.Requirement;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.document.Body;
import io.sluice.sdk.document.HclText;
import io.sluice.sdk.document.JsonText;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.Value;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A configuration: everything that is added becomes a block of it, and from then on what is asked
 * of it is a reference. It is no thread's but the one that makes it.
 */
public final class Stack implements ModuleCall.Called {
  private final String name;
  private final Map<String, Block> blocks = new LinkedHashMap<>();
  private final Map<String, Variable<?>> variables = new LinkedHashMap<>();
  private final Locals locals = new Locals();
  private final Map<String, Output<?>> outputs = new LinkedHashMap<>();
  private final Map<String, Requirement> requirements = new TreeMap<>();

  private final List<Statement> statements = new ArrayList<>();

  /** Configurations of providers that callers of this module give it. */
  private final Map<String, ProviderBlock<?>> expected = new LinkedHashMap<>();

  /**
   * @param name of its file, and of its workspace where it is submitted
   */
  public Stack(String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          "'" + name + "' is no name of a stack: letters, digits, '.', '_' and '-'");
    }
    if (name.equals("override") || name.endsWith("_override")) {
      throw new IllegalArgumentException(
          "'" + name + "' is no name of a stack: files that end so override others");
    }
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  /** Adds a resource, a data source, a module or a provider, and gives it its lineage. */
  public <B extends Block> B add(B block) {
    if (block.isInStack()) {
      throw new IllegalArgumentException(block.blockIdentifier() + " is in a stack already");
    }
    putNew(blocks, block.uniqueName(), block);
    block.join();
    block.requirement().ifPresent(this::requireIfNew);
    return block;
  }

  public <V extends Value> Variable<V> add(Variable<V> variable) {
    putNew(variables, variable.identifier().text(), variable);
    return variable;
  }

  /** Adds a variable; the result is its value, for everything that uses it. */
  public <V extends Value> V variable(Variable<V> variable) {
    return add(variable).value();
  }

  public <V extends Value> Output<V> add(Output<V> output) {
    putNew(outputs, "output " + output.name(), output);
    return output;
  }

  /** Says something of blocks or of the stack: what was moved, imported, removed, or must hold. */
  public Stack add(Statement statement) {
    statements.add(statement);
    return this;
  }

  /** Adds an output. */
  public <V extends Value> Output<V> output(String output, V value) {
    return add(new Output<>(output, value));
  }

  /** Adds an output of text, a number, a boolean, a list or a map with values in it. */
  public Output<Value> output(String output, Object value) {
    return add(Output.of(output, value));
  }

  /**
   * Says that callers of this module give it a configuration of a provider, beside the usual one.
   *
   * @param configuration with an alias, by which it is known here
   */
  public <P extends ProviderBlock<P>> P expects(P configuration) {
    putNew(expected, configuration.uniqueName(), configuration);
    configuration.requirement().ifPresent(this::requireIfNew);
    return configuration;
  }

  /** Names a value, which is the local's from then on. */
  public <V extends Value> V local(String local, V value) {
    if (locals.has(local)) {
      throw taken("local." + local);
    }
    return locals.named(local, value);
  }

  /** Says where a provider comes from; this goes before what generated classes say. */
  public Stack require(Requirement requirement) {
    requirements.put(requirement.name(), requirement);
    return this;
  }

  private void requireIfNew(Requirement requirement) {
    requirements.putIfAbsent(requirement.name(), requirement);
  }

  private <T> void putNew(Map<String, T> into, String unique, T added) {
    if (into.putIfAbsent(unique, added) != null) {
      throw taken(unique);
    }
  }

  private IllegalArgumentException taken(String unique) {
    return new IllegalArgumentException(
        "stack \"" + name + "\" has " + unique + " already: call one of them otherwise");
  }

  /** In HCL, in canonical form. */
  public String toHcl() {
    return HclText.of(body());
  }

  /** The same in JSON, for a file {@code *.tf.json}. */
  public String toJson() {
    return JsonText.of(body());
  }

  /** Its text and that of the stacks that it calls as modules, by file: {@code net/net.tf}. */
  @Override
  public Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(name + ".tf", toHcl());
    Map<String, ModuleCall.Called> modules = new LinkedHashMap<>();
    for (Block block : blocks.values()) {
      if (block instanceof ModuleCall call) {
        call.module().ifPresent(module -> putModule(modules, module));
      }
    }
    modules.forEach(
        (directory, module) ->
            module.files().forEach((file, text) -> files.put(directory + "/" + file, text)));
    return files;
  }

  private void putModule(Map<String, ModuleCall.Called> modules, ModuleCall.Called module) {
    ModuleCall.Called other = modules.putIfAbsent(module.name(), module);
    if (other != null && !other.equals(module)) {
      throw new IllegalStateException(
          "stack \"" + name + "\" calls two modules \"" + module.name() + "\": rename one");
    }
  }

  /**
   * Writes it as {@code NAME.tf}, and the stacks that it calls as modules into directories of their
   * names, in place of what an earlier call has written.
   */
  public Path write(Path directory) {
    files().forEach((file, text) -> write(directory.resolve(file), text));
    return directory.resolve(name + ".tf");
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException("the stack can't be written to " + file, e);
    }
  }

  /** The variables that were added, in that order. */
  @Override
  public List<Variable<?>> variables() {
    return List.copyOf(variables.values());
  }

  /** Has it planned and applied; {@link Run#follow()} waits for that. */
  public Run submit(Fleet fleet) {
    return fleet.submit(this);
  }

  private Body body() {
    List<String> missing = new ArrayList<>();
    blocks.values().forEach(block -> missing.addAll(block.missingArguments()));
    if (!missing.isEmpty()) {
      throw new IncompleteStack(name, missing);
    }
    List<Body.Item> items = new ArrayList<>();
    if (!requirements.isEmpty()) {
      items.add(terraform());
    }
    blocks.values().stream()
        .filter(block -> block instanceof ProviderBlock<?>)
        .forEach(block -> items.add(block.written()));
    variables.values().forEach(variable -> items.add(variable.written()));
    items.addAll(locals.written());
    blocks.values().stream()
        .filter(block -> !(block instanceof ProviderBlock<?>))
        .forEach(block -> items.add(block.written()));
    outputs.values().forEach(output -> items.add(output.written()));
    statements.forEach(statement -> items.add(statement.written()));
    return new Body(items);
  }

  private Body.Block terraform() {
    List<Body.Item> required = new ArrayList<>();
    requirements.forEach(
        (called, requirement) -> required.add(new Body.Attribute(called, source(requirement))));
    Body.Block providers = new Body.Block("required_providers", List.of(), new Body(required));
    return new Body.Block("terraform", List.of(), Body.of(providers));
  }

  private Expression source(Requirement requirement) {
    List<Expression.Entry> entries = new ArrayList<>();
    entries.add(entry("source", new Expression.Text(requirement.source())));
    if (!requirement.version().isEmpty()) {
      entries.add(entry("version", new Expression.Text(requirement.version())));
    }
    List<Expression> aliases = new ArrayList<>();
    expected.values().stream()
        .filter(each -> each.providerName().equals(requirement.name()))
        .forEach(each -> aliases.add(new Expression.Word(each.blockIdentifier().text())));
    if (!aliases.isEmpty()) {
      entries.add(entry("configuration_aliases", new Expression.Sequence(aliases)));
    }
    return new Expression.Mapping(entries);
  }

  private static Expression.Entry entry(String key, Expression value) {
    return new Expression.Entry(new Expression.Text(key), value);
  }
}
