package io.sluice.cli.local;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/** Which build this is: the version, and a sum over the class path that changes with each build. */
public final class Build {
  public static final String VERSION = "0.1.0";

  private Build() {}

  public static String current() {
    CRC32 sum = new CRC32();
    for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      sum.update(String.valueOf(path.getFileName()).getBytes(StandardCharsets.UTF_8));
      sum.update(Long.toString(stamp(path)).getBytes(StandardCharsets.UTF_8));
    }
    return VERSION + "+" + String.format("%08x", sum.getValue());
  }

  /** Size and time of a jar; a directory of classes has none, it belongs to a test. */
  private static long stamp(Path path) {
    try {
      return Files.isRegularFile(path)
          ? Files.size(path) * 31 + Files.getLastModifiedTime(path).toMillis()
          : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
