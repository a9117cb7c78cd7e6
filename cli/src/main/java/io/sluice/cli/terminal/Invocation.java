package io.sluice.cli.terminal;

import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.Wrapped;
import io.sluice.language.report.TextReport;
import io.sluice.language.source.Diagnostic;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a command was called with besides its arguments.
 *
 * @param directory what relative paths are taken from: the working directory, or what {@code
 *     -chdir} names
 * @param start where the shell stands
 * @param typed the words behind {@code sluice}, as they were typed
 */
public record Invocation(
    Path directory,
    Map<String, String> environment,
    Terminal terminal,
    Path start,
    List<String> typed) {
  private static final List<String> FLEET = List.of("--bootstrap-servers", "--zookeeper");

  /** What was already said on each stream. */
  private static final Map<PrintStream, Set<String>> SAID =
      Collections.synchronizedMap(new WeakHashMap<>());

  public Invocation {
    directory = directory.toAbsolutePath().normalize();
    start = start.toAbsolutePath().normalize();
    typed = List.copyOf(typed);
  }

  public Invocation(Path directory, Map<String, String> environment, Terminal terminal) {
    this(directory, environment, terminal, directory, List.of());
  }

  public static Invocation ofProcess() {
    Map<String, String> environment = System.getenv();
    return new Invocation(Path.of(""), environment, Terminal.ofProcess(environment));
  }

  public Invocation in(Path other) {
    return new Invocation(directory.resolve(other), environment, terminal, start, typed);
  }

  public Invocation typing(List<String> words) {
    return new Invocation(directory, environment, terminal, start, words);
  }

  public Invocation on(Terminal other) {
    return new Invocation(directory, environment, other, start, typed);
  }

  public Path resolve(String path) {
    return directory.resolve(path).normalize();
  }

  /** This very command, to be pasted into the shell that it came from. */
  public String again() {
    List<String> words = new ArrayList<>(List.of("sluice"));
    words.addAll(typed);
    return ShellWord.line(words);
  }

  /** Another command that means the same deployment, to be pasted into the same shell. */
  public String command(String... words) {
    return command(List.of(words));
  }

  public String command(List<String> words) {
    List<String> all = new ArrayList<>(List.of("sluice"));
    if (!directory.equals(start)) {
      Path named = directory.startsWith(start) ? start.relativize(directory) : directory;
      all.add("-chdir=" + named);
    }
    all.addAll(words);
    List<String> given = new ArrayList<>(Arguments.normalised(typed.toArray(String[]::new)));
    for (String flag : FLEET) {
      Arguments.value(given, flag).ifPresent(value -> all.addAll(List.of(flag, value)));
    }
    return ShellWord.line(all);
  }

  public boolean debug() {
    return !environment.getOrDefault("SLUICE_DEBUG", "").isEmpty();
  }

  /** Tells what went wrong, on the error stream. */
  public void tell(Fault fault) {
    fault.diagnostics().forEach(this::tell);
    if (debug()) {
      fault.printStackTrace(terminal.err());
    }
  }

  /** Ends a command: programs that asked for JSON read the faults where they read all else. */
  public void fail(Fault fault) {
    if (typed.contains("--json") || typed.contains("-json")) {
      fault
          .diagnostics()
          .forEach(diagnostic -> terminal.out().println(JsonLine.of(diagnostic, Instant.now())));
    }
    tell(fault);
  }

  /** Tells one fault or warning, on the error stream. */
  public void tell(Diagnostic diagnostic) {
    String text = new TextReport(terminal.errorStyle().isColour()).one(wrapped(diagnostic));
    terminal.err().print("\n" + text);
    terminal.err().flush();
  }

  /** A terminal breaks lines within words. */
  private Diagnostic wrapped(Diagnostic diagnostic) {
    return terminal.live() ? Wrapped.diagnostic(diagnostic, terminal.columns()) : diagnostic;
  }

  /** Something to know that is not the result: on the error stream. */
  public void note(String text) {
    terminal.err().println(text);
  }

  /** The same, however often a command comes by. */
  public void noteOnce(String text) {
    if (SAID.computeIfAbsent(terminal.err(), to -> ConcurrentHashMap.newKeySet()).add(text)) {
      note(text);
    }
  }
}
