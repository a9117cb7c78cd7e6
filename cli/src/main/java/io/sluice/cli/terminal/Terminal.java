package io.sluice.cli.terminal;

import io.sluice.cli.render.Style;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The streams of a command and what is at their other end.
 *
 * @param interactive whether a person can answer: input and error stream are a terminal
 * @param live whether the output is a terminal, so that lines may be drawn again
 */
public record Terminal(
    InputStream in,
    PrintStream out,
    PrintStream err,
    boolean interactive,
    boolean live,
    Style style,
    Style errorStyle,
    int width) {
  private static final int USUAL_WIDTH = 100;
  private static final int NARROWEST = 20;
  private static final int LOWEST = 24;

  /** The process's own streams. */
  public static Terminal ofProcess(Map<String, String> environment) {
    boolean outIsTerminal = isTerminal(1);
    boolean errIsTerminal = isTerminal(2);
    boolean wanted =
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb");
    return new Terminal(
        System.in,
        utf8(System.out),
        utf8(System.err),
        isTerminal(0) && errIsTerminal,
        outIsTerminal && !environment.getOrDefault("TERM", "").equals("dumb"),
        Style.of(outIsTerminal && wanted),
        Style.of(errIsTerminal && wanted),
        width(environment));
  }

  public Terminal withoutColour() {
    return new Terminal(in, out, err, interactive, live, Style.PLAIN, Style.PLAIN, width);
  }

  /** The same for what must not depend on where it is shown. */
  public Terminal notLive() {
    return new Terminal(in, out, err, interactive, false, style, errorStyle, USUAL_WIDTH);
  }

  /** How wide the terminal really is, where that can be asked. */
  public int columns() {
    return live ? size(true, NARROWEST).orElse(width) : width;
  }

  /** How high it is; as little as there may be where that can't be asked. */
  public int rows() {
    return live ? size(false, 1).orElse(LOWEST) : LOWEST;
  }

  private static Optional<Integer> size(boolean columns, int least) {
    if (Files.notExists(Path.of("/dev/tty"))) {
      return Optional.empty();
    }
    try {
      Process asked =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String size = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      List<String> both = List.of(size.strip().split(" "));
      int found = Integer.parseInt(columns ? both.getLast() : both.getFirst());
      return found >= least ? Optional.of(found) : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Asks before something is done; anything but yes is a no. */
  public boolean confirms(String question) {
    return ask(question + "\n  Only 'yes' will be accepted: ").equals("yes");
  }

  /** Asks, and reads one line; the end of the input is an empty answer. */
  public String ask(String question) {
    out.print(question);
    out.flush();
    try {
      // A reader that is not closed: standard input belongs to the process.
      BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      String line = reader.readLine();
      return line == null ? "" : line.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PrintStream utf8(PrintStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }

  /**
   * Java can't say which of its streams is a terminal before version 22, so the process file system
   * is asked, and where there is none, {@code test -t} with the streams of this process.
   */
  private static boolean isTerminal(int descriptor) {
    try {
      if (Files.exists(Path.of("/proc/self/fd"))) {
        String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
        return target.startsWith("/dev/pts/")
            || target.startsWith("/dev/tty")
            || target.equals("/dev/console");
      }
      Process test = new ProcessBuilder("sh", "-c", "test -t " + descriptor).inheritIO().start();
      return test.waitFor() == 0;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static int width(Map<String, String> environment) {
    try {
      int columns = Integer.parseInt(environment.getOrDefault("COLUMNS", ""));
      return columns >= NARROWEST ? columns : USUAL_WIDTH;
    } catch (NumberFormatException e) {
      return USUAL_WIDTH;
    }
  }
}
