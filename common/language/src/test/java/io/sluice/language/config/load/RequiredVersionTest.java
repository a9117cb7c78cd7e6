package io.sluice.language.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequiredVersionTest {
  private static List<Diagnostic> found(String text) {
    Diagnostics diagnostics = new Diagnostics();
    ConfigurationLoader.load(FilesInMemory.of("main.tf", text), diagnostics);
    return diagnostics.list();
  }

  private static String required(String constraint) {
    return "terraform {\n  required_version = \"%s\"\n}\n".formatted(constraint);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {">= 1.12", "> 1.11.4", "~> 1.13.0", "= 2.0.0", "1.12.0", ">= 1.0, >= 1.14"})
  void warnsOfANewerVersion(String constraint) {
    assertThat(found(required(constraint)))
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.isError()).isFalse();
              assertThat(warning.summary()).isEqualTo("Newer version of Terraform required");
              assertThat(warning.detail())
                  .contains(constraint, "1.11.4", "nothing newer that Sluice knows of");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {">= 1.11.4", "~> 1.5", "< 2.0", ">= 0.13, < 1.6", "!= 1.12.0", ""})
  void saysNothingOfWhatItIs(String constraint) {
    assertThat(found(required(constraint))).isEmpty();
  }

  @Test
  void listsWhatIsUsedOfNewerVersions() {
    String text =
        required(">= 1.15")
            + """
            variable "old" {
              default    = 1
              deprecated = "use new"
            }
            import {
              to       = t.a
              identity = { name = "a" }
            }
            resource "t" "a" {}
            """;

    assertThat(found(text))
        .singleElement()
        .extracting(Diagnostic::detail)
        .asString()
        .contains(
            "supports what the module uses of newer versions: deprecated variables (1.15), import"
                + " by identity (1.12).");
  }

  @Test
  void refusesWhatOnlyANewerVersionKnows() {
    assertThat(found(required(">= 1.14") + "action \"t\" \"a\" {}\n"))
        .anySatisfy(fault -> assertThat(fault.isError()).isTrue());
  }

  @Test
  void anImportNamesItsObjectInOneWay() {
    String to = "import {\n  to = t.a\n%s}\nresource \"t\" \"a\" {}\n";
    assertThat(found(to.formatted("  id = \"x\"\n"))).isEmpty();
    assertThat(found(to.formatted("")))
        .extracting(Diagnostic::summary)
        .containsExactly("Missing import argument");
    assertThat(found(to.formatted("  id = \"x\"\n  identity = {}\n")))
        .extracting(Diagnostic::summary)
        .containsExactly("Invalid combination of \"id\" and \"identity\"");
  }
}
