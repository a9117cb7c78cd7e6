package io.sluice.state.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the file of a local store, and replaces one that is damaged by an empty one. */
final class StoreFile {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFile.class);
  private static final int CACHE_MIB = 8;

  private StoreFile() {}

  /**
   * @param read what is read of the file at once: damage may show only then
   * @throws IOException when another process has it open, or it can't be written
   */
  static <T> T openOrDiscard(Path file, Function<MVStore, T> read) throws IOException {
    try {
      return read.apply(opened(file));
    } catch (MVStoreException | IllegalArgumentException e) {
      if (e instanceof MVStoreException known
          && (known.getErrorCode() == DataUtils.ERROR_FILE_LOCKED
              || known.getErrorCode() == DataUtils.ERROR_WRITING_FAILED)) {
        throw new IOException(file + " cannot be used: " + known.getMessage(), known);
      }
      LOG.warn("the local store {} is damaged; rebuilding it: {}", file, e.getMessage());
      Files.deleteIfExists(file);
      return read.apply(opened(file));
    }
  }

  static MVStore readOnly(Path file) {
    return new MVStore.Builder()
        .fileName(file.toString())
        .readOnly()
        .autoCommitDisabled()
        .cacheSize(CACHE_MIB)
        .open();
  }

  private static MVStore opened(Path file) {
    MVStore store =
        new MVStore.Builder()
            .fileName(file.toString())
            .autoCommitDisabled()
            .cacheSize(CACHE_MIB)
            .open();
    store.setVersionsToKeep(0);
    return store;
  }
}
