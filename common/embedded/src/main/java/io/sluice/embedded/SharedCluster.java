package io.sluice.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One embedded cluster for all tests of a JVM, in a temporary folder that goes with the JVM. Tests
 * keep apart by the topic prefix, from which groups, transactional ids and ZooKeeper paths follow.
 */
public final class SharedCluster {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static @Nullable EmbeddedCluster running;

  private SharedCluster() {}

  public static synchronized EmbeddedCluster running() {
    EmbeddedCluster cluster = running;
    if (cluster == null) {
      Path dir = temporaryFolder();
      cluster = EmbeddedCluster.start(dir, ClusterOptions.OPEN);
      running = cluster;
      EmbeddedCluster started = cluster;
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    started.close();
                    delete(dir);
                  },
                  "shared-cluster-stop"));
    }
    return cluster;
  }

  /** A prefix that no other test of this JVM has: {@code leases-test-3.}. */
  public static String prefix(Class<?> test) {
    return test.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT)
        + "-"
        + COUNT.incrementAndGet()
        + ".";
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("sluice-cluster-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path dir) {
    try (Stream<Path> files = Files.walk(dir)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      // A temporary folder that stays is only untidy.
    }
  }
}
