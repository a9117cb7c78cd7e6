package io.sluice.worker.files;

import io.sluice.model.digest.Sha256;
import io.sluice.model.file.BundledFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The files of runs in memory, for several workers. */
final class RememberedFiles implements FileSource {
  final AtomicInteger asked = new AtomicInteger();
  final AtomicInteger fetched = new AtomicInteger();
  final Map<String, byte[]> contents = new ConcurrentHashMap<>();
  Optional<String> absence = Optional.empty();
  private final String directory;
  private final SortedMap<String, BundledFile> files;
  private final SortedMap<String, WrittenFiles> written = new TreeMap<>();

  RememberedFiles(String directory, SortedMap<String, BundledFile> files) {
    this.directory = directory;
    this.files = files;
  }

  @Override
  public Submitted files(String workspace, String run) {
    asked.incrementAndGet();
    return new Submitted(directory, files, run);
  }

  @Override
  public void fetch(String digest, Path into) throws IOException {
    fetched.incrementAndGet();
    Files.write(into, contents.get(digest));
  }

  @Override
  public Optional<String> absence() {
    return absence;
  }

  @Override
  public void keep(String digest, Path content) {
    try {
      byte[] bytes = Files.readAllBytes(content);
      if (!Sha256.hex(bytes).equals(digest)) {
        throw new AssertionError(content + " is not " + digest);
      }
      contents.put(digest, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized List<WrittenFiles> written(String workspace, String run) {
    return written.entrySet().stream()
        .filter(each -> each.getKey().startsWith(workspace + "/" + run + "/"))
        .map(Map.Entry::getValue)
        .toList();
  }

  @Override
  public synchronized void write(String workspace, String run, WrittenFiles said) {
    written.put(workspace + "/" + run + "/" + said.node(), WrittenFiles.read(said.toJson()));
  }
}
