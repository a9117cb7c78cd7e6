package io.sluice.worker.files;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** The directory in which one task's provider opens files, for as long as this is open. */
public interface Workplace extends AutoCloseable {
  Path directory();

  /**
   * Where one call is made: in this directory, or, where no relative path plays a part in it, in
   * one that others share.
   *
   * @param look looks at all that the call is given
   */
  default Path directory(UnaryOperator<RelativePaths> look) {
    return directory();
  }

  /**
   * Keeps what a call wrote, for others of the same run on other workers.
   *
   * @param node whose call it was
   * @param told what the call was given and has answered: paths in it tell which call wrote which
   *     file
   */
  Kept keep(String node, List<JsonNode> told);

  @Override
  void close();

  /** The outcome of keeping what a call wrote. */
  sealed interface Kept {
    /** All of it is kept, or there is none. */
    record All() implements Kept {}

    /** {@code paths} are here alone, since this deployment keeps nothing. */
    record Here(List<String> paths, String why) implements Kept {}

    /** It can't be kept: other workers would find something else. */
    record Refused(String why) implements Kept {}
  }

  /** A permanent directory that all tasks share. */
  static Workplace standing(Path directory) {
    return standing(directory, directory);
  }

  /**
   * The same where calls without relative paths are made elsewhere.
   *
   * @param shared the same for all directories
   */
  static Workplace standing(Path directory, Path shared) {
    return new Workplace() {
      @Override
      public Path directory() {
        return directory;
      }

      @Override
      public Path directory(UnaryOperator<RelativePaths> look) {
        return shared.equals(directory) || look.apply(new RelativePaths(directory)).isFound()
            ? directory
            : shared;
      }

      @Override
      public Kept keep(String node, List<JsonNode> told) {
        return new Kept.All();
      }

      @Override
      public void close() {
        // It stays.
      }
    };
  }
}
