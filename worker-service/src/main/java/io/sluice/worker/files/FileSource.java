package io.sluice.worker.files;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.file.BundledFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where the files of runs come from, and where files that calls wrote are kept. Every method
 * blocks, and throws the transport's failure if there is no answer.
 */
public interface FileSource extends AutoCloseable {
  @Override
  default void close() {}

  /** What came with a run. */
  Submitted files(String workspace, String run);

  /** Writes a content into a new file, compared with its digest. */
  void fetch(String digest, Path into) throws IOException;

  /** Why nothing can be kept; empty if it can. */
  Optional<String> absence();

  /** Keeps the content of a file. */
  void keep(String digest, Path content);

  /** What nodes wrote until now, of all runs that belong together. */
  List<WrittenFiles> written(String workspace, String of);

  /** Records what a node wrote, in place of what was recorded of it before. */
  void write(String workspace, String of, WrittenFiles files);

  /**
   * What came with a run.
   *
   * @param directory the configuration's, where it was planned
   * @param files by the paths that the configuration calls them by
   * @param of the name under which what calls write is kept: the same for the runs of one planning
   *     and its plan
   */
  record Submitted(String directory, SortedMap<String, BundledFile> files, String of) {
    /** From the answer of the state service; what is damaged is left out, and missed later. */
    public static Submitted read(JsonNode answer) {
      SortedMap<String, BundledFile> files = new TreeMap<>();
      answer
          .path("files")
          .properties()
          .forEach(
              each ->
                  BundledFile.read(each.getValue())
                      .ifPresent(file -> files.put(each.getKey(), file)));
      return new Submitted(answer.path("cwd").asText(), files, answer.path("files_of").asText());
    }
  }
}
