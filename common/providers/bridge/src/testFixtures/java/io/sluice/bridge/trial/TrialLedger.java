package io.sluice.bridge.trial;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.MessagePackReader;
import io.sluice.bridge.codec.MessagePackWriter;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/**
 * What the trial provider has really made, in files: it outlives the provider's process, and says
 * what happened, whoever heard of it.
 */
final class TrialLedger {
  private static final String MADE = "made.log";
  private static final String LOST = "lost.log";

  /** Where there is such a file, no more answers are lost. */
  private static final String CALM = "calm";

  private static final String ALL = "all:";
  private static final String ONE = "one:";

  private final Path folder;
  private final long delay;
  private final int every;

  private TrialLedger(Path folder, long delay, int every) {
    this.folder = folder;
    this.delay = delay;
    this.every = every;
  }

  /**
   * Empty where the environment names none: then everything is there that is looked for. It may
   * also say how long a creation takes before and after its object is there, and that of every so
   * many objects the answer is lost.
   */
  static Optional<TrialLedger> of(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("TRIAL_LEDGER"))
        .map(
            folder ->
                new TrialLedger(
                    Path.of(folder),
                    Long.parseLong(environment.getOrDefault("TRIAL_DELAY_MS", "0")),
                    Integer.parseInt(environment.getOrDefault("TRIAL_LOSES_EVERY", "0"))));
  }

  private Path file(String type, String name) {
    return folder.resolve(type + "." + name);
  }

  Optional<Value> read(String type, String name, Type of) throws IOException, DecodeFailed {
    try {
      return Optional.of(MessagePackReader.decode(Files.readAllBytes(file(type, name)), of));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether a data source is asked for an object: {@code all:TYPE.NAME} says nothing where there is
   * none, as a list does, and {@code one:TYPE.NAME} refuses.
   */
  boolean isAboutObjects(String key) {
    return key.startsWith(ALL) || key.startsWith(ONE);
  }

  /** The import id of the object, or nothing; empty where that is an error. */
  Optional<String> found(String key) {
    String object = key.substring(ALL.length());
    boolean isThere = Files.exists(folder.resolve(object));
    return isThere
        ? Optional.of(object.substring(object.indexOf('.') + 1))
        : key.startsWith(ALL) ? Optional.of("") : Optional.empty();
  }

  /**
   * Makes an object with what is to go wrong with it the first time.
   *
   * @return what the provider says instead of success
   */
  Optional<String> create(String type, String name, String fault, Value made, Type of)
      throws IOException, InterruptedException {
    boolean isFirst = times(fault + "-" + name) == 1;
    Thread.sleep(delay);
    if (isFirst && fault.equals("die-before-make")) {
      Runtime.getRuntime().halt(2);
    }
    if (fault.equals("busy") && times("tried-" + name) <= 2) {
      return Optional.of("ConcurrentUpdateException: another change is under way");
    }
    if (Files.exists(file(type, name))) {
      return Optional.of("EntityAlreadyExists: " + name + " is there");
    }
    boolean isHalf = isFirst && fault.equals("die-half");
    make(type, name, isHalf ? TrialObjects.with(made, "note", Value.of("half")) : made, of);
    Thread.sleep(delay);
    if (isHalf || (isFirst && fault.equals("die-after-make"))) {
      Runtime.getRuntime().halt(2);
    }
    boolean isLost = every > 0 && !Files.exists(folder.resolve(CALM)) && times("made") % every == 0;
    if (isLost || (isFirst && fault.equals("lost-answer"))) {
      note(LOST, type, name);
      return Optional.of("request send failed, Post \"http://localhost\": EOF");
    }
    return isFirst && fault.equals("sent-twice")
        ? Optional.of("EntityAlreadyExists: " + name + " is there")
        : Optional.empty();
  }

  Optional<String> update(String type, String name, String fault, Value made, Type of)
      throws IOException {
    if (fault.equals("busy") && times("changed-" + name) <= 2) {
      return Optional.of("it is being modified");
    }
    write(type, name, made, of);
    return Optional.empty();
  }

  /** A line for each creation: one that was made twice is there twice. */
  private synchronized void make(String type, String name, Value value, Type of)
      throws IOException {
    write(type, name, value, of);
    note(MADE, type, name);
  }

  private synchronized void note(String log, String type, String name) throws IOException {
    Files.writeString(
        folder.resolve(log),
        type + "." + name + "\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private void write(String type, String name, Value value, Type of) throws IOException {
    Path half = Files.createTempFile(folder, "half", "");
    Files.write(half, MessagePackWriter.encode(value, of));
    Files.move(half, file(type, name), StandardCopyOption.ATOMIC_MOVE);
  }

  void delete(String type, String name) throws IOException {
    Files.deleteIfExists(file(type, name));
  }

  /** Counts how often something was done to it; 1 for the first time. */
  private synchronized int times(String what) throws IOException {
    Path file = folder.resolve("times-" + what);
    Files.writeString(
        file, "x", StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return (int) Files.size(file);
  }
}
