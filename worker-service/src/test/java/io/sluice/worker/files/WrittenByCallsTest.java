package io.sluice.worker.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.file.BundledFile;
import io.sluice.model.file.FileManifest;
import io.sluice.model.json.Json;
import io.sluice.worker.files.Workplaces.Found;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two workers in one run: the next call of one finds what a call of the other wrote. */
class WrittenByCallsTest {
  private static final String DIRECTORY = "/home/me/prod";

  @TempDir private Path data;
  private final SortedMap<String, BundledFile> files = new TreeMap<>();
  private final RememberedFiles source = new RememberedFiles(DIRECTORY, files);
  private Layouts here;
  private Layouts there;

  @BeforeEach
  void workers() {
    files.put("main.tf", BundledFile.of("a".getBytes(StandardCharsets.UTF_8), 0644));
    here = worker();
    there = worker();
  }

  private Layouts worker() {
    return new Layouts(
        WorkerFolder.in(data), source, new Layouts.Limits(1 << 20, Duration.ofHours(1)));
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  private Workplace place(Layouts worker) {
    Found found =
        worker.find(
            new Layouts.Wanted("shop", "run-1", FileManifest.ofBundled(DIRECTORY, files).hash()));
    assertThat(found).isInstanceOf(Found.Ready.class);
    return ((Found.Ready) found).place();
  }

  private static void write(Workplace place, String path, String text) throws IOException {
    Path file = place.directory().resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static JsonNode told(String path) {
    return Json.object().put("output_path", path);
  }

  @Test
  void isFoundByTheNextCallOfAnotherWorker() throws Exception {
    try (Workplace place = place(here);
        Workplace before = place(there)) {
      write(place, "build/a.zip", "zipped");
      assertThat(place.keep("data.archive", List.of(told("./build/a.zip"))))
          .isEqualTo(new Workplace.Kept.All());
      assertThat(before.directory().resolve("build/a.zip")).doesNotExist();

      try (Workplace after = place(there);
          Workplace again = place(there)) {
        assertThat(after.directory().resolve("build/a.zip")).hasContent("zipped");
        assertThat(again.keep("reader", List.of())).isEqualTo(new Workplace.Kept.All());
      }
      assertThat(source.fetched).as("each content once a worker").hasValue(1);
      assertThat(source.written("shop", "run-1")).hasSize(1);
    }
  }

  @Test
  void takesTheLastThatOneNodeWrote() throws Exception {
    try (Workplace place = place(here)) {
      write(place, "a.zip", "first");
      place.keep("data.archive", List.of(told("a.zip")));
      try (Workplace between = place(there)) {
        assertThat(between.directory().resolve("a.zip")).hasContent("first");
      }
      write(place, "a.zip", "second try");
      assertThat(place.keep("data.archive", List.of(told("a.zip"))))
          .isEqualTo(new Workplace.Kept.All());
    }
    try (Workplace after = place(there)) {
      assertThat(after.directory().resolve("a.zip")).hasContent("second try");
    }
  }

  @Test
  void namesBothWhoWriteOnePathOtherwise() throws Exception {
    try (Workplace place = place(here);
        Workplace other = place(there)) {
      write(place, "a.zip", "one");
      write(other, "a.zip", "one");
      assertThat(place.keep("x.one", List.of(told("a.zip")))).isEqualTo(new Workplace.Kept.All());
      assertThat(other.keep("x.same", List.of(told("a.zip"))))
          .as("the same content twice is no harm")
          .isEqualTo(new Workplace.Kept.All());

      write(other, "a.zip", "another");
      Workplace.Kept refused = other.keep("x.two", List.of(told("a.zip")));

      assertThat(refused).isInstanceOf(Workplace.Kept.Refused.class);
      assertThat(((Workplace.Kept.Refused) refused).why()).contains("x.one", "x.two", "a.zip");
    }
    try (Workplace after = place(here)) {
      assertThat(after.directory().resolve("a.zip")).hasContent("one");
    }
  }

  @Test
  void leavesToACallWhatAnotherOneIsStillWriting() throws Exception {
    try (Workplace one = place(here)) {
      Workplace two = place(here);
      write(one, "one.zip", "whole");
      write(two, "two.zip", "ha");
      assertThat(one.keep("x.one", List.of(told("one.zip")))).isEqualTo(new Workplace.Kept.All());
      assertThat(source.written("shop", "run-1").getFirst().files()).containsOnlyKeys("one.zip");

      write(two, "two.zip", "half and half");
      write(two, "unnamed.log", "log");
      assertThat(two.keep("x.two", List.of(told("two.zip")))).isEqualTo(new Workplace.Kept.All());
      two.close();
      assertThat(one.keep("x.three", List.of())).isEqualTo(new Workplace.Kept.All());
    }
    try (Workplace after = place(there)) {
      assertThat(after.directory().resolve("two.zip")).hasContent("half and half");
      assertThat(after.directory().resolve("unnamed.log"))
          .as("nobody's, so the run's")
          .hasContent("log");
    }
  }

  @Test
  void saysWhatIsHereAloneWhereNothingIsKept() throws Exception {
    source.absence = Optional.of("set SLUICE_BLOBS");
    try (Workplace place = place(here)) {
      write(place, "a.zip", "one");
      assertThat(place.keep("x.one", List.of(told("a.zip"))))
          .isEqualTo(new Workplace.Kept.Here(List.of("a.zip"), "set SLUICE_BLOBS"));
      assertThat(place.keep("x.two", List.of())).isEqualTo(new Workplace.Kept.All());
    }
  }

  @Test
  void fetchesWhatDidNotComeWithTheRun() throws Exception {
    byte[] large = "large".getBytes(StandardCharsets.UTF_8);
    BundledFile file = BundledFile.of(large, 0755);
    files.put("bin/large", new BundledFile(file.entry(), null, new TreeMap<>()));
    source.contents.put(file.entry().sha256(), large);

    try (Workplace place = place(here)) {
      assertThat(place.directory().resolve("bin/large")).isExecutable().hasContent("large");
    }
  }
}
