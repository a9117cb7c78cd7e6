package io.sluice.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedactionTest {
  private final Redaction redaction = Redaction.of(List.of("hunter2", "hunter2-longer", "ab"));

  @Test
  void hidesSecretsAlsoInBase64() {
    assertThat(redaction.apply("login hunter2-longer/hunter2/aHVudGVyMg== in lab"))
        .isEqualTo("login (sensitive value)/(sensitive value)/(sensitive value) in lab");
  }

  @Test
  void hidesSecretsThatJsonWritesAnotherWay() {
    String secret = "pa\"ss\nword";
    String shown = Json.text(Json.object().put("message", secret));
    assertThat(Redaction.of(List.of(secret)).apply(shown))
        .isEqualTo("{\"message\":\"(sensitive value)\"}");
  }

  @Test
  void hidesSecretsThatUrlsWriteAnotherWay() {
    Redaction odd = Redaction.of(List.of("pa ss/word"));
    assertThat(odd.apply("http://a/pa+ss%2Fword?b=pa%20ss%2Fword"))
        .isEqualTo("http://a/(sensitive value)?b=(sensitive value)");
    assertThat(odd.in("http://a/pa+ss%2Fword")).containsExactly("pa+ss%2Fword");
  }

  @Test
  void hidesPathsThatWereResolved() {
    assertThat(Redaction.of(List.of("./of//hunter2")).apply("deleting /root/of/hunter2: no"))
        .isEqualTo("deleting /root/(sensitive value): no");
    assertThat(Redaction.of(List.of("../of/hunter2/")).apply("deleting /of/hunter2: no"))
        .isEqualTo("deleting /(sensitive value): no");
  }

  @Test
  void hidesThemInOutcomesAndLogs() {
    assertThat(redaction.apply(Outcome.user("X", "bad hunter2")))
        .isEqualTo(new Outcome.Failed(ErrorClass.USER, "X", "bad (sensitive value)"));
    List<String> said = new java.util.ArrayList<>();
    ((OperationLog) said::add).redactedBy(redaction).say("using hunter2");
    assertThat(said).containsExactly("using (sensitive value)");
  }

  @Test
  void hidesTheBeginningOfASecretWhereATextWasCut() {
    Redaction redaction = Redaction.of(List.of("hunter2secret"));

    assertThat(redaction.apply("403: token hunter2s… and more"))
        .isEqualTo("403: token (sensitive value)… and more");
    assertThat(redaction.apply("cut at the hun…")).isEqualTo("cut at the hun…");
    assertThat(redaction.apply("…")).isEqualTo("…");
  }
}
