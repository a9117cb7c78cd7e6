package io.sluice.language.function;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * The files that an evaluation may read: those of a directory, or those of a bundle. Paths are as
 * the configuration writes them; relative ones are taken from the base directory.
 */
public interface FileAccess {
  /** Why a file could not be read: a sentence part such as "no file exists at \"a.txt\"". */
  final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    public Unreadable(String message) {
      super(message, null, false, false);
    }

    public String reason() {
      return String.valueOf(getMessage());
    }
  }

  /** What is at a path. */
  enum Kind {
    NONE,
    FILE,
    DIRECTORY,
    OTHER
  }

  Kind kind(String path) throws Unreadable;

  byte[] read(String path) throws Unreadable;

  /**
   * The digest of a file's content, by an algorithm of Java's. A large file is known by it alone
   * where nobody has its content.
   */
  default byte[] digest(String path, String algorithm) throws Unreadable {
    try {
      return MessageDigest.getInstance(algorithm).digest(read(path));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(algorithm + " is part of every Java", e);
    }
  }

  /** Paths of all regular files below a directory, relative to it, with slashes, in any order. */
  List<String> filesBelow(String directory) throws Unreadable;

  /** The path made absolute. */
  String absolute(String path) throws Unreadable;

  /** The home directory that a leading {@code ~} stands for. */
  String home() throws Unreadable;

  /** No files at all. */
  FileAccess NONE = new NoFiles();
}
