package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.source.Diagnostic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Phase validate: nothing is known, and nothing that could be right is a fault. */
final class ValidationTest {
  private static final Path EXAMPLES = Path.of("..", "..", "examples");
  private static final Path CASES = Path.of("src", "test", "resources", "cases");

  /** It is checked where that provider is installed. */
  private static final Path OF_A_REAL_PROVIDER = Path.of("aws");

  @TempDir private Path directory = Path.of("unset");

  static Stream<Path> configurations() throws IOException {
    try (Stream<Path> examples = Files.list(EXAMPLES);
        Stream<Path> cases = Files.list(CASES)) {
      return Stream.concat(examples, cases)
          .filter(each -> Files.exists(each.resolve("main.tf")))
          .filter(each -> !each.endsWith(OF_A_REAL_PROVIDER))
          .sorted()
          .toList()
          .stream();
    }
  }

  @Test
  void thereAreExamples() throws IOException {
    assertThat(configurations().map(each -> each.getFileName().toString()))
        .contains("quickstart", "webshop", "validate-counted");
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void whatCanBeAppliedIsValid(Path each) {
    assertThat(validated(each)).isEmpty();
  }

  @Test
  void aCountedBlockIsAnUnknownValueInEveryPlace() throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        resource "terraform_data" "a" {
          count = 2
          input = count.index
        }
        module "m" {
          source   = "./m"
          for_each = toset(["x", "y"])
          in       = terraform_data.a[0].id
        }
        resource "terraform_data" "b" {
          for_each         = toset(terraform_data.a[*].output)
          input            = "${terraform_data.a[0].id}-${module.m["x"].out}"
          triggers_replace = { all = [for m in module.m : m.out], one = terraform_data.a[*] }
          lifecycle {
            precondition {
              condition     = length(terraform_data.a) == 2 && module.m["y"].out != ""
              error_message = "not ${terraform_data.a[1].id}"
            }
          }
        }
        output "pairs" {
          value = zipmap(terraform_data.a[*].id, values(terraform_data.b)[*].output)
        }
        """);
    Files.createDirectory(directory.resolve("m"));
    Files.writeString(
        directory.resolve("m/main.tf"),
        """
        variable "in" { type = string }
        resource "terraform_data" "c" {
          count = 1
          input = var.in
        }
        output "out" { value = terraform_data.c[0].id }
        """);

    assertThat(validated(directory)).isEmpty();
  }

  @Test
  void aMissingInstanceKeyIsReportedAndNothingOfInstancesThatAreNotKnown() throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        resource "terraform_data" "a" {
          count = 2
        }
        resource "terraform_data" "b" {
          input = terraform_data.a[*].idd
        }
        resource "terraform_data" "c" {
          input = terraform_data.a.id
        }
        """);

    assertThat(validated(directory))
        .extracting(Diagnostic::summary)
        .containsExactly("Missing resource instance key");
  }

  private static List<Diagnostic> validated(Path each) {
    return ConfigurationValidation.of(new DirectorySource(each), SmallWorkspace.REGISTRY).stream()
        .filter(Diagnostic::isError)
        .toList();
  }
}
