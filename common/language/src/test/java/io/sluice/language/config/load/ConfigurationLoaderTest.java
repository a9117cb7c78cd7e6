package io.sluice.language.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.config.Declarations;
import io.sluice.language.config.Module;
import io.sluice.language.config.References;
import io.sluice.language.config.Repetition;
import io.sluice.language.config.Resource;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.ResourceName;
import io.sluice.language.config.VariableSources;
import io.sluice.language.config.VariableValues;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.Type;
import io.sluice.model.Lineage;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConfigurationLoaderTest {
  private final Diagnostics diagnostics = new Diagnostics();

  private Module load(String... pathsAndTexts) {
    Module module =
        ConfigurationLoader.load(FilesInMemory.of(pathsAndTexts), diagnostics).orElseThrow();
    assertThat(diagnostics.list()).isEmpty();
    return module;
  }

  @Test
  void readsEveryKindOfFileAndNoOther() {
    Module module =
        load(
            "a.tf", "locals {\n  a = 1\n}\n",
            "b.tf.json", "{\"locals\": {\"b\": 1}}",
            "c.sluice.hcl", "locals {\n  c = 1\n}\n",
            "d.sluice.json", "{\"locals\": {\"d\": 1}}",
            "e.sluice.yaml", "locals:\n  e: 1\n",
            "f.yaml", "no: configuration: at all",
            "g.hcl", "}}}",
            ".h.tf", "}}}",
            "i.tf~", "}}}");

    assertThat(module.locals().keySet()).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void laysOverrideFilesOverTheOthers() {
    Module module =
        load(
            "main.tf",
            """
            resource "t" "a" {
              x     = 1
              y     = 2
              count = 3
              nested { q = 1 }
              nested { q = 2 }
              lifecycle {
                prevent_destroy       = true
                create_before_destroy = true
              }
            }
            """,
            "my_override.tf",
            """
            resource "t" "a" {
              y        = 5
              for_each = {}
              nested { q = 3 }
              lifecycle {
                prevent_destroy = false
              }
            }
            """);

    Resource resource = module.resources().get(new ResourceName(ResourceMode.MANAGED, "t", "a"));

    assertThat(resource.repetition()).isInstanceOf(Repetition.ForEach.class);
    assertThat(resource.lifecycle().preventDestroy()).isFalse();
    assertThat(resource.lifecycle().createBeforeDestroy()).isTrue();
    BodySchema schema = BodySchema.builder().optional("x", "y").block("nested").build();
    var content = resource.body().content(schema, diagnostics);
    assertThat(content.attributes()).containsOnlyKeys("x", "y");
    assertThat(content.attribute("y").expression().range().text()).isEqualTo("5");
    assertThat(content.blocks()).hasSize(1);
    assertThat(diagnostics.list()).isEmpty();
  }

  @Test
  void loadsLocalAndInstalledModules() {
    Module root =
        load(
            "main.tf",
            """
            module "local" {
              source = "./mods/one"
              size   = 2
            }
            module "remote" {
              source  = "hashicorp/x/y"
              version = "~> 1.0"
            }
            """,
            "mods/one/main.tf",
            "variable \"size\" {}\nmodule \"inner\" {\n  source = \"../two\"\n}\n",
            "mods/two/main.tf",
            "output \"o\" {\n  value = 1\n}\n",
            ".terraform/modules/modules.json",
            "{\"Modules\":[{\"Key\":\"remote\",\"Source\":\"x\",\"Dir\":\".terraform/modules/remote\"}]}",
            ".terraform/modules/remote/main.tf",
            "locals {\n  here = 1\n}\n");

    assertThat(root.children().get("module.local").children().get("module.inner").directory())
        .isEqualTo("mods/two");
    assertThat(root.children().get("module.local").children().get("module.inner").prefix())
        .isEqualTo("module.local.module.inner.");
    assertThat(root.children().get("module.remote").locals()).containsKey("here");
  }

  @Test
  void readsTypesWithDefaults() {
    Module module =
        load(
            "main.tf",
            """
            variable "v" {
              type = object({
                a = string
                b = optional(number, 5)
                c = optional(list(object({ d = optional(bool, true) })), [])
              })
              sensitive = true
              nullable  = false
            }
            """);

    Declarations.Variable variable = module.variables().get("v");

    assertThat(variable.sensitive()).isTrue();
    assertThat(variable.nullable()).isFalse();
    Type.ObjectType type = (Type.ObjectType) variable.type().type();
    assertThat(type.optional()).containsExactlyInAnyOrder("b", "c");
    assertThat(variable.takesText()).isFalse();
  }

  @Test
  void findsReferencesInNestedAndDynamicBlocks() {
    Module module =
        load(
            "main.tf",
            """
            variable "a" {}
            variable "b" {}
            variable "c" {}
            resource "t" "x" {
              dynamic "rule" {
                for_each = var.a
                iterator = it
                content {
                  v = "${it.value}-${var.b}"
                  deep { w = var.c }
                }
              }
            }
            """);

    Resource resource = module.resources().firstEntry().getValue();

    assertThat(References.of(resource.body()))
        .extracting(Traversal::toString)
        .containsExactly("var.a", "var.b", "var.c");
  }

  @Test
  void letsLaterSourcesOfVariablesWin() {
    FilesInMemory files =
        FilesInMemory.of(
            "main.tf",
            "variable \"a\" {}\n"
                + "variable \"b\" {}\n"
                + "variable \"c\" {}\n"
                + "variable \"d\" {}\n"
                + "variable \"e\" {\n"
                + "  type = list(string)\n"
                + "}\n"
                + "variable \"f\" {\n"
                + "  default = 1\n"
                + "}\n",
            "terraform.tfvars",
            "a = \"file\"\nb = \"file\"\nc = \"file\"\nd = \"file\"\n",
            "z.auto.tfvars",
            "b = \"auto\"\nc = \"auto\"\nd = \"auto\"\n",
            "extra.tfvars",
            "c = \"extra\"\nd = \"extra\"\n");
    Module root = ConfigurationLoader.load(files, diagnostics).orElseThrow();

    SortedMap<String, VariableValues.Given> values =
        VariableValues.of(
            root,
            files,
            new VariableSources(
                Map.of("TF_VAR_a", "env", "TF_VAR_e", "[\"x\", \"y\"]", "OTHER", "1"),
                List.of(
                    new VariableSources.ValuesFile("extra.tfvars"),
                    new VariableSources.Assignment("d", "cli"))),
            diagnostics);

    assertThat(diagnostics.list()).isEmpty();
    assertThat(values.keySet()).containsExactly("a", "b", "c", "d", "e");
    assertThat(Reading.text(values.get("a").value())).isEqualTo("file");
    assertThat(Reading.text(values.get("b").value())).isEqualTo("auto");
    assertThat(Reading.text(values.get("c").value())).isEqualTo("extra");
    assertThat(Reading.text(values.get("d").value())).isEqualTo("cli");
    assertThat(values.get("e").value()).isInstanceOf(Expression.TupleConstructor.class);
  }

  @Test
  void givesEachWorkspaceItsOwnValues() {
    FilesInMemory files =
        FilesInMemory.of(
            "main.tf",
            "variable \"a\" {}\nvariable \"b\" {}\nvariable \"c\" {}\n",
            "all.auto.tfvars",
            "a = \"all\"\nb = \"all\"\nc = \"all\"\n",
            "workspaces/prod.auto.tfvars",
            "b = \"prod\"\nc = \"prod\"\n",
            "workspaces/test.auto.tfvars.json",
            "{\"b\": \"test\"}\n");
    VariableSources sources =
        new VariableSources(Map.of(), List.of(new VariableSources.Assignment("c", "cli")));

    assertThat(given(files, sources.in("prod"))).containsExactly("all", "prod", "cli");
    assertThat(given(files, sources.in("test"))).containsExactly("all", "test", "cli");
    assertThat(given(files, sources.in("pro"))).containsExactly("all", "all", "cli");
    assertThat(given(files, sources)).containsExactly("all", "all", "cli");
    assertThat(diagnostics.list()).isEmpty();
  }

  private List<String> given(FilesInMemory files, VariableSources sources) {
    Module root = ConfigurationLoader.load(files, diagnostics).orElseThrow();
    return VariableValues.of(root, files, sources, diagnostics).values().stream()
        .map(given -> Reading.text(given.value()))
        .toList();
  }

  @Test
  void tellsVariablesWithoutValueAndValuesWithoutVariable() {
    FilesInMemory files =
        FilesInMemory.of("main.tf", "variable \"region\" {}\n", "terraform.tfvars", "other = 1\n");
    Module root = ConfigurationLoader.load(files, diagnostics).orElseThrow();

    VariableValues.of(
        root,
        files,
        new VariableSources(Map.of(), List.of(new VariableSources.Assignment("regoin", "x"))),
        diagnostics);

    assertThat(diagnostics.list())
        .extracting(d -> d.severity() + " " + d.summary())
        .containsExactlyInAnyOrder(
            "ERROR Value for undeclared variable",
            "WARNING Value for undeclared variable",
            "ERROR No value for required variable");
  }

  @Test
  void saysWhenADirectoryIsNone() {
    assertThat(ConfigurationLoader.load(FilesInMemory.of(), diagnostics)).isEmpty();
    assertThat(diagnostics.list())
        .extracting(d -> d.summary())
        .containsExactly("Failed to read module directory");
  }

  @Test
  void knowsReferencesByTheirLineage() {
    assertThat(lineage("aws_vpc.main.subnets[0].tags[\"a\"]"))
        .isEqualTo("aws_vpc|.main|.subnets|[0]|.tags|[\"a\"]");
    assertThat(lineage("data.x.y.id")).isEqualTo("data|.x|.y|.id");
    assertThat(lineage("module.net[\"k\"].out")).isEqualTo("module|.net|[\"k\"]|.out");
    assertThat(lineage("var.a.b")).isEqualTo("var|.a|.b");
    assertThat(lineage("step.print.a.output.x")).isEqualTo("step|.print|.a|.output|.x");
    assertThat(lineage("a.b[1.5]")).isEqualTo("none");
  }

  private String lineage(String text) {
    Expression expression = NativeParser.expression(SourceFile.of("e", text), diagnostics);
    Traversal traversal = ((Expression.ScopeTraversal) expression).traversal();
    return traversal
        .lineage()
        .map(
            lineage -> {
              assertThat(lineage).hasToString(text).isEqualTo(Lineage.parse(text));
              return lineage.segments().stream()
                  .map(Lineage.Segment::text)
                  .collect(Collectors.joining("|", lineage.root() + "|", ""));
            })
        .orElse("none");
  }
}
