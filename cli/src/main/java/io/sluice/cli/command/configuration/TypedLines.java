package io.sluice.cli.command.configuration;

import io.sluice.cli.terminal.Invocation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The lines that a person types into the console, with editing, history and completion on a
 * terminal, and as they are from anything else.
 */
interface TypedLines extends AutoCloseable {
  /** The next line; null at the end. */
  @Nullable String next(String prompt) throws IOException;

  @Override
  void close() throws IOException;

  /**
   * @param names what can be completed
   */
  static TypedLines of(Invocation invocation, Collection<String> names) throws IOException {
    return invocation.terminal().interactive() && invocation.terminal().live()
        ? new Edited(invocation, names)
        : new Plain(invocation);
  }

  /** Without a terminal nothing is shown but the answers. */
  final class Plain implements TypedLines {
    private final BufferedReader in;

    private Plain(Invocation invocation) {
      this.in =
          new BufferedReader(
              new InputStreamReader(invocation.terminal().in(), StandardCharsets.UTF_8));
    }

    @Override
    public @Nullable String next(String prompt) throws IOException {
      return in.readLine();
    }

    @Override
    public void close() {
      // Standard input belongs to the process.
    }
  }

  /** On a terminal. */
  final class Edited implements TypedLines {
    private static final String HISTORY = "console-history";

    private final Terminal terminal;
    private final LineReader reader;

    private Edited(Invocation invocation, Collection<String> names) throws IOException {
      Logger.getLogger("org.jline").setLevel(Level.OFF);
      this.terminal = TerminalBuilder.builder().system(true).dumb(true).build();
      DefaultParser parser = new DefaultParser();
      // An expression has backslashes and quotes of its own, and its end is found elsewhere.
      parser.setEscapeChars(null);
      parser.setQuoteChars(new char[0]);
      LineReaderBuilder builder =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .appName("sluice")
              .parser(parser)
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .completer((line, word, candidates) -> complete(word, names, candidates));
      history(invocation).ifPresent(file -> builder.variable(LineReader.HISTORY_FILE, file));
      this.reader = builder.build();
    }

    /** What was typed may be kept beside other things of Sluice's, if there is such a place. */
    private static Optional<Path> history(Invocation invocation) throws IOException {
      String home = invocation.environment().getOrDefault("HOME", "");
      if (home.isEmpty() || !Files.isWritable(Path.of(home))) {
        return Optional.empty();
      }
      Path folder = Files.createDirectories(Path.of(home, ".sluice"));
      return Optional.of(folder.resolve(HISTORY));
    }

    /** Only the reference at the cursor is completed, whatever it is part of. */
    private static void complete(
        ParsedLine line, Collection<String> names, List<Candidate> candidates) {
      String typed = line.word().substring(0, line.wordCursor());
      int from = typed.length();
      while (from > 0 && isOfReference(typed.charAt(from - 1))) {
        from--;
      }
      String lead = typed.substring(0, from);
      String begun = typed.substring(from);
      names.stream()
          .filter(name -> name.startsWith(begun))
          .forEach(
              name ->
                  candidates.add(new Candidate(lead + name, name, null, null, null, null, false)));
    }

    private static boolean isOfReference(char c) {
      return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
    }

    @Override
    public @Nullable String next(String prompt) {
      try {
        return reader.readLine(prompt);
      } catch (EndOfFileException | UserInterruptException e) {
        return null;
      }
    }

    @Override
    public void close() throws IOException {
      reader.getHistory().save();
      terminal.close();
    }
  }
}
