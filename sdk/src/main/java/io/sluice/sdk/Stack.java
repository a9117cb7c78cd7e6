package io.sluice.sdk;

import io.sluice.sdk.block.Block;
import io.sluice.sdk.block.Locals;
import io.sluice.sdk.block.Output;
import io.sluice.sdk.block.ProviderBlock;
import io.sluice.sdk.block.Requirement;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.document.Body;
import io.sluice.sdk.document.HclText;
import io.sluice.sdk.document.JsonText;
import io.sluice.sdk.value.Value;
import io.sluice.sdk.value.Values;
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
public final class Stack {
  private final String name;
  private final Map<String, Block> blocks = new LinkedHashMap<>();
  private final Map<String, Variable<?>> variables = new LinkedHashMap<>();
  private final Locals locals = new Locals();
  private final Map<String, Output> outputs = new LinkedHashMap<>();
  private final Map<String, Requirement> requirements = new TreeMap<>();

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

  public Output add(Output output) {
    putNew(outputs, "output " + output.name(), output);
    return output;
  }

  /** Adds an output. */
  public Output output(String output, Object value) {
    return add(new Output(output, value));
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

  /** Writes it as {@code NAME.tf}, in place of what an earlier call has written. */
  public Path write(Path directory) {
    Path file = directory.resolve(name + ".tf");
    try {
      Files.createDirectories(directory);
      return Files.writeString(file, toHcl());
    } catch (IOException e) {
      throw new UncheckedIOException("the stack can't be written to " + file, e);
    }
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
    return new Body(items);
  }

  private Body.Block terraform() {
    List<Body.Item> required = new ArrayList<>();
    requirements.forEach(
        (called, requirement) ->
            required.add(new Body.Attribute(called, Values.of(source(requirement)).expression())));
    Body.Block providers = new Body.Block("required_providers", List.of(), new Body(required));
    return new Body.Block("terraform", List.of(), Body.of(providers));
  }

  private static Map<String, String> source(Requirement requirement) {
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("source", requirement.source());
    if (!requirement.version().isEmpty()) {
      entries.put("version", requirement.version());
    }
    return entries;
  }
}
