package io.sluice.cli.local;

import io.sluice.cli.logging.LogFile;
import io.sluice.cli.terminal.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** {@code .sluice/} of a directory: the names of what is in it. */
public record LocalDirectory(Path root) {
  private static final String NAME = ".sluice";

  public LocalDirectory {
    root = root.toAbsolutePath().normalize();
  }

  public Path data() {
    return root.resolve(NAME);
  }

  public Path kafka() {
    return data().resolve("kafka");
  }

  public Path state() {
    return data().resolve("store");
  }

  public Path blobs() {
    return data().resolve("blobs");
  }

  /**
   * What the worker keeps of packages, and commands beside it, so that none reads twice what the
   * other one has read.
   */
  public Path worker() {
    return data().resolve("worker");
  }

  public Path logs() {
    return data().resolve("logs");
  }

  public Path key() {
    return data().resolve("key");
  }

  /** What a host publishes once it serves, removed before it stops. */
  Path description() {
    return data().resolve("stack.json");
  }

  Path hostLock() {
    return data().resolve("lock");
  }

  /** The lock that Kafka takes on its data, whatever becomes of ours. */
  Path dataLock() {
    return kafka().resolve(".lock");
  }

  Path membersLock() {
    return data().resolve("members");
  }

  /** Which directories' workspaces runs of several have walked. */
  public Path walked() {
    return data().resolve("walked");
  }

  /** Free bytes of the disk that holds the data; as much as there can be where it is not known. */
  public long freeSpace() {
    return StorageTrouble.free(data()).orElse(Long.MAX_VALUE);
  }

  /** A fault where it is there and is not the caller's own, or open to others, or unreadable. */
  public boolean exists() {
    return TrustedFolder.isThere(data());
  }

  /** Makes {@code .sluice/} if it is not there: for its owner only, and never for git. */
  public void create() {
    try {
      if (!exists()) {
        StorageTrouble.requireSpace(this);
        make(data());
      }
      Path ignore = data().resolve(".gitignore");
      if (!Files.exists(ignore)) {
        Files.writeString(ignore, "*\n");
      }
      Files.createDirectories(logs());
      LogFile.use(logs().resolve("sluice.log"));
    } catch (IOException e) {
      throw Fault.of(
              "The local deployment can't keep its data in " + data(),
              StorageTrouble.explain(data(), e),
              "Sluice keeps Kafka's and ZooKeeper's data under .sluice/ of the working directory."
                  + " Make the directory writable, or name another one with -chdir=DIR.")
          .because(e);
    }
  }

  private static void make(Path directory) throws IOException {
    if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectory(directory);
    }
  }
}
