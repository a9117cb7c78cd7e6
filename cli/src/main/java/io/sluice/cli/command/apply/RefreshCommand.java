package io.sluice.cli.command.apply;

import io.sluice.cli.terminal.Invocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Records what changed outside, without a question: what {@code apply --refresh-only} does. */
@Command(
    name = "refresh",
    description = {
      "Records in state what changed outside, without asking.",
      "The same as `sluice apply --refresh-only --auto-approve`, whose other flags it takes;"
          + " without --auto-approve, that command shows what it found and asks first."
    })
public final class RefreshCommand implements Callable<Integer> {
  private final Invocation invocation;

  /** A directory and flags, as apply takes them. */
  @Unmatched private List<String> typed = new ArrayList<>();

  @Spec private @Nullable CommandSpec spec;

  public RefreshCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    List<String> words = new ArrayList<>(List.of("--refresh-only", "--auto-approve"));
    words.addAll(typed);
    ApplyCommand.Apply apply = new ApplyCommand.Apply(invocation);
    try {
      new CommandLine(apply).parseArgs(words.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), String.valueOf(e.getMessage()), e);
    }
    return apply.call();
  }
}
