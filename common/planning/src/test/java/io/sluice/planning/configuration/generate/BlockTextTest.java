package io.sluice.planning.configuration.generate;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.optionalComputed;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.NUMBER;
import static io.sluice.provider.schema.AttributeType.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.format.Formatter;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockTextTest {
  private static final Undescribed.Import WISH =
      new Undescribed.Import("acme_thing.one", "id-1", "acme.west");

  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "acme_thing",
              "",
              Repeats.all(RepeatClass.PURE),
              required("name", STRING),
              optional("note", STRING),
              optional("empty", STRING),
              optional("size", NUMBER),
              optional("secret", STRING).asSensitive(),
              optional("told", STRING),
              optional("once", STRING).asWriteOnly(),
              optional("old", STRING).deprecated("note"),
              optional("policy", STRING),
              optional("loose", STRING),
              optional("tags", new AttributeType.MapOf(STRING)),
              optional("anything", ANY),
              optional(
                  "rules",
                  new AttributeType.Nested(
                      BlockSchema.Nesting.LIST,
                      List.of(
                          required("port", NUMBER),
                          optional("key", STRING).asSensitive(),
                          computed("made", STRING)))),
              optionalComputed("id", STRING),
              optionalComputed("zone", STRING),
              computed("arn", STRING))
          .withBlock(
              new BlockSchema(
                  "disk",
                  BlockSchema.Nesting.LIST,
                  1,
                  0,
                  false,
                  "",
                  BlockBody.of(required("label", STRING), optional("fast", BOOL))))
          .withBlock(
              new BlockSchema(
                  "port",
                  BlockSchema.Nesting.MAP,
                  0,
                  0,
                  false,
                  "",
                  BlockBody.of(optional("number", NUMBER))));

  private static String formatted(String text) {
    Diagnostics faults = new Diagnostics();
    byte[] bytes =
        Formatter.format(
                new SourceFile("generated.tf", text.getBytes(StandardCharsets.UTF_8)), faults)
            .orElseThrow(() -> new AssertionError(faults.list() + text));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void writesWhatAConfigurationMayGiveAndNoSecret() throws Exception {
    JsonNode object =
        Json.tree(
            """
            {"name": "say \\"${hi}\\"\\n", "note": null, "empty": "", "size": 2.5, "secret": "s3cret",
             "told": "s3cret", "once": null, "old": "x", "policy": "{\\"a\\":[1,true],\\"b\\":null}",
             "loose": "{ \\"a\\": 1 }", "tags": {"a b": "c", "d": "e"},
             "anything": [{"k": [1, 2]}, []], "rules": [{"port": 80, "key": "s3cret", "made": "x"}],
             "id": "id-1", "zone": "z", "arn": "arn",
             "disk": [{"label": "one", "fast": true}, {"label": "two", "fast": null}],
             "port": {"http": {"number": 80}}}
            """
                .getBytes(StandardCharsets.UTF_8));

    String text = formatted(BlockText.of(WISH, SCHEMA, object, List.of("/told")));

    assertThat(text)
        .isEqualTo(
            """
            resource "acme_thing" "one" {
              provider = acme.west
              anything = [
                {
                  k = [1, 2]
                },
                [],
              ]
              empty = null
              loose = "{ \\"a\\": 1 }"
              name  = "say \\"$${hi}\\"\\n"
              note  = null
              once  = null
              policy = jsonencode({
                a = [1, true]
                b = null
              })
              rules = [
                {
                  key  = null # sensitive
                  port = 80
                },
              ]
              secret = null # sensitive
              size   = 2.5
              tags = {
                "a b" = "c"
                d     = "e"
              }
              told = null # sensitive
              zone = "z"
              disk {
                fast  = true
                label = "one"
              }
              disk {
                fast  = null
                label = "two"
              }
              port "http" {
                number = 80
              }
            }
            """);
    assertThat(text).doesNotContain("s3cret");
  }

  @Test
  void aStandInHasWhatIsRequired() {
    assertThat(formatted(BlockText.unknown(WISH, SCHEMA)))
        .isEqualTo(
            """
            resource "acme_thing" "one" {
              provider = acme.west
              name     = jsondecode(timestamp())
              disk {
                label = jsondecode(timestamp())
              }
            }
            """);
  }
}
