package io.sluice.cli.local;

import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a disk's refusal means, in words. */
final class StorageTrouble {
  /** Below this a broker can't even lay out its topics. */
  static final long NEEDED_TO_START = 48L << 20;

  /** Below this the next segment or index may not fit: time to stop with a clear word. */
  static final long NEEDED_TO_GO_ON = 4L << 20;

  private StorageTrouble() {}

  static String explain(Path place, IOException trouble) {
    return isFull(place)
        ? "The disk that holds " + place + " is full."
        : FileTrouble.writing(place, trouble).reason();
  }

  /** Fails before anything is made where a deployment could not start. */
  static void requireSpace(LocalDirectory directory) {
    long free = directory.freeSpace();
    if (free < NEEDED_TO_START) {
      throw Fault.of(
          "The disk is too full for a local deployment",
          "The disk that holds "
              + directory.data()
              + " has "
              + (free >> 20)
              + " MiB left; a local deployment needs "
              + (NEEDED_TO_START >> 20)
              + " MiB to start.",
          "Free some space, or work in a directory on another disk (-chdir=DIR). Nothing was"
              + " changed.");
    }
  }

  /** The free bytes of the disk that will hold a place; empty where that can't be known. */
  static Optional<Long> free(Path place) {
    @Nullable Path existing = place;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.getFileStore(existing).getUsableSpace());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isFull(Path place) {
    return free(place).map(bytes -> bytes < (1L << 16)).orElse(false);
  }
}
