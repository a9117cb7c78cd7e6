package io.sluice.cli.command.shared;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.VariableSources;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Values of root variables from the command line: of both flags, in the order of their typing. */
public final class VariableOptions {
  private final List<VariableSources.Argument> arguments = new ArrayList<>();

  @Option(
      names = "--var",
      paramLabel = "NAME=VALUE",
      parameterConsumer = Assignment.class,
      description = "Set a variable; may be repeated, and the last value wins.")
  private List<String> assigned = new ArrayList<>();

  @Option(
      names = "--var-file",
      paramLabel = "FILE",
      parameterConsumer = ValuesFile.class,
      description = "Read values of variables from a file; may be repeated.")
  private List<String> files = new ArrayList<>();

  public VariableSources sources(Invocation invocation) {
    return new VariableSources(invocation.environment(), arguments);
  }

  private void assign(String text) {
    int at = text.indexOf('=');
    if (at <= 0) {
      throw Fault.of(
          "The given --var option \"" + text + "\" is not correctly specified",
          "It must be a variable name and value separated by an equals sign: --var name=value.",
          "");
    }
    assigned.add(text);
    arguments.add(
        new VariableSources.Assignment(text.substring(0, at).strip(), text.substring(at + 1)));
  }

  private void take(String file) {
    files.add(file);
    arguments.add(new VariableSources.ValuesFile(file));
  }

  /** Two lists would lose what came before what. */
  static final class Assignment implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> typed, ArgSpec option, CommandSpec command) {
      of(option).assign(value(typed, option, command));
    }
  }

  static final class ValuesFile implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> typed, ArgSpec option, CommandSpec command) {
      of(option).take(value(typed, option, command));
    }
  }

  private static VariableOptions of(ArgSpec option) {
    try {
      VariableOptions options = option.scope().get();
      return options;
    } catch (Exception e) {
      throw new IllegalStateException("an option without its owner", e);
    }
  }

  private static String value(Stack<String> typed, ArgSpec option, CommandSpec command) {
    if (typed.isEmpty()) {
      throw new picocli.CommandLine.ParameterException(
          command.commandLine(), "a value is missing for " + option.paramLabel());
    }
    return typed.pop();
  }
}
