package io.sluice.planning.configuration;

import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.NUMBER;
import static io.sluice.provider.schema.AttributeType.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.VariableSources;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockSchema.Nesting;
import io.sluice.provider.schema.FunctionSchema;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What real providers bring to the language: arguments that nobody keeps, and functions. */
final class WriteOnlyTest {
  private static final String SOURCE = "example.com/acme/safe";
  private static final String REQUIRED =
      """
      terraform {
        required_providers {
          safe = { source = "example.com/acme/safe" }
        }
      }
      """;
  private static final String TOKEN =
      """
      variable "token" {
        default   = "canary"
        ephemeral = true
      }
      """;
  private static final TypeSchema TYPE =
      TypeSchema.resource(
          "safe_secret",
          "",
          Repeats.all(RepeatClass.TOKEN),
          optional("name", STRING),
          optional("value", STRING).asWriteOnly(),
          optional(
              "login",
              new AttributeType.Nested(
                  Nesting.SINGLE,
                  List.of(optional("user", STRING), optional("password", STRING).asWriteOnly()))),
          optional("version", NUMBER));

  @TempDir private Path directory = Path.of("unset");

  private record Safes(boolean isReal) implements Provider {
    @Override
    public String name() {
      return "safe";
    }

    @Override
    public ProviderSchema schema() {
      return ProviderSchema.unconfigured(List.of(TYPE));
    }

    @Override
    public Optional<PluginWork> plugin() {
      return isReal
          ? Optional.of(new PluginWork(SOURCE, "1.2.3", List.of("h1:x"), null, null))
          : Optional.empty();
    }

    @Override
    public Optional<FunctionSchema> function(String name) {
      return name.equals("mix")
          ? Optional.of(
              new FunctionSchema(
                  List.of(new FunctionSchema.Parameter("text", STRING, false, false)),
                  Optional.empty(),
                  STRING))
          : Optional.empty();
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
            ProviderRegistry.of(new Safes(false)));
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

  private List<String> refusal(String text) throws IOException {
    return outcome(text) instanceof Configuration.Refused(List<Diagnostic> reasons)
        ? reasons.stream().map(Diagnostic::summary).toList()
        : List.of();
  }

  private List<String> validated(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), text);
    return ConfigurationValidation.of(
            new DirectorySource(directory), ProviderRegistry.of().with(List.of(new Safes(true))))
        .stream()
        .map(Diagnostic::summary)
        .toList();
  }

  private static String safe(String arguments) {
    return TOKEN + "resource \"safe_secret\" \"a\" {\n" + arguments + "\n}\n";
  }

  @Test
  void ephemeralValuesGoIntoWriteOnlyArgumentsAndTravelSealed() throws IOException {
    Configuration.Outcome outcome =
        outcome(
            safe(
                """
                name  = "n"
                value = "token ${var.token}"
                login = { user = "u", password = var.token }
                """));

    assertThat(outcome).isInstanceOf(Configuration.Planned.class);
    Node node = ((Configuration.Planned) outcome).plan().plan().nodes().getFirst();
    assertThat(node.sensitivePaths()).contains("/value", "/login");
  }

  @Test
  void ephemeralValuesGoNowhereElse() throws IOException {
    assertThat(refusal(safe("name = var.token"))).containsExactly("Invalid use of ephemeral value");
    assertThat(refusal(safe("login = { user = var.token }")))
        .containsExactly("Invalid use of ephemeral value");
    assertThat(refusal(safe("login = var.token == \"\" ? { user = \"u\" } : null")))
        .containsExactly("Invalid use of ephemeral value");
  }

  private static String calling(String call) {
    return """
    terraform {
      required_providers {
        safe = { source = "example.com/acme/safe" }
      }
    }
    output "x" { value = %s }
    """
        .formatted(call);
  }

  @Test
  void functionsOfRequiredProvidersAreChecked() throws IOException {
    assertThat(validated(calling("provider::safe::mix(\"a\")"))).isEmpty();
    assertThat(validated(calling("provider::safe::mix([])")))
        .containsExactly("Invalid function argument");
    assertThat(validated(calling("provider::safe::nope(\"a\")")))
        .containsExactly("Unknown provider function");
    assertThat(validated(calling("provider::other::mix(\"a\")")))
        .containsExactly("Unknown provider function");
  }

  @Test
  void callsWithWhatIsNotKnownYetAreLeftToAWorker() throws IOException {
    String calling =
        """
        terraform {
          required_providers {
            own = { source = "example.com/acme/safe" }
          }
        }
        resource "terraform_data" "a" {}
        output "x" { value = provider::own::mix(terraform_data.a.id) }
        """;
    Files.writeString(directory.resolve("main.tf"), calling);
    Configuration configuration =
        Configuration.load(
                new DirectorySource(directory),
                VariableSources.NONE,
                "default",
                "2026-01-02T03:04:05Z",
                ProviderRegistry.builtIn().with(List.of(new Safes(true))))
            .configuration();
    Configuration.Outcome outcome =
        Objects.requireNonNull(configuration)
            .plan(
                new Configuration.PlanInputs(
                    new Snapshot("w", 1, 1, null, List.of(), null, List.of()),
                    RunKind.APPLY,
                    RunOptions.DEFAULT,
                    Map.of()));

    assertThat(outcome).isInstanceOf(Configuration.Planned.class);
    JsonNode late =
        ((Configuration.Planned) outcome)
            .plan().plan().nodes().stream()
                .map(node -> node.config().findParent("$expr"))
                .filter(found -> found != null)
                .findFirst()
                .orElseThrow();
    assertThat(late.path("$expr").asText()).isEqualTo("provider::own::mix(terraform_data.a.id)");
    assertThat(late.path("providers").path("own").path("source").asText()).isEqualTo(SOURCE);
    assertThat(late.path("providers").path("own").path("directory").asText()).isNotEmpty();
  }
}
