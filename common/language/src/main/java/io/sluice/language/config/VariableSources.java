package io.sluice.language.config;

import io.sluice.language.syntax.Expression;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where values of root variables come from besides the files of the module.
 *
 * @param environment all of it; {@code TF_VAR_} and {@code SLUICE_VAR_} names count
 * @param arguments of the command line, in its order
 * @param workspace whose own file counts; null for none
 */
public record VariableSources(
    Map<String, String> environment, List<Argument> arguments, @Nullable String workspace) {
  public static final VariableSources NONE = new VariableSources(Map.of(), List.of());

  public VariableSources(Map<String, String> environment, List<Argument> arguments) {
    this(environment, arguments, null);
  }

  public VariableSources {
    environment = Map.copyOf(environment);
    arguments = List.copyOf(arguments);
  }

  /** Whether a deployment of a stack sets them. */
  public boolean areOfDeployment() {
    return arguments.stream().anyMatch(Deployed.class::isInstance);
  }

  public VariableSources in(String name) {
    return new VariableSources(environment, arguments, name);
  }

  /** One argument that sets variables. */
  public sealed interface Argument {}

  /** {@code -var name=value}. */
  public record Assignment(String name, String value) implements Argument {}

  /**
   * What a deployment of a stack sets variables to.
   *
   * @param inputs without references
   */
  public record Deployed(String deployment, Map<String, Expression> inputs) implements Argument {}

  /** {@code -var-file path}. */
  public record ValuesFile(String path) implements Argument {}
}
