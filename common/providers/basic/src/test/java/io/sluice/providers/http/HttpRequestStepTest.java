package io.sluice.providers.http;

import static io.sluice.provider.contract.ResourceContract.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.RepeatClass;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpRequestStepTest {
  private final Provider provider = new HttpProvider();
  private final TypeSchema step =
      ProviderRegistry.of(provider).step("http_request").orElseThrow().schema();

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "{'url':'http://a'}; PURE",
        "{'url':'http://a','method':'HEAD'}; PURE",
        "{'url':'http://a','method':'PUT'}; TOKEN",
        "{'url':'http://a','method':'DELETE'}; TOKEN",
        "{'url':'http://a','method':'POST'}; NONE",
        "{'url':'http://a','method':'PATCH','headers':{'X':'y'}}; NONE",
        "{'url':'http://a','method':'POST','headers':{'Idempotency-Key':'{token}'}}; TOKEN",
        "{'url':'http://a','method':'${how.output}'}; NONE"
      })
  void repeatsAsItsMethodDoes(String arguments, RepeatClass expected) {
    String text = arguments.replace("\"", "'");
    assertThat(provider.repeats(step, json(text)).create()).isEqualTo(expected);
  }
}
