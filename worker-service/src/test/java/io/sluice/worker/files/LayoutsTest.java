package io.sluice.worker.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.file.BundledFile;
import io.sluice.model.file.FileManifest;
import io.sluice.worker.files.Workplaces.Found;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayoutsTest {
  private static final String DIRECTORY = "/home/me/live/prod";
  private static final Layouts.Limits USUAL = new Layouts.Limits(1 << 20, Duration.ofHours(1));

  @TempDir private Path data;
  private final SortedMap<String, BundledFile> files = new TreeMap<>();
  private final RememberedFiles source = new RememberedFiles(DIRECTORY, files);
  private Layouts layouts;

  private Layouts layouts(Layouts.Limits limits) {
    layouts = new Layouts(WorkerFolder.in(data), source, limits);
    return layouts;
  }

  @AfterEach
  void close() {
    if (layouts != null) {
      layouts.close();
    }
  }

  private void file(String path, String content, int mode) {
    files.put(path, BundledFile.of(content.getBytes(StandardCharsets.UTF_8), mode));
  }

  private Layouts.Wanted wanted(String run) {
    return new Layouts.Wanted("shop", run, FileManifest.ofBundled(DIRECTORY, files).hash());
  }

  private static Workplace ready(Found found) {
    assertThat(found).isInstanceOf(Found.Ready.class);
    return ((Found.Ready) found).place();
  }

  @Test
  void laysFilesOutOnceForARunAsTheyWereCalled() throws Exception {
    file("main.tf", "a", 0644);
    file("./bin/tool", "b", 0755);
    file("../shared/net.tf", "c", 0600);
    Layouts made = layouts(USUAL);

    try (Workplace place = ready(made.find(wanted("run-1")));
        Workplace again = ready(made.find(wanted("run-1")));
        Workplace other = ready(made.find(wanted("run-2")))) {
      assertThat(place.directory()).endsWith(Path.of("prod"));
      assertThat(place.directory().resolve("main.tf")).hasContent("a");
      assertThat(place.directory().resolve("bin/tool")).isExecutable().hasContent("b");
      assertThat(place.directory().resolve("../shared/net.tf")).hasContent("c");
      assertThat(again.directory()).isEqualTo(place.directory());
      assertThat(other.directory())
          .as("what one run writes is nothing to another")
          .isNotEqualTo(place.directory());
      assertThat(source.asked).hasValue(2);
    }
  }

  @Test
  void laysOutOnceForAllWhoComeAtTheSameTime() throws Exception {
    file("main.tf", "a", 0644);
    Layouts made = layouts(USUAL);
    Layouts.Wanted wanted = wanted("run-1");

    assertThat(
            IntStream.range(0, 16)
                .parallel()
                .mapToObj(any -> ready(made.find(wanted)).directory())
                .distinct())
        .hasSize(1);
    assertThat(source.asked).hasValue(1);
  }

  @Test
  void refusesOtherFilesThanThoseOfThePlan() {
    file("main.tf", "a", 0644);
    Layouts.Wanted planned = wanted("run-1");
    file("main.tf", "b", 0644);

    Found found = layouts(USUAL).find(planned);

    assertThat(found).isInstanceOf(Found.Missing.class);
    assertThat(((Found.Missing) found).reason()).contains("run-1", "not the files of its plan");
    assertThat(layouts.size()).isZero();
  }

  @Test
  void writesNothingOutsideWhateverTheyAreCalled() throws Exception {
    file("../../../../../escaped.txt", "a", 0644);
    file("x/../../../../../../escaped.txt", "a", 0644);
    file("/escaped.txt", "a", 0644);
    file("main.tf", "a", 0644);

    try (Workplace place = ready(layouts(USUAL).find(wanted("run-1")))) {
      assertThat(place.directory().resolve("main.tf")).exists();
      try (Stream<Path> all = Files.walk(data)) {
        assertThat(all.filter(path -> path.endsWith("escaped.txt"))).isEmpty();
      }
    }
  }

  @Test
  void sweepsWhatNobodyUsesAndKeepsWhatIsUsed() throws Exception {
    file("main.tf", "a".repeat(600), 0644);
    Layouts made = layouts(new Layouts.Limits(1_000, Duration.ofHours(1)));
    Workplace first = ready(made.find(wanted("run-1")));
    Path used = first.directory();
    Workplace second = ready(made.find(wanted("run-2")));
    Path unused = second.directory();

    second.close();

    assertThat(used).exists();
    assertThat(unused).as("too much together, and unused").doesNotExist();
    try (Workplace again = ready(made.find(wanted("run-2")))) {
      assertThat(again.directory()).as("a plugin may still run in the former").isNotEqualTo(unused);
    }
    first.close();
  }

  @Test
  void deletesWhatAWorkerLeftBehindThatWasKilled() throws Exception {
    Path left = Files.createDirectories(data.resolve("dead"));
    Files.writeString(left.resolve("file"), "a");
    Files.createFile(data.resolve("dead.lock"));

    layouts(USUAL);

    assertThat(left).doesNotExist();
    assertThat(data.resolve("dead.lock")).doesNotExist();
    layouts.close();
    try (Stream<Path> rest = Files.list(data)) {
      assertThat(rest).isEmpty();
    }
    layouts = null;
  }
}
