package io.sluice.cli.deployment;

import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.FileTrouble;
import io.sluice.cli.terminal.Invocation;
import io.sluice.exchange.SafeFile;
import io.sluice.model.WorkspaceName;
import io.sluice.model.record.RunRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The workspace that commands of a directory mean when none is named: {@code SLUICE_WORKSPACE}, or
 * what {@code sluice workspace select} has written into {@code .sluice/workspace}.
 */
public final class SelectedWorkspace {
  private static final String VARIABLE = "SLUICE_WORKSPACE";

  private SelectedWorkspace() {}

  /**
   * Empty when none is selected: then it is {@link WorkspaceName#DEFAULT}, or the only one there
   * is.
   */
  public static Optional<String> of(Invocation invocation) {
    String variable = invocation.environment().getOrDefault(VARIABLE, "").strip();
    if (!variable.isEmpty()) {
      return Optional.of(valid(variable));
    }
    try {
      String text = Files.readString(file(invocation)).strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(valid(text));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw FileTrouble.reading(file(invocation), e)
          .fault("The selected workspace can't be read")
          .because(e);
    }
  }

  /** On a fleet: the runs of the selected workspace, or else those that this person began. */
  public static Predicate<RunRecord> runs(Optional<String> selected, String person) {
    return run ->
        selected.isPresent() ? run.workspace().equals(selected.get()) : person.equals(run.by());
  }

  public static void select(Invocation invocation, String name) {
    new LocalDirectory(invocation.directory()).create();
    try {
      SafeFile.write(file(invocation), (valid(name) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw FileTrouble.writing(file(invocation), e)
          .fault("The selection can't be saved")
          .because(e);
    }
  }

  /** A name that can be part of a key, a path and a topic's record. */
  public static String valid(String name) {
    if (!WorkspaceName.isValid(name)) {
      throw Fault.of("\"" + name + "\" is not a valid workspace name", WorkspaceName.RULE, "");
    }
    return name;
  }

  private static Path file(Invocation invocation) {
    return new LocalDirectory(invocation.directory()).data().resolve("workspace");
  }
}
