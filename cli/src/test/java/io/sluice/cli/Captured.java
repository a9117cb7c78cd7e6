package io.sluice.cli;

import io.sluice.cli.render.Style;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs a command in this process and keeps what it wrote. */
public final class Captured {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final int code;

  private Captured(
      Path directory, Map<String, String> environment, String input, String... arguments) {
    this(
        directory,
        environment,
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        false,
        arguments);
  }

  private Captured(
      Path directory,
      Map<String, String> environment,
      InputStream input,
      boolean interactive,
      String... arguments) {
    Terminal terminal =
        new Terminal(
            input,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            interactive,
            false,
            Style.PLAIN,
            Style.PLAIN,
            100);
    this.code = Sluice.run(new Invocation(directory, environment, terminal), arguments);
  }

  public static Captured run(Path directory, String... arguments) {
    return new Captured(directory, Map.of(), "", arguments);
  }

  /** With something on standard input. */
  public static Captured fed(Path directory, String input, String... arguments) {
    return new Captured(directory, Map.of(), input, arguments);
  }

  public static Captured run(Path directory, Map<String, String> environment, String... arguments) {
    return new Captured(directory, environment, "", arguments);
  }

  /** What a command would be called with, and nobody to answer. */
  public static Invocation quiet(Path directory, String... typed) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true);
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            nowhere,
            nowhere,
            false,
            false,
            Style.PLAIN,
            Style.PLAIN,
            100);
    return new Invocation(directory, Map.of(), terminal).typing(List.of(typed));
  }

  /** On a terminal, where a person types these lines. */
  public static Captured answering(Path directory, InputStream input, String... arguments) {
    return new Captured(directory, Map.of(), input, true, arguments);
  }

  public int code() {
    return code;
  }

  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
