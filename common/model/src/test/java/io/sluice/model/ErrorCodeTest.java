package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ErrorCodeTest {
  @ParameterizedTest
  @EnumSource(CoreCode.class)
  void codesOfItsOwnAreKnownByTheirNames(CoreCode code) throws Exception {
    assertThat(ErrorCode.of(code.wire())).isSameAs(code);
    assertThat(again(TaskError.of(code, "why"))).isEqualTo(TaskError.of(code, "why"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP_404", "SQL_42P07", "ofANewerBuild", "CLOSED"})
  void anyOtherIsTheProviders(String wire) throws Exception {
    TaskError error = new TaskError(ErrorClass.PERMANENT, ErrorCode.of(wire), "why", null);

    assertThat(error.code()).isEqualTo(new ProviderCode(wire));
    assertThat(again(error)).isEqualTo(error);
    assertThat(Json.text(error))
        .isEqualTo("{\"class\":\"PERMANENT\",\"code\":\"" + wire + "\",\"message\":\"why\"}");
  }

  @Test
  void aCodeOfAnyLengthFits() {
    assertThat(ErrorCode.of("x".repeat(10_000)).wire())
        .hasSizeLessThanOrEqualTo(200)
        .startsWith("xxx");
  }

  private static TaskError again(TaskError error) throws Exception {
    return Json.decode(Json.text(error).getBytes(StandardCharsets.UTF_8), TaskError.class);
  }
}
