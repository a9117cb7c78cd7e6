package io.sluice.install.module;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Resolves links in paths, which stay relative as long as no link is absolute. */
final class Links {
  private static final int MOST = 40;

  private Links() {}

  static String resolved(Path root, String path) throws IOException {
    Path at = Path.of(path);
    for (int followed = 0; followed < MOST; followed++) {
      Path next = withoutFirstLink(root, at);
      if (next.equals(at)) {
        return at.toString().replace('\\', '/');
      }
      at = next;
    }
    throw new IOException("there are more than " + MOST + " links in it");
  }

  private static Path withoutFirstLink(Path root, Path path) throws IOException {
    Path before = path.isAbsolute() ? path.getRoot() : Path.of("");
    for (int i = 0; i < path.getNameCount(); i++) {
      Path here = before.resolve(path.getName(i));
      if (Files.isSymbolicLink(root.resolve(here))) {
        Path target = before.resolve(Files.readSymbolicLink(root.resolve(here)));
        Path rest =
            i + 1 < path.getNameCount() ? path.subpath(i + 1, path.getNameCount()) : Path.of("");
        return target.resolve(rest).normalize();
      }
      before = here;
    }
    return path;
  }
}
