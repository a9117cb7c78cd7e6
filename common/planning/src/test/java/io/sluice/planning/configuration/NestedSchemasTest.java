package io.sluice.planning.configuration;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.NUMBER;
import static io.sluice.provider.schema.AttributeType.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.VariableSources;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.BlockSchema.Nesting;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets, presence and spelling of what lies deeper than a type's own attributes. */
final class NestedSchemasTest {
  private static final BlockBody LOGIN =
      BlockBody.of(required("user", STRING), optional("password", STRING).asSensitive());
  private static final AttributeType RULE =
      new AttributeType.ObjectOf(
          new TreeMap<>(
              Map.of(
                  "port", AttributeType.required(NUMBER), "note", AttributeType.optional(STRING))));
  private static final TypeSchema TYPE =
      TypeSchema.resource(
              "host_machine",
              "",
              Repeats.all(RepeatClass.TOKEN),
              optional("name", STRING),
              optional("rule", AttributeType.listOf(RULE)).orBlocks(),
              optional(
                  "disk",
                  new AttributeType.Nested(
                      Nesting.LIST,
                      List.of(
                          required("size", NUMBER),
                          optional("key", STRING).asSensitive(),
                          computed("path", STRING)))))
          .withBlock(block("login", Nesting.SINGLE, LOGIN))
          .withBlock(block("user", Nesting.LIST, LOGIN))
          .withBlock(block("limits", Nesting.GROUP, BlockBody.of(optional("cores", NUMBER))));

  @TempDir private Path directory = Path.of("unset");

  private static BlockSchema block(String name, Nesting nesting, BlockBody body) {
    return new BlockSchema(name, nesting, 0, 0, false, "", body);
  }

  private record Hosts() implements Provider {
    @Override
    public String name() {
      return "host";
    }

    @Override
    public ProviderSchema schema() {
      return ProviderSchema.unconfigured(List.of(TYPE));
    }

    @Override
    public Configured configure(JsonNode configuration) {
      return new Configured.Refused(Outcome.user("NONE", "Nothing is made here."));
    }
  }

  private Configuration.Outcome outcome(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), text);
    Configuration.Loaded loaded =
        Configuration.load(
            new DirectorySource(directory),
            VariableSources.NONE,
            "default",
            "2026-01-02T03:04:05Z",
            ProviderRegistry.of(new Hosts()));
    Configuration configuration = loaded.configuration();
    return configuration == null
        ? new Configuration.Refused(loaded.diagnostics())
        : configuration.plan(
            new Configuration.PlanInputs(
                new Snapshot("w", 1, 1, null, List.of(), null, List.of()),
                RunKind.APPLY,
                RunOptions.DEFAULT,
                Map.of()));
  }

  private Node machine(String text) throws IOException {
    return switch (outcome(text)) {
      case Configuration.Planned(ConfigurationPlan plan) ->
          plan.plan().nodes().stream()
              .filter(node -> node.type().equals("host_machine"))
              .findFirst()
              .orElseThrow();
      case Configuration.Asked asked -> throw new AssertionError(asked.toString());
      case Configuration.Refused refused -> throw new AssertionError(refused.toString());
    };
  }

  private static JsonNode json(String text) throws IOException {
    return Json.mapper().readTree(text);
  }

  private List<String> refusal(String text) throws IOException {
    return outcome(text) instanceof Configuration.Refused(List<Diagnostic> reasons)
        ? reasons.stream().map(Diagnostic::summary).toList()
        : List.of();
  }

  @Test
  void whatIsSensitiveInABlockIsHiddenInThePlan() throws IOException {
    Node node =
        machine(
            """
            resource "host_machine" "a" {
              login {
                user     = "root"
                password = "secret"
              }
              user {
                user = "guest"
              }
              disk = [{ size = 1 }]
            }
            """);

    assertThat(node.sensitivePaths()).contains("/login/password", "/user", "/disk");
    assertThat(node.sensitivePaths()).doesNotContain("/login/user", "/login");
  }

  @Test
  void whatIsSensitiveInABlockStaysSoWhereItIsReferredTo() throws IOException {
    assertThat(
            refusal(
                """
                resource "host_machine" "a" {
                  login {
                    user     = "root"
                    password = "secret"
                  }
                }
                output "password" {
                  value = host_machine.a.login.password
                }
                """))
        .containsExactly("Output refers to sensitive values");
    assertThat(
            refusal(
                """
                resource "host_machine" "a" {
                  disk = [{ size = 1, key = "secret" }]
                }
                output "key" {
                  value = host_machine.a.disk[0].key
                }
                """))
        .containsExactly("Output refers to sensitive values");
    assertThat(
            refusal(
                """
                resource "host_machine" "a" {
                  login {
                    user = "root"
                  }
                }
                output "user" {
                  value = host_machine.a.login.user
                }
                """))
        .isEmpty();
  }

  @Test
  void aListOfObjectsMayBeWrittenAsBlocks() throws IOException {
    JsonNode asList =
        machine(
                """
                resource "host_machine" "a" {
                  rule = [{ port = 22, note = null }, { port = 443, note = "web" }]
                }
                """)
            .config();

    assertThat(
            machine(
                    """
                    resource "host_machine" "a" {
                      rule {
                        port = 22
                      }
                      rule {
                        port = 443
                        note = "web"
                      }
                    }
                    """)
                .config())
        .isEqualTo(json("{\"rule\":[{\"port\":22},{\"port\":443,\"note\":\"web\"}]}"));
    assertThat(
            machine(
                    """
                    resource "host_machine" "a" {
                      dynamic "rule" {
                        for_each = { web = 443 }
                        content {
                          port = rule.value
                          note = rule.key
                        }
                      }
                    }
                    """)
                .config())
        .isEqualTo(json("{\"rule\":[{\"port\":443,\"note\":\"web\"}]}"));
    assertThat(asList.at("/rule/1/port").asInt()).isEqualTo(443);
  }

  @Test
  void blocksOfAnAttributeAreCheckedAsBlocks() throws IOException {
    assertThat(
            refusal(
                """
                resource "host_machine" "a" {
                  rule {
                    note = "no port"
                  }
                }
                """))
        .containsExactly("Missing required argument");
    assertThat(
            refusal(
                """
                resource "host_machine" "a" {
                  disk = [{ key = "no size" }]
                }
                """))
        .containsExactly("Incorrect attribute value type");
  }

  @Test
  void aGroupIsThereWithNothingSetWhereNoneIsWritten() throws IOException {
    assertThat(
            refusal(
                """
                resource "host_machine" "a" {
                  name = host_machine.b.limits.cores == null ? "any" : "some"
                }
                resource "host_machine" "b" {}
                """))
        .isEmpty();
  }
}
