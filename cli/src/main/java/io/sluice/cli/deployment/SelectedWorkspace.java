package io.sluice.cli.deployment;

import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.exchange.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The workspace that commands of a directory mean when none is named: {@code SLUICE_WORKSPACE}, or
 * what {@code sluice workspace select} has written into {@code .sluice/workspace}.
 */
public final class SelectedWorkspace {
  public static final String DEFAULT = "default";
  private static final String VARIABLE = "SLUICE_WORKSPACE";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private SelectedWorkspace() {}

  /** Empty when none is selected: then it is {@link #DEFAULT}, or the only one there is. */
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
      throw Fault.of("The selected workspace can't be read", String.valueOf(e.getMessage()), "")
          .because(e);
    }
  }

  public static void select(Invocation invocation, String name) {
    new LocalDirectory(invocation.directory()).create();
    try {
      SafeFile.write(file(invocation), (valid(name) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw Fault.of("The selection can't be saved", String.valueOf(e.getMessage()), "").because(e);
    }
  }

  /** A name that can be part of a key, a path and a topic's record. */
  public static String valid(String name) {
    if (!NAME.matcher(name).matches()) {
      throw Fault.of(
          "\"" + name + "\" is not a valid workspace name",
          "A name consists of letters, digits, dots, dashes and underscores, begins with a letter"
              + " or digit, and has at most 100 characters.",
          "");
    }
    return name;
  }

  private static Path file(Invocation invocation) {
    return new LocalDirectory(invocation.directory()).data().resolve("workspace");
  }
}
