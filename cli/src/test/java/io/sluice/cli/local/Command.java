package io.sluice.cli.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code sluice} as a process of its own, as a person starts it. */
public record Command(Process process, Path out, Path err) {
  private static final long PATIENCE_SECONDS = 240;
  private static final String HERE = System.getProperty("java.class.path");
  private static final String JARS = System.getProperty("sluice.test.jars", HERE);

  static Command start(Path directory, String... arguments) throws IOException {
    return start(directory, Map.of(), arguments);
  }

  static Command start(Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    return start(List.of(), JARS, directory, environment, arguments);
  }

  /** One that hears Ctrl-C, even where whoever runs the tests has it ignored. */
  static Command startInterruptible(Path directory, String... arguments) throws IOException {
    return start(List.of("env", "--default-signal=INT"), JARS, directory, Map.of(), arguments);
  }

  /** The same as a build that joins what this process has left running. */
  public static Command startInterruptibleAsHere(Path directory, String... arguments)
      throws IOException {
    return start(List.of("env", "--default-signal=INT"), HERE, directory, Map.of(), arguments);
  }

  /** As Ctrl-C does. */
  public void interrupt() throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).inheritIO().start();
    if (kill.waitFor() != 0) {
      throw new AssertionError("it could not be interrupted");
    }
  }

  private static Command start(
      List<String> by,
      String classPath,
      Path directory,
      Map<String, String> environment,
      String... arguments)
      throws IOException {
    List<String> line = new ArrayList<>(by);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("-XX:+UseSerialGC");
    line.add("-XX:TieredStopAtLevel=1");
    line.add("-Xlog:disable");
    line.add("-Xlog:all=error:stderr");
    if (classPath.equals(JARS)) {
      line.add("-XX:SharedArchiveFile=" + System.getProperty("sluice.test.archive", ""));
    }
    line.add("-cp");
    line.add(classPath);
    line.add("io.sluice.cli.Sluice");
    line.addAll(List.of(arguments));
    Path out = Files.createTempFile("sluice-out", ".txt");
    Path err = Files.createTempFile("sluice-err", ".txt");
    ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
    builder.environment().putAll(environment);
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    return new Command(builder.start(), out, err);
  }

  /** With variables of its own. */
  public static Ended run(Path directory, Map<String, String> environment, String... arguments)
      throws Exception {
    return start(directory, environment, arguments).await();
  }

  /** As the same build as this process, which can join the deployment that it leaves running. */
  public static Ended runAsHere(
      Path directory, Map<String, String> environment, String... arguments) throws Exception {
    return startAsHere(directory, environment, arguments).await();
  }

  static Command startAsHere(Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    return start(List.of(), HERE, directory, environment, arguments);
  }

  /** Runs it to its end. */
  static Ended run(Path directory, String... arguments) throws Exception {
    return start(directory, arguments).await();
  }

  public Ended await() throws Exception {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("it did not end: " + text(out) + text(err));
    }
    return new Ended(process.exitValue(), text(out), text(err));
  }

  /** What it wrote until now, to people and to the one that called it. */
  public String saidSoFar() throws IOException {
    return text(out) + text(err);
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  /** What became of it. */
  public record Ended(int code, String out, String err) {}
}
