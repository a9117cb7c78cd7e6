package io.sluice.worker.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelativePathsTest {
  @TempDir private Path directory;

  @BeforeEach
  void fill() throws Exception {
    Files.writeString(directory.resolve("present"), "");
    Files.createDirectories(directory.resolve("made"));
  }

  private boolean isFound(String argument, String text) {
    boolean inValue =
        new RelativePaths(directory).in(ObjectValue.of(Map.of(argument, Value.of(text)))).isFound();
    boolean inRecord =
        new RelativePaths(directory).in(Json.toTree(Map.of(argument, text))).isFound();
    assertThat(inRecord).isEqualTo(inValue);
    return inValue;
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource({
    "name,       /shop/0",
    "value,      some words",
    "region,     eu-central-1",
    "endpoint,   http://127.0.0.1:5000/x.json",
    "source_arn, arn:aws:sns:eu-central-1:000000000000:bench",
    "filename,   /tmp/x.zip",
    "config_path, ~/.kube/config",
    "name,       elsewhere/there",
    "description, some words",
    "resource,   instance",
    "profile,    default",
  })
  void whatIsNone(String argument, String text) {
    assertThat(isFound(argument, text)).isFalse();
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource({
    "value,    ./x",
    "value,    ../x",
    "value,    lambda.zip",
    "filename, out",
    "value,    present",
    "value,    made/later",
    "program,  cat",
    "command,  /bin/sh -c 'cat x'",
  })
  void whatMayBeOne(String argument, String text) {
    assertThat(isFound(argument, text)).isTrue();
  }

  @Test
  void looksInsideOfAllThatHoldsOthers() {
    Value list = ListValue.of(Types.STRING, List.of(Value.of("fine"), Value.of("present")));
    assertThat(
            new RelativePaths(directory)
                .in(ObjectValue.of(Map.of("all", ObjectValue.of(Map.of("each", list)))))
                .isFound())
        .isTrue();
    assertThat(
            new RelativePaths(directory)
                .in(
                    ObjectValue.of(
                        Map.of(
                            "settings",
                            MapValue.of(Types.STRING, Map.of("script", Value.of("do it"))))))
                .isFound())
        .isTrue();
    assertThat(
            new RelativePaths(directory)
                .in(ObjectValue.of(Map.of("path", Value.unknown(Types.STRING))))
                .isFound())
        .as("nobody follows it yet")
        .isFalse();
  }
}
