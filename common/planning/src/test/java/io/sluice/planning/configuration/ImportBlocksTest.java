package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.Action;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code import} blocks: nothing that one names is made anew instead. */
final class ImportBlocksTest {
  private static final String RESOURCES =
      """
      locals { ids = { a = "id-a", b = "id-b" } }
      resource "terraform_data" "x" { for_each = local.ids }
      resource "terraform_data" "n" { count = 2 }
      module "m" {
        source   = "./m"
        for_each = local.ids
      }
      module "one" { source = "./m" }
      """;

  @TempDir private Path directory = Path.of("unset");
  private final SmallWorkspace workspace = new SmallWorkspace();

  @BeforeEach
  void makeAModule() throws IOException {
    Files.createDirectory(directory.resolve("m"));
    Files.writeString(
        directory.resolve("m/main.tf"), "resource \"terraform_data\" \"y\" { count = 2 }\n");
  }

  private List<String> imported(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), RESOURCES + text);
    return workspace.plan(directory).plan().nodes().stream()
        .filter(node -> node.action() == Action.IMPORT)
        .map(ImportBlocksTest::shown)
        .toList();
  }

  private static String shown(Node node) {
    return node.address() + " = " + Objects.requireNonNull(node.prior()).id();
  }

  @Test
  void importsOneObjectForEachKey() throws IOException {
    assertThat(
            imported(
                """
                import {
                  for_each = local.ids
                  to       = terraform_data.x[each.key]
                  id       = each.value
                }
                """))
        .containsExactlyInAnyOrder(
            "terraform_data.x[\"a\"] = id-a", "terraform_data.x[\"b\"] = id-b");
  }

  @Test
  void importsIntoInstancesOfModules() throws IOException {
    assertThat(
            imported(
                """
                import {
                  for_each = local.ids
                  to       = module.m[each.key].terraform_data.y[length(each.key)]
                  id       = upper(each.value)
                }
                import {
                  to = module.one.terraform_data.y[0]
                  id = "id-one"
                }
                """))
        .containsExactlyInAnyOrder(
            "module.m[\"a\"].terraform_data.y[1] = ID-A",
            "module.m[\"b\"].terraform_data.y[1] = ID-B",
            "module.one.terraform_data.y[0] = id-one");
  }

  @Test
  void importsToAWrittenKeyWithForEach() throws IOException {
    assertThat(
            imported(
                """
                import {
                  for_each = toset(["only"])
                  to       = terraform_data.x["a"]
                  id       = each.key
                }
                import {
                  to = terraform_data.n[1]
                  id = local.ids["b"]
                }
                """))
        .containsExactlyInAnyOrder("terraform_data.x[\"a\"] = only", "terraform_data.n[1] = id-b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "terraform_data",
        "module.m",
        "module.m[\"a\"]",
        "data.terraform_data.x",
        "\"terraform_data.x\"",
        "terraform_data.x.y.z",
        "terraform_data.x[0][1]",
        "terraform_data.x[null]",
        "terraform_data.x[terraform_data.n[0].id]",
      })
  void aTargetThatIsNoAddressIsAFault(String to) throws IOException {
    assertThat(errors(to)).containsExactly("Invalid import address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "terraform_data.missing",
        "module.missing.terraform_data.x",
        "terraform_data.x[\"c\"]",
      })
  void aTargetThatNothingDescribesIsAFault(String to) throws IOException {
    assertThat(errors(to)).containsExactly("Configuration for import target does not exist");
  }

  private List<String> errors(String to) throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        RESOURCES + "import {\n  to = %s\n  id = \"x\"\n}\n".formatted(to));
    List<Diagnostic> faults =
        ConfigurationValidation.of(new DirectorySource(directory), SmallWorkspace.REGISTRY);
    if (faults.isEmpty()) {
      faults =
          ((Configuration.Refused) workspace.outcome(directory, RunKind.APPLY, RunOptions.DEFAULT))
              .diagnostics();
    }
    return faults.stream().filter(Diagnostic::isError).map(Diagnostic::summary).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"null", "\"\"", "terraform_data.n[0].id", "sensitive(\"\")", "sensitive(\"x\")"})
  void anIdThatIsNoneIsAFault(String id) throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        RESOURCES + "import {\n  to = terraform_data.x[\"a\"]\n  id = %s\n}\n".formatted(id));

    assertThat(workspace.outcome(directory, RunKind.APPLY, RunOptions.DEFAULT))
        .isInstanceOfSatisfying(
            Configuration.Refused.class,
            refused ->
                assertThat(refused.diagnostics())
                    .extracting(Diagnostic::summary)
                    .contains("Invalid import id argument"));
  }

  @Test
  void aModuleMayNotImport() throws IOException {
    Files.writeString(directory.resolve("main.tf"), RESOURCES);
    Files.writeString(
        directory.resolve("m/import.tf"),
        "import {\n  to = terraform_data.y[0]\n  id = \"x\"\n}\n");

    assertThat(ConfigurationValidation.of(new DirectorySource(directory), SmallWorkspace.REGISTRY))
        .extracting(Diagnostic::summary)
        .contains("Invalid import configuration");
  }
}
