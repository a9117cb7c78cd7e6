package io.sluice.model.file;

import io.sluice.model.digest.Sha256;

/**
 * A file's content, by its digest, and its permissions, which travel too since archives contain
 * them.
 *
 * @param sha256 of the content
 * @param mode the nine bits of permissions
 */
public record FileEntry(String sha256, long bytes, int mode) {
  /** The largest file that travels or is kept, in bytes. */
  public static final long MOST_BYTES = 256L << 20;

  /** Readable by all, written by the owner. */
  public static final int USUAL_MODE = 0644;

  private static final int BITS = 0777;

  public FileEntry {
    mode &= BITS;
  }

  public static FileEntry of(byte[] content, int mode) {
    return new FileEntry(Sha256.hex(content), content.length, mode);
  }

  public boolean holdsTheSameAs(FileEntry other) {
    return sha256.equals(other.sha256);
  }
}
