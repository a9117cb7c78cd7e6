package io.sluice.language.config.load;

import static io.sluice.language.config.load.ConfigurationFaultsTest.own;
import static io.sluice.language.config.load.ConfigurationFaultsTest.same;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.config.Module;
import io.sluice.language.config.load.ConfigurationFaultsTest.Case;
import io.sluice.language.source.Diagnostics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What certain blocks may not say, in Terraform's words where it has them. */
class BlockFaultsTest {
  private static Case resource(String lifecycle, String... faults) {
    return same(
        "variable \"v\" {}\nresource \"terraform_data\" \"o\" {}\n"
            + "resource \"terraform_data\" \"a\" {\n  lifecycle {\n"
            + lifecycle
            + "  }\n}\n",
        faults);
  }

  private static String condition(String type, String condition) {
    return type + " {\ncondition = " + condition + "\nerror_message = \"x\"\n}\n";
  }

  private static Case validation(String condition, String... faults) {
    return same(
        "variable \"b\" {}\nvariable \"a\" {\n" + condition("validation", condition) + "}\n",
        faults);
  }

  private static Case terraform(String inside, String... faults) {
    return same("terraform {\n" + inside + "\n}\n", faults);
  }

  private static Case required(String entry, String... faults) {
    return terraform("required_providers {\n" + entry + "\n}", faults);
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(own("sluice {\n  on_change = \"plan\"\n}\n"));
    cases.add(
        own("sluice {\n  on_change = \"reload\"\n}\n", "Invalid value for on_change @2,15-23"));
    cases.add(validation("var.a != 1"));
    cases.add(validation("var.a != var.b"));
    cases.add(validation("var.b != 1", "Invalid variable validation condition @4,13-23"));
    cases.add(
        validation(
            "true",
            "Invalid validation expression @4,13-17",
            "Invalid variable validation condition @4,13-17"));
    cases.add(
        same(
            "variable \"a\" {\n  default = [upper(\"b\")]\n}\n",
            "Function calls not allowed @2,14-24"));
    cases.add(resource(condition("precondition", "var.v != 1")));
    cases.add(resource(condition("postcondition", "self.id != terraform_data.o.id")));
    cases.add(
        resource(condition("precondition", "1 == 1"), "Invalid precondition expression @6,13-19"));
    cases.add(
        resource(condition("postcondition", "true"), "Invalid postcondition expression @6,13-17"));
    cases.add(
        resource(
            condition("precondition", "terraform_data.a.id != \"\""),
            "Invalid reference in precondition @6,13-38"));
    cases.add(
        resource(
            condition("postcondition", "terraform_data.a.id != \"\""),
            "Invalid reference in postcondition @6,13-38"));
    cases.add(
        same(
            "check \"c\" {\n" + condition("assert", "true") + "}\n",
            "Invalid assert expression @3,13-17"));
    cases.add(resource("replace_triggered_by = [terraform_data.o, terraform_data.o.id]\n"));
    cases.add(
        resource(
            "replace_triggered_by = [var.v]\n",
            "Invalid reference in replace_triggered_by expression @5,25-30"));
    cases.add(
        resource(
            "replace_triggered_by = [terraform_data.o[terraform_data.o.id]]\n",
            "Invalid replace_triggered_by expression @5,25-62"));
    cases.add(resource("ignore_changes = [\"*\"]\n", "Invalid ignore_changes wildcard @5,18-23"));
    cases.add(
        own(
            "terraform {\n  backend \"local\" {}\n  backend \"s3\" {}\n}\n",
            "State is kept by Sluice @2,3-18",
            "Duplicate backend configuration @3,3-15"));
    cases.add(
        same(
            "resource \"terraform_data\" \"a\" {}\n"
                + "import {\n  to = terraform_data.a\n  id = \"x\"\n}\n"
                + "import {\n  to = terraform_data.a\n  id = \"y\"\n}\n",
            "Duplicate import configuration for \"terraform_data.a\" @7,8-24"));
    cases.add(terraform("language = TF2021"));
    cases.add(terraform("language = TF2044", "Unsupported language edition @2,12-18"));
    cases.add(terraform("language = 1", "Invalid language edition @2,12-13"));
    cases.add(terraform("experiments = [x]", "Module uses experimental features @2,1-12"));
    cases.add(
        same(
            "variable \"v\" {}\nterraform {\n  provider_meta \"x\" {\n    a = var.v\n  }\n}\n",
            "Variables not allowed @4,9-14"));
    cases.add(
        required(
            "x = { source = \"hashicorp/terraform-provider-aws\" }",
            "Invalid provider type @3,16-50"));
    cases.add(required("x = { source = \"a/b/c/d\" }", "Invalid provider source string @3,16-25"));
    cases.add(required("x = { sorce = \"a/b\" }", "Invalid required_providers object @3,7-12"));
    cases.add(required("x = { version = \"foo\" }", "Invalid version constraint @3,17-22"));
    cases.add(required("x = [1]", "Invalid required_providers object @3,5-8"));
    cases.add(
        required(
            "x = {\nsource = \"a/b\"\nconfiguration_aliases = [y.a]\n}",
            "Invalid configuration_aliases value @5,26-29"));
    cases.add(
        own(
            "module \"m\" {\n  source = \"./m\"\n  version = \"1.0\"\n}\n",
            "Invalid registry module source address @2,12-17",
            "Unreadable module directory @2,12-17"));
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void tellsTheFault(Case c) {
    assertThat(ConfigurationFaultsTest.faults(FilesInMemory.of("main.tf", c.text())))
        .isEqualTo(c.faults());
  }

  @Test
  void usesTheWordsOfTerraform(@TempDir Path directory) throws IOException {
    ConfigurationFaultsTest.agreesWithTerraform(cases(), directory);
  }

  @Test
  void anOverrideReplacesTheLocalValuesOfItsNames() {
    Diagnostics diagnostics = new Diagnostics();
    Module root =
        ConfigurationLoader.load(
                FilesInMemory.of(
                    "main.tf", "locals {\n  a = 1\n  b = 2\n}\nlocals {\n  c = 3\n}\n",
                    "x_override.tf", "locals {\n  c = 4\n  a = 5\n}\n"),
                diagnostics)
            .orElseThrow();

    assertThat(diagnostics.list()).isEmpty();
    assertThat(root.locals().values())
        .extracting(local -> local.value().range().toString())
        .containsExactly("x_override.tf:3,7-8", "main.tf:3,7-8", "x_override.tf:2,7-8");
  }

  @Test
  void anOverrideOfALocalValueNeedsOne() {
    assertThat(
            ConfigurationFaultsTest.faults(
                FilesInMemory.of(
                    "main.tf", "locals {\n  a = 1\n}\n",
                    "override.tf", "locals {\n  q = 4\n}\n")))
        .containsExactly("Missing base local value definition to override @2,3-8");
  }
}
