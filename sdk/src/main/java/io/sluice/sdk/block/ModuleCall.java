package io.sluice.sdk.block;

import io.sluice.sdk.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call of a module whose variables and outputs are known by their names alone, or of one that is
 * a stack itself.
 */
public final class ModuleCall extends ModuleBlock<ModuleCall> {
  /** A module that is written in Java too: a stack that another one calls. */
  public interface Called {
    String name();

    List<Variable<?>> variables();

    /** The text of its files, by their names. */
    Map<String, String> files();
  }

  private final String source;
  private final @Nullable Called module;

  public ModuleCall(String name, String source) {
    super(name, source);
    this.source = source;
    this.module = null;
  }

  public ModuleCall(String name, String source, String version) {
    super(name, source, version);
    this.source = source;
    this.module = null;
  }

  /** Of a stack, which is written into a directory of its name beside the one that calls it. */
  public ModuleCall(String name, Called module) {
    super(name, "./" + module.name());
    this.source = "./" + module.name();
    this.module = module;
  }

  /** Sets a variable of the module. */
  public ModuleCall set(Variable<?> variable, Object value) {
    assign(variable.name(), variable.kind().of(value));
    return this;
  }

  /** Reads an output of the module. */
  public <V extends Value> V get(Output<V> output) {
    return computed(output.name(), output.kind());
  }

  /** The stack that is called. */
  public Optional<Called> module() {
    return Optional.ofNullable(module);
  }

  @Override
  protected List<String> requiredArguments() {
    return module == null
        ? List.of()
        : module.variables().stream().filter(Variable::isRequired).map(Variable::name).toList();
  }

  @Override
  protected ModuleCall fresh() {
    return module == null ? new ModuleCall(ownLabel(), source) : new ModuleCall(ownLabel(), module);
  }
}
