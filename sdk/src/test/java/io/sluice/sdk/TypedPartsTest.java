package io.sluice.sdk;

import static io.sluice.sdk.value.Values.template;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.sdk.block.Each;
import io.sluice.sdk.block.ModuleCall;
import io.sluice.sdk.block.Output;
import io.sluice.sdk.block.Provider;
import io.sluice.sdk.block.Requirement;
import io.sluice.sdk.block.Resource;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.value.Field;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.ListValue;
import io.sluice.sdk.value.MapValue;
import io.sluice.sdk.value.NumberValue;
import io.sluice.sdk.value.ObjectValue;
import io.sluice.sdk.value.TextValue;
import io.sluice.sdk.value.Values;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types of objects and modules that are written in Java, each known by its parts. */
class TypedPartsTest {
  private static final Requirement WEST = new Requirement("acme", "acme/acme", "~> 2.0");
  private static final Field<TextValue> TITLE = Field.required("title", Kind.TEXT);
  private static final Field<NumberValue> PAGES = Field.optional("pages", Kind.NUMBER, 1);
  private static final Field<ListValue<TextValue>> TAGS =
      Field.optional("tags", Kind.list(Kind.TEXT));

  @TempDir private Path directory;

  @Test
  void partsOfAnObjectTypeAreKnownByTheirFields() {
    Stack stack = new Stack("books");
    MapValue<ObjectValue> books =
        stack.variable(
            Variable.of("books", Kind.map(Kind.object(TITLE, PAGES, TAGS)))
                .defaultsTo(Map.of("a", Map.of("title", "A", "tags", List.of("x")))));
    stack.add(
        new Resource("terraform_data", "book")
            .forEach(
                books,
                (key, book, one) ->
                    one.set("input", template(key, ": ", book.get(TITLE), book.get(PAGES).plus(1)))
                        .set("triggers_replace", book.get(TAGS))));

    assertThat(stack.toHcl())
        .isEqualTo(
            """
            variable "books" {
              type = map(object({ title = string, pages = optional(number, 1), tags = optional(list(string)) }))
              default = {
                a = {
                  title = "A"
                  tags  = ["x"]
                }
              }
            }

            resource "terraform_data" "book" {
              for_each         = var.books
              input            = "${each.key}: ${each.value.title}${each.value.pages + 1}"
              triggers_replace = each.value.tags
            }
            """);
    var variable = Variable.of("b", Kind.object(TITLE));
    assertThatThrownBy(() -> variable.defaultsTo(Map.of("titel", "A")))
        .hasMessage("\"title\" is missing in an object({ title = string })");
    assertThatThrownBy(() -> variable.defaultsTo(Map.of("title", "A", "page", 2)))
        .hasMessage("there is no [page] in an object({ title = string })");
  }

  @Test
  void aModuleThatIsAStackIsWrittenBesideItsCaller() {
    Stack inner = new Stack("page");
    Variable<TextValue> title = inner.add(Variable.text("title"));
    Variable<NumberValue> size = inner.add(Variable.number("size").defaultsTo(3));
    Provider west = inner.expects(new Provider(WEST).alias("west"));
    Resource made =
        inner.add(new Resource("acme_page", "made").provider(west).set("title", title.value()));
    Output<TextValue> link = inner.output("link", made.part("link").asText());

    Stack stack = new Stack("site");
    Provider here = stack.add(new Provider(WEST).alias("here"));
    ModuleCall call =
        stack.add(
            new ModuleCall("pages", inner)
                .provider("acme.west", here)
                .forEach("a", "b")
                .set(title, template("page ", Each.key()))
                .set(size, 4));
    stack.output("links", call.all(each -> each.get(link)));
    stack.output("first", call.at("a").get(link));

    assertThat(stack.files())
        .containsOnlyKeys("site.tf", "page/page.tf")
        .hasEntrySatisfying(
            "page/page.tf",
            text ->
                assertThat(text)
                    .startsWith(
                        """
                        terraform {
                          required_providers {
                            acme = {
                              source                = "acme/acme"
                              version               = "~> 2.0"
                              configuration_aliases = [acme.west]
                            }
                          }
                        }
                        """)
                    .contains("provider = acme.west"))
        .hasEntrySatisfying(
            "site.tf",
            text ->
                assertThat(text)
                    .contains(
                        """
                        module "pages" {
                          source = "./page"
                          providers = {
                            acme.west = acme.here
                          }
                          for_each = toset(["a", "b"])
                          title    = "page ${each.key}"
                          size     = 4
                        }
                        """,
                        "value = values(module.pages)[*].link",
                        "value = module.pages[\"a\"].link"));
    stack.write(directory);
    assertThat(directory.resolve("page/page.tf")).hasContent(inner.toHcl());
    stack.add(new ModuleCall("other", inner));
    assertThatThrownBy(stack::toHcl).hasMessageContaining("module.other.title");
  }

  @Test
  void aConditionMayLeaveAnArgumentAsIfItWereNotSet() {
    Stack stack = new Stack("maybe");
    TextValue name = stack.variable(Variable.text("name").defaultsToNothing());
    stack.output("choice", name.isNotNull().choose("x"));
    stack.output("some", name.ifThere(Kind.TEXT).mapped(each -> template(each, "!")));
    stack.output("place", template(Values.modulePath(), Values.rootPath(), Values.workspace()));
    stack.output("called", Values.called("try", name, "b"));

    assertThat(stack.toHcl())
        .contains(
            "value = var.name != null ? \"x\" : null",
            "value = [for item in var.name[*] : \"${item}!\"]",
            "value = \"${path.module}${path.root}${terraform.workspace}\"",
            "value = try(var.name, \"b\")");
  }

  @Test
  void aStackSaysWhatBecameOfBlocks() {
    Stack stack = new Stack("shop");
    Resource main = stack.add(new Resource("terraform_data", "main").forEach("a"));
    stack
        .add(Statement.workspace("shop.eu", "network"))
        .add(Statement.moved("terraform_data.old", main.at("a")))
        .add(Statement.imported(main, "id-1"))
        .add(Statement.forgotten("terraform_data.gone"))
        .add(Statement.check("named", Values.workspace().isNotEqualTo(""), "It has no name."));

    assertThat(stack.toHcl())
        .contains(
            """
            sluice {
              workspace = "shop.eu"
              after     = ["network"]
            }

            moved {
              from = terraform_data.old
              to   = terraform_data.main["a"]
            }

            import {
              to = terraform_data.main
              id = "id-1"
            }

            removed {
              from = terraform_data.gone

              lifecycle {
                destroy = false
              }
            }

            check "named" {
              assert {
                condition     = terraform.workspace != ""
                error_message = "It has no name."
              }
            }
            """);
    assertThat(stack.toJson()).contains("\"to\" : \"terraform_data.main[\\\"a\\\"]\"");
  }
}
