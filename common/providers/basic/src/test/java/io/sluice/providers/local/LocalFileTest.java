package io.sluice.providers.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.ErrorClass;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.Calls;
import io.sluice.provider.contract.ChangedOutside;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.SchemaCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalFileTest extends ResourceContract {
  @Override
  protected Provider provider() {
    return new LocalProvider();
  }

  @Override
  protected String type() {
    return "local_file";
  }

  @Override
  protected JsonNode desired() {
    return json("{'filename':'a/b/c.txt','content':'hello'}");
  }

  @Override
  protected String importId(Prior prior) {
    return prior.attributes().get("filename").asText();
  }

  @Override
  protected Optional<JsonNode> failing() {
    return Optional.of(json("{'filename':'.sluice-root/x','content':'canary-1234'}"));
  }

  @Override
  protected List<String> canaries() {
    return List.of("canary-1234");
  }

  @Test
  void writesTheContentAndItsHashes() throws Exception {
    JsonNode made = create().attributes();
    assertThat(directory.resolve("a/b/c.txt")).hasContent("hello");
    assertThat(made.get("id").asText()).isEqualTo("aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d");
    assertThat(made.get("content_md5").asText()).isEqualTo("5d41402abc4b2a76b9719d911017c592");
    assertThat(made.get("content_base64sha256").asText())
        .isEqualTo("LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=");
    try (var left = Files.list(directory.resolve("a/b"))) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void setsThePermission() throws Exception {
    done(create(json("{'filename':'p','content':'','file_permission':'0600'}")));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("p"))))
        .isEqualTo("rw-------");
  }

  @Test
  void copiesASourceAndDecodesBase64() throws Exception {
    Files.write(directory.resolve("source"), new byte[] {0, (byte) 0xff});
    done(create(json("{'filename':'x','source':'source'}")));
    done(create(json("{'filename':'y','content_base64':'AP8='}")));
    assertThat(directory.resolve("x")).hasSameBinaryContentAs(directory.resolve("y"));
  }

  @Test
  void doesNotTouchAFileThatBelongsToSomeoneElse() throws Exception {
    Path file = Files.createDirectories(directory.resolve("a/b")).resolve("c.txt");
    Files.writeString(file, "precious");
    Outcome.Failed failed = failed(create(calls.fresh()));
    assertThat(failed.errorClass()).isEqualTo(ErrorClass.USER);
    assertThat(failed.message()).contains(file.toString()).contains("sluice import");
    assertThat(file).hasContent("precious");
  }

  /** A restart of a broker is enough to make a task recovering. */
  @ParameterizedTest
  @ValueSource(strings = {"local_file", "local_sensitive_file"})
  void recoveringAloneOverwritesNothing(String type) throws Exception {
    Path file = Files.createDirectories(directory.resolve("a/b")).resolve("c.txt");
    Files.writeString(file, "precious");
    JsonNode wanted = SchemaCheck.conform(schema(), desired());
    assertThat(failed(session.create(calls.of("t", true), type, wanted)).errorClass())
        .isEqualTo(ErrorClass.USER);
    assertThat(failed(session.create(calls.again("t"), type, wanted)).errorClass())
        .isEqualTo(ErrorClass.USER);
    assertThat(file).hasContent("precious");
  }

  @Test
  void aFileAsDesiredIsTakenOverAndSaidToHaveExisted() throws Exception {
    done(create());
    assertThat(done(create(calls.fresh())).existed()).isTrue();
    assertThat(done(create(calls.of("t", true))).existed()).isTrue();
    assertThat(done(create(calls.again("t"))).existed()).as("made by this operation").isFalse();
  }

  @Test
  void aFileWithANarrowerPermissionIsNotAsDesired() throws Exception {
    Path file = Files.writeString(directory.resolve("script"), "#!/bin/sh");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    JsonNode wanted = json("{'filename':'script','content':'#!/bin/sh','file_permission':'0755'}");
    assertThat(failed(create(wanted)).code()).isEqualTo("FILE_EXISTS");
    Files.delete(file);
    done(create(wanted));
    assertThat(done(create(wanted)).existed()).as("what is made here is as desired").isTrue();
  }

  @Test
  void anImportThatIsAdvisedCanBePasted() throws Exception {
    Files.writeString(directory.resolve("it's"), "theirs");
    assertThat(failed(create(json("{'filename':'it\\u0027s','content':'ours'}"))).message())
        .endsWith("sluice import 'type.name' 'it'\\''s'");
  }

  @Test
  void aChangeFromOutsideShowsWhenRead() throws Exception {
    Prior prior = prior(create());
    Files.writeString(directory.resolve("a/b/c.txt"), "changed");
    JsonNode read = done(session.read(calls.fresh(), type(), prior)).attributes();
    assertThat(ChangedOutside.attributes(schema(), desired(), read)).containsExactly("content");
  }

  @Test
  void aFullDiskIsOneClearErrorAndNothingHalfWritten() throws Exception {
    Path disk = Files.createDirectories(directory.resolve("disk"));
    Process mount =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString())
            .redirectErrorStream(true)
            .start();
    assumeThat(mount.waitFor()).as("mounting a tmpfs is permitted here").isZero();
    try {
      Outcome outcome =
          session.create(
              new Calls(directory).fresh(),
              type(),
              SchemaCheck.conform(
                  schema(),
                  json("{'filename':'disk/big','content':'" + "x".repeat(200_000) + "'}")));
      Outcome.Failed failed = failed(outcome);
      assertThat(failed.code()).isEqualTo("DISK_FULL");
      assertThat(failed.message()).contains("disk is full").hasSizeLessThan(400);
      try (var left = Files.list(disk)) {
        assertThat(left).isEmpty();
      }
    } finally {
      new ProcessBuilder("umount", disk.toString()).start().waitFor();
    }
  }
}
