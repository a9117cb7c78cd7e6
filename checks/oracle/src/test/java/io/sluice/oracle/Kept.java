package io.sluice.oracle;

import io.sluice.bridge.oracle.Terraform;
import io.sluice.model.digest.Sha256;
import io.sluice.oracle.Recordings.Recorded;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the terraform on PATH asked, kept below {@code build} by scenario, program and provider:
 * running it takes most of the time, and its requests do not change.
 */
final class Kept {
  private static final Path FOLDER = Path.of("build/asked");
  private static final List<String> PROVIDER =
      List.of("TrialProvider", "TrialSchema", "TrialObjects", "TrialFiles", "RequestLog");

  private static final String JUDGE = judge();

  private Kept() {}

  /** The recording that is kept, or a new one. */
  static List<Recorded> of(Scenario scenario) throws Exception {
    String digest = Sha256.hex(JUDGE + Recordings.digest(scenario));
    Path file = FOLDER.resolve(digest + ".log.gz");
    Recordings kept = Recordings.read(file);
    Optional<List<Recorded>> before = kept.of(scenario);
    if (before.isPresent()) {
      return before.get();
    }
    List<Recorded> now = Suite.record(scenario, Files.createTempDirectory("asked"), false);
    Files.createDirectories(FOLDER);
    kept.put(scenario, now);
    kept.write(file);
    return now;
  }

  /** Which program it is, and which provider it asks. */
  private static String judge() {
    StringBuilder text = new StringBuilder();
    try {
      Path program = Terraform.find().orElseThrow().toRealPath();
      text.append(program).append(Files.size(program)).append(Files.getLastModifiedTime(program));
      for (String name : PROVIDER) {
        try (InputStream in =
            Recorded.class.getResourceAsStream("/io/sluice/bridge/trial/" + name + ".class")) {
          text.append(Sha256.hex(in.readAllBytes()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
