package io.sluice.cli;

import io.sluice.cli.render.Style;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Runs a command in this process and keeps what it wrote. */
public final class Captured {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final int code;

  private Captured(
      Path directory, Map<String, String> environment, String input, String... arguments) {
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
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
