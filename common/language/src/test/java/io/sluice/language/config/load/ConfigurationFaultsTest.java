package io.sluice.language.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.language.Terraform;
import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fault that needs neither value nor provider, in Terraform's words where it has them. */
class ConfigurationFaultsTest {
  private static final String DECLARED =
      """
      variable "aaa" {
        default = 1
      }
      locals {
        bbb = 1
      }
      resource "terraform_data" "one" {}
      resource "terraform_data" "many" {
        count = 2
      }
      resource "terraform_data" "each" {
        for_each = {}
      }
      """;

  /** A text and the faults of it; the first part is what Terraform is asked too. */
  record Case(String text, boolean asTerraform, List<String> faults) {
    @Override
    public String toString() {
      return text;
    }
  }

  static Case same(String text, String... faults) {
    return new Case(text, true, List.of(faults));
  }

  static Case own(String text, String... faults) {
    return new Case(text, false, List.of(faults));
  }

  private static Case reference(String expression, String... faults) {
    return same(DECLARED + "output \"o\" {\n  value = " + expression + "\n}\n", faults);
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(reference("var.aab", "Reference to undeclared input variable @15,11-18"));
    cases.add(reference("local.bbc", "Reference to undeclared local value @15,11-20"));
    cases.add(reference("terraform_data.on.id", "Reference to undeclared resource @15,11-28"));
    cases.add(reference("data.x.y.id", "Reference to undeclared resource @15,11-19"));
    cases.add(reference("module.q.o", "Reference to undeclared module @15,11-21"));
    cases.add(reference("terraform_data.many.id", "Missing resource instance key @15,11-30"));
    cases.add(reference("terraform_data.each.id", "Missing resource instance key @15,11-30"));
    cases.add(reference("terraform_data.one[0].id", "Unexpected resource instance key @15,11-32"));
    cases.add(reference("count.index", "Reference to \"count\" in non-counted context @15,11-22"));
    cases.add(reference("count.foo", "Invalid \"count\" attribute @15,11-20"));
    cases.add(reference("each.key", "Reference to \"each\" in context without for_each @15,11-19"));
    cases.add(reference("self.id", "Invalid \"self\" reference @15,11-15"));
    cases.add(reference("path.foo", "Invalid \"path\" attribute @15,11-19"));
    cases.add(reference("terraform.foo", "Invalid \"terraform\" attribute @15,11-24"));
    cases.add(reference("foo", "Invalid reference @15,11-14"));
    cases.add(reference("var", "Invalid reference @15,11-14"));
    cases.add(reference("data.x", "Invalid reference @15,11-17"));
    cases.add(reference("foo.bar", "Reference to undeclared resource @15,11-18"));
    cases.add(reference("[for a in [1] : a + var.aaa]"));
    cases.add(reference("terraform_data.many[*].id"));
    cases.add(same("variable \"x\" {\n  type = foo\n}\n", "Invalid type specification @2,10-13"));
    cases.add(same("variable \"x\" {\n  default = var.y\n}\n", "Variables not allowed @2,13-18"));
    cases.add(same("variable \"count\" {}\n", "Invalid variable name @1,10-17"));
    cases.add(same("variable \"1a\" {}\n", "Invalid variable name @1,10-14"));
    cases.add(same("output \"a\" {}\n", "Missing required argument @1,12-12"));
    cases.add(
        same(
            "output \"a\" {\n  valu = 1\n}\n",
            "Missing required argument @1,12-12",
            "Unsupported argument @2,3-7"));
    cases.add(same("resorce \"a\" \"b\" {}\n", "Unsupported block type @1,1-8"));
    cases.add(same("resource \"a\" {}\n", "Missing name for resource @1,14-15"));
    cases.add(same("variable a b {}\n", "Extraneous label for variable @1,12-13"));
    cases.add(
        same("variable \"x\" {}\nvariable \"x\" {}\n", "Duplicate variable declaration @2,1-13"));
    cases.add(
        same(
            "locals {\n  q = 1\n}\nlocals {\n  q = 2\n}\n",
            "Duplicate local value definition @5,3-8"));
    cases.add(
        same(
            "resource \"terraform_data\" \"d\" {}\nresource \"terraform_data\" \"d\" {}\n",
            "Duplicate resource \"terraform_data\" configuration @2,1-30"));
    cases.add(
        same(
            "output \"a\" {\n  value = 1\n}\noutput \"a\" {\n  value = 1\n}\n",
            "Duplicate output definition @4,1-11"));
    cases.add(
        same(
            "resource \"terraform_data\" \"d\" {\n  count = 1\n  for_each = {}\n}\n",
            "Invalid combination of \"count\" and \"for_each\" @3,3-11"));
    cases.add(
        same(
            "resource \"terraform_data\" \"d\" {\n  depends_on = \"x\"\n}\n",
            "Invalid expression @2,16-19"));
    cases.add(
        own(
            "resource \"terraform_data\" \"d\" {\n  input = terraform_data.d.id\n}\n",
            "Self-referential block @2,11-27"));
    cases.add(same("check \"a\" {}\n", "Zero assert blocks @1,1-10"));
    cases.add(
        own(
            "locals {\n  a = local.b\n  b = local.a\n}\n",
            "Cycle: local.a -> local.b -> local.a @2,7-14"));
    cases.add(
        own(
            "resource \"t\" \"a\" {\n"
                + "  x = t.b.id\n"
                + "}\n"
                + "resource \"t\" \"b\" {\n"
                + "  x = \"${t.a.id}\"\n"
                + "}\n",
            "Cycle: t.a -> t.b -> t.a @2,7-13"));
    cases.add(
        own(
            "step \"print\" \"a\" {\n  count = 2\n}\nstep \"print\" \"b\" {\n"
                + "  depends_on = [step.print.a]\n}\n",
            "Missing instance key @5,17-29"));
    cases.add(
        own(
            "resource \"t\" \"a\" {\n  provisioner \"remote-exec\" {}\n}\n",
            "Unsupported provisioner @2,3-28"));
    cases.add(
        own(
            "module \"m\" {\n  source = \"hashicorp/consul/aws\"\n}\n",
            "Module not installed @2,12-34"));
    cases.add(
        own("module \"m\" {\n  source = \"./nope\"\n}\n", "Unreadable module directory @2,12-20"));
    cases.add(own("module \"m\" {\n  source = \".\"\n}\n", "Circular module calls @2,12-15"));
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void tellsTheFault(Case c) {
    assertThat(faults(FilesInMemory.of("main.tf", c.text()))).isEqualTo(c.faults());
  }

  static List<String> faults(ConfigurationFiles files) {
    Diagnostics diagnostics = new Diagnostics();
    ConfigurationLoader.load(files, diagnostics);
    return diagnostics.list().stream().map(ConfigurationFaultsTest::describe).toList();
  }

  private static String describe(Diagnostic diagnostic) {
    String range = String.valueOf(diagnostic.range());
    return diagnostic.summary() + " @" + range.substring(range.indexOf(':') + 1);
  }

  @Test
  void usesTheWordsOfTerraform(@TempDir Path directory) throws IOException {
    agreesWithTerraform(cases(), directory);
  }

  /** All that Terraform is asked about: it finds what was found here, and perhaps more. */
  static void agreesWithTerraform(List<Case> all, Path directory) throws IOException {
    Terraform.assumeInstalled();
    List<Case> cases = all.stream().filter(Case::asTerraform).toList();
    for (int i = 0; i < cases.size(); i++) {
      Path module = Files.createDirectory(directory.resolve("m" + i));
      Files.writeString(module.resolve("main.tf"), cases.get(i).text());
      if (cases.get(i).text().contains("terraform_data")) {
        Terraform.run(module, "init");
      }
      JsonNode answer =
          new ObjectMapper().readTree(Terraform.run(module, "validate", "-json").output());
      List<String> theirs = new ArrayList<>();
      answer.get("diagnostics").forEach(d -> theirs.add(d.get("summary").asText()));
      List<String> ours =
          cases.get(i).faults().stream().map(f -> f.substring(0, f.indexOf(" @"))).toList();
      assertThat(theirs).as(cases.get(i).text()).containsAll(ours);
      assertThat(theirs.isEmpty()).as(cases.get(i).text()).isEqualTo(ours.isEmpty());
    }
  }

  @Test
  void tellsWhatWasProbablyMeant() {
    Diagnostics diagnostics = new Diagnostics();
    ConfigurationLoader.load(
        FilesInMemory.of("main.tf", "variable \"name\" {}\nlocals {\n  a = var.nme\n}\n"),
        diagnostics);

    assertThat(diagnostics.list().getFirst().hint()).isEqualTo("Did you mean \"name\"?");
  }

  @Test
  void namesTheWholeCircleOfModules() {
    Diagnostics diagnostics = new Diagnostics();
    ConfigurationLoader.load(
        FilesInMemory.of(
            "main.tf", "module \"a\" {\n  source = \"./a\"\n}\n",
            "a/main.tf", "module \"b\" {\n  source = \"../b\"\n}\n",
            "b/main.tf", "module \"a\" {\n  source = \"../a\"\n}\n"),
        diagnostics);

    assertThat(diagnostics.list())
        .singleElement()
        .satisfies(d -> assertThat(d.detail()).contains("a -> b -> a"));
  }

  @Test
  void findsACycleThatRunsThroughModules() {
    assertThat(
            faults(
                FilesInMemory.of(
                    "main.tf", "module \"m\" {\n  source = \"./m\"\n  i = module.m.o\n}\n",
                    "m/main.tf", "variable \"i\" {}\noutput \"o\" {\n  value = var.i\n}\n")))
        .singleElement()
        .asString()
        .startsWith("Cycle: module.m.output.o -> module.m.var.i -> module.m.output.o");
  }

  @Test
  void tellsAllKindsOfFaultsAtOnce() {
    String text =
        """
        variable "region" {
          type = strin
        }
        resource "t" "a" {
          count = 2
          input = var.regoin
        }
        output "o" {
          value = t.a.id
        }
        module "m" {
          source = "./nope"
        }
        locals {
          a = local.b
          b = local.a
        }
        """;

    assertThat(faults(FilesInMemory.of("main.tf", text)))
        .containsExactly(
            "Invalid type specification @2,10-15",
            "Reference to undeclared input variable @6,11-21",
            "Missing resource instance key @9,11-14",
            "Unreadable module directory @12,12-20",
            "Cycle: local.a -> local.b -> local.a @15,7-14");
  }
}
