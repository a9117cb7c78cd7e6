package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.config.VariableSources;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of error that people make, with the summary that Terraform has for it. */
final class ErrorClassesTest {
  private static final Pattern ERROR = Pattern.compile("(?m)^Error: (.*?)\\s*$");

  @TempDir private Path directory = Path.of("unset");

  private static Arguments of(String name, String text, String... summaries) {
    return Arguments.of(name, text, List.of(summaries));
  }

  static Stream<Arguments> errors() {
    return Stream.of(
        of(
            "undefined variable",
            "resource \"terraform_data\" \"a\" {\n  input = var.missing\n}\n",
            "Reference to undeclared input variable"),
        of(
            "undefined local",
            "output \"a\" {\n  value = local.missing\n}\n",
            "Reference to undeclared local value"),
        of(
            "undefined resource",
            "output \"a\" {\n  value = terraform_data.missing.id\n}\n",
            "Reference to undeclared resource"),
        of(
            "wrong type of a variable",
            "variable \"n\" {\n  type    = number\n  default = \"many\"\n}\n",
            "Invalid default value for variable"),
        of(
            "wrong type of an operand",
            "output \"a\" {\n  value = 1 + \"x\"\n}\n",
            "Invalid operand"),
        of(
            "negative count",
            "resource \"terraform_data\" \"a\" {\n  count = -1\n}\n",
            "Invalid count argument"),
        of(
            "fraction as count",
            "resource \"terraform_data\" \"a\" {\n  count = 1.5\n}\n",
            "Invalid count argument"),
        of(
            "null as count",
            "variable \"n\" {\n  type = number\n  default = null\n}\n"
                + "resource \"terraform_data\" \"a\" {\n  count = var.n\n}\n",
            "Invalid count argument"),
        of(
            "sensitive for_each",
            "variable \"n\" {\n  default = { a = 1 }\n  sensitive = true\n}\n"
                + "resource \"terraform_data\" \"a\" {\n  for_each = var.n\n}\n",
            "Invalid for_each argument"),
        of(
            "list as for_each",
            "resource \"terraform_data\" \"a\" {\n  for_each = [\"x\"]\n}\n",
            "Invalid for_each argument"),
        of(
            "set of numbers as for_each",
            "resource \"terraform_data\" \"a\" {\n  for_each = toset([1])\n}\n",
            "Invalid for_each set argument"),
        of(
            "shorthand on an instanced block",
            "resource \"terraform_data\" \"a\" {\n  count = 2\n}\n"
                + "output \"id\" {\n  value = terraform_data.a.id\n}\n",
            "Missing resource instance key"),
        of(
            "index on a single block",
            "resource \"terraform_data\" \"a\" {\n}\n"
                + "output \"id\" {\n  value = terraform_data.a[0].id\n}\n",
            "Unexpected resource instance key"),
        of(
            "index out of range",
            "resource \"terraform_data\" \"a\" {\n  count = 2\n  input = 1\n}\n"
                + "resource \"terraform_data\" \"b\" {\n  input = terraform_data.a[2].input\n}\n",
            "Invalid index"),
        of(
            "unknown argument",
            "resource \"terraform_data\" \"a\" {\n  inptu = 1\n}\n",
            "Unsupported argument"),
        of(
            "unknown block",
            "resource \"terraform_data\" \"a\" {\n  thing {\n  }\n}\n",
            "Unsupported block type"),
        of(
            "unknown attribute",
            "resource \"terraform_data\" \"a\" {\n}\n"
                + "output \"x\" {\n  value = terraform_data.a.nothing\n}\n",
            "Unsupported attribute"),
        of(
            "argument of a module that it doesn't have",
            "module \"m\" {\n  source = \"./m\"\n  other  = 1\n}\n",
            "Unsupported argument"),
        of(
            "failed validation",
            "variable \"n\" {\n  type    = number\n  default = 1\n  validation {\n"
                + "    condition     = var.n > 1\n    error_message = \"Too small.\"\n  }\n}\n",
            "Invalid value for variable"),
        of(
            "failed precondition",
            "variable \"n\" {\n"
                + "  default = 1\n"
                + "}\n"
                + "resource \"terraform_data\" \"a\" {\n"
                + "  lifecycle {\n"
                + "    precondition {\n"
                + "      condition     = var.n > 2\n"
                + "      error_message = \"Never.\"\n"
                + "    }\n"
                + "  }\n"
                + "}\n",
            "Resource precondition failed"),
        of(
            "sensitive output",
            "variable \"n\" {\n  default = 1\n  sensitive = true\n}\n"
                + "output \"x\" {\n  value = var.n\n}\n",
            "Output refers to sensitive values"),
        of(
            "ephemeral value in a resource",
            "variable \"n\" {\n  default = 1\n  ephemeral = true\n}\n"
                + "resource \"terraform_data\" \"a\" {\n  input = var.n\n}\n",
            "Invalid use of ephemeral value"),
        of(
            "ephemeral value in an output",
            "variable \"n\" {\n  default = 1\n  ephemeral = true\n}\n"
                + "output \"x\" {\n  value = \"a-${var.n}\"\n}\n",
            "Ephemeral value not allowed"),
        of(
            "ephemeral output of the root",
            "output \"x\" {\n  value = 1\n  ephemeral = true\n}\n",
            "Ephemeral output not allowed"),
        of(
            "provider configuration that is not there",
            "resource \"terraform_data\" \"a\" {\n  provider = terraform.nope\n}\n",
            "Provider configuration not present"),
        of(
            "error in a function",
            "output \"x\" {\n  value = element([], 0)\n}\n",
            "Error in function call"),
        of(
            "duplicate resource",
            "resource \"terraform_data\" \"a\" {\n}\nresource \"terraform_data\" \"a\" {\n}\n",
            "Duplicate resource \"terraform_data\" configuration"),
        of(
            "a resource that refers to itself",
            "resource \"terraform_data\" \"a\" {\n  input = terraform_data.a.id\n}\n",
            "Self-referential block"),
        of(
            "invalid syntax",
            "resource \"terraform_data\" \"a\" {\n  input = = 1\n}\n",
            "Invalid expression"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("errors")
  void tellsErrorsWithTerraformsSummaries(String name, String text, List<String> summaries)
      throws IOException {
    Files.createDirectories(directory.resolve("m"));
    Files.writeString(directory.resolve("m/main.tf"), "output \"x\" {\n  value = 1\n}\n");
    Files.writeString(directory.resolve("main.tf"), text);

    assertThat(told(directory)).as(name).containsExactlyElementsOf(new TreeSet<>(summaries));
    if (TerraformRun.isThere()) {
      assertThat(toldByTerraform(directory)).as("Terraform: " + name).isEqualTo(told(directory));
    }
  }

  private static SortedSet<String> told(Path directory) {
    Configuration.Loaded loaded =
        Configuration.load(
            new DirectorySource(directory),
            VariableSources.NONE,
            "default",
            "2026-01-02T03:04:05Z",
            SmallWorkspace.REGISTRY);
    Configuration configuration = loaded.configuration();
    if (configuration == null) {
      return summaries(loaded.diagnostics());
    }
    return switch (configuration.plan(
        new Configuration.PlanInputs(
            new SmallWorkspace().snapshot(), RunKind.APPLY, RunOptions.DEFAULT, Map.of()))) {
      case Configuration.Planned planned -> new TreeSet<>();
      case Configuration.Asked asked -> throw new AssertionError(asked.toString());
      case Configuration.Refused(List<Diagnostic> diagnostics) -> summaries(diagnostics);
    };
  }

  private static SortedSet<String> summaries(List<Diagnostic> diagnostics) {
    SortedSet<String> summaries = new TreeSet<>();
    for (Diagnostic diagnostic : diagnostics) {
      if (diagnostic.isError()) {
        summaries.add(diagnostic.summary());
      }
    }
    return summaries;
  }

  private static SortedSet<String> toldByTerraform(Path directory) {
    TerraformRun terraform = new TerraformRun(directory);
    String said = terraform.run(true, "init", "-backend=false", "-no-color");
    if (!ERROR.matcher(said).find()) {
      said = terraform.run(true, "plan", "-no-color", "-input=false", "-lock=false");
    }
    SortedSet<String> summaries = new TreeSet<>();
    Matcher errors = ERROR.matcher(said);
    while (errors.find()) {
      if (!errors.group(1).startsWith("Terraform encountered problems")) {
        summaries.add(errors.group(1));
      }
    }
    return summaries;
  }
}
