package io.sluice.planning.configuration.files;

import io.sluice.model.file.FileEntry;

/**
 * How much goes with a configuration.
 *
 * @param files how many files arguments may name
 * @param file bytes of one of them
 * @param all bytes of all of them
 * @param carried bytes that travel with the configuration itself
 */
public record FileLimits(int files, long file, long all, long carried) {
  private static final long MIB = 1 << 20;

  public static final FileLimits STANDARD =
      new FileLimits(10_000, FileEntry.MOST_BYTES, 1024 * MIB, 8 * MIB);
}
