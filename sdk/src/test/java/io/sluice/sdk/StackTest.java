package io.sluice.sdk;

import static io.sluice.sdk.value.Values.template;
import static io.sluice.sdk.value.Values.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.language.config.Module;
import io.sluice.language.config.load.ConfigurationLoader;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostics;
import io.sluice.sdk.block.DataSource;
import io.sluice.sdk.block.Each;
import io.sluice.sdk.block.ModuleCall;
import io.sluice.sdk.block.Output;
import io.sluice.sdk.block.Provider;
import io.sluice.sdk.block.Requirement;
import io.sluice.sdk.block.Resource;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.MapValue;
import io.sluice.sdk.value.TextValue;
import io.sluice.sdk.value.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stack as files that others read. */
class StackTest {
  @TempDir private Path directory;

  /** Only what Terraform itself has, so that it needs no provider to check it. */
  private static Stack everything() {
    Stack stack = new Stack("shop");
    TextValue region =
        stack
            .add(
                Variable.text("region")
                    .describedAs("Where it runs")
                    .defaultsTo("eu-1")
                    .validated(value -> value.isNotEqualTo(""), "A region is needed."))
            .value();
    MapValue<TextValue> tags = stack.local("tags", Values.textMap(Map.of("env", "prod")));
    tags.put("where", template("in-", region, " for US$", 5));
    Resource base =
        stack.add(
            new Resource("terraform_data", "base")
                .set("input", Map.of("name", "base ${not a reference}", "tags", tags))
                .lifecycle(
                    rules ->
                        rules
                            .createBeforeDestroy()
                            .ignoreChanges("input")
                            .precondition(region.isNotEqualTo("moon"), "Nothing runs there.")));
    Resource each =
        stack.add(
            new Resource("terraform_data", "each")
                .forEach(tags)
                .set("input", template(Each.key(), "=", Each.value()))
                .set("triggers_replace", List.of(base.part("id")))
                .dependsOn(base));
    stack.add(new Resource("terraform_data", "two").count(2).set("input", Each.index()));
    stack.add(new Output<>("ids", each.all(one -> one.part("id"))).describedAs("All of them"));
    stack.output("first", each.at("env").part("output"));
    stack.output(
        "shouted", tags.mapped((key, value) -> io.sluice.sdk.function.Functions.upper(value)));
    return stack;
  }

  @Test
  void isWrittenInCanonicalForm() {
    assertThat(everything().toHcl())
        .isEqualTo(
            """
            variable "region" {
              description = "Where it runs"
              type        = string
              default     = "eu-1"

              validation {
                condition     = var.region != ""
                error_message = "A region is needed."
              }
            }

            locals {
              tags = {
                env   = "prod"
                where = "in-${var.region} for US${"$"}${5}"
              }
            }

            resource "terraform_data" "base" {
              input = {
                name = "base $${not a reference}"
                tags = local.tags
              }

              lifecycle {
                create_before_destroy = true
                ignore_changes        = [input]

                precondition {
                  condition     = var.region != "moon"
                  error_message = "Nothing runs there."
                }
              }
            }

            resource "terraform_data" "each" {
              for_each         = local.tags
              input            = "${each.key}=${each.value}"
              triggers_replace = [terraform_data.base.id]
              depends_on       = [terraform_data.base]
            }

            resource "terraform_data" "two" {
              count = 2
              input = count.index
            }

            output "ids" {
              description = "All of them"
              value       = values(terraform_data.each)[*].id
            }

            output "first" {
              value = terraform_data.each["env"].output
            }

            output "shouted" {
              value = { for key, value in local.tags : key => upper(value) }
            }
            """);
  }

  @Test
  void jsonHasNamesWhereTheLanguageReadsNamesAndTemplatesElsewhere() {
    assertThat(everything().toJson())
        .contains("\"type\" : \"string\"")
        .contains("\"where\" : \"in-${var.region} for US${\\\"$\\\"}${5}\"")
        .contains("\"name\" : \"base $${not a reference}\"")
        .contains("\"depends_on\" : [ \"terraform_data.base\" ]")
        .contains("\"for_each\" : \"${local.tags}\"")
        .contains("\"ignore_changes\" : [ \"input\" ]");
  }

  /** Both forms are read by the language's own loader without a complaint. */
  @Test
  void bothFormsAreTheSameConfigurationToTheLanguage() throws IOException {
    Path hcl = directory.resolve("hcl");
    Path json = Files.createDirectories(directory.resolve("json"));
    everything().write(hcl);
    Files.writeString(json.resolve("shop.tf.json"), everything().toJson());

    Module one = loaded(hcl);
    Module other = loaded(json);

    assertThat(one.resources().keySet()).isEqualTo(other.resources().keySet()).hasSize(3);
    assertThat(one.outputs().keySet()).isEqualTo(other.outputs().keySet());
    assertThat(one.variables().keySet()).isEqualTo(other.variables().keySet());
  }

  private static Module loaded(Path where) {
    Diagnostics faults = new Diagnostics();
    Module module = ConfigurationLoader.load(new DirectoryFiles(where), faults).orElseThrow();
    assertThat(faults.list()).isEmpty();
    return module;
  }

  @Test
  void terraformAcceptsBothForms() throws Exception {
    Assumptions.assumeTrue(terraform(directory, "version") == 0, "there is no terraform here");
    Path hcl = directory.resolve("hcl");
    Path json = Files.createDirectories(directory.resolve("json"));
    everything().write(hcl);
    Files.writeString(json.resolve("shop.tf.json"), everything().toJson());

    for (Path each : List.of(hcl, json)) {
      assertThat(terraform(each, "init", "-backend=false")).isZero();
      assertThat(terraform(each, "validate")).as(() -> read(each.resolve("out.txt"))).isZero();
    }
    assertThat(terraform(hcl, "fmt", "-check")).isZero();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static int terraform(Path where, String... arguments) throws InterruptedException {
    try {
      ProcessBuilder program = new ProcessBuilder("terraform");
      program.command().addAll(List.of(arguments));
      program.environment().put("CHECKPOINT_DISABLE", "1");
      Process process =
          program
              .directory(where.toFile())
              .redirectErrorStream(true)
              .redirectOutput(where.resolve("out.txt").toFile())
              .start();
      return process.waitFor(60, TimeUnit.SECONDS) ? process.exitValue() : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  @Test
  void providersModulesAndDataSourcesAreWritten() {
    Stack stack = new Stack("net");
    Provider west =
        stack.add(
            new Provider(new Requirement("aws", "hashicorp/aws", "~> 5.100"))
                .alias("west")
                .set("region", "us-west-2"));
    DataSource zones = stack.add(new DataSource("aws_availability_zones", "there").provider(west));
    ModuleCall network =
        stack.add(
            new ModuleCall("network", "acme/network/aws", "~> 2.0")
                .provider("aws", west)
                .set("zones", zones.part("names")));
    stack.add(
        new Resource("aws_security_group", "web")
            .set("vpc_id", network.part("vpc_id"))
            .block("ingress", rule -> rule.set("from_port", 80).set("to_port", 80)));

    assertThat(stack.toHcl())
        .isEqualTo(
            """
            terraform {
              required_providers {
                aws = {
                  source  = "hashicorp/aws"
                  version = "~> 5.100"
                }
              }
            }

            provider "aws" {
              alias  = "west"
              region = "us-west-2"
            }

            data "aws_availability_zones" "there" {
              provider = aws.west
            }

            module "network" {
              source  = "acme/network/aws"
              version = "~> 2.0"
              providers = {
                aws = aws.west
              }
              zones = data.aws_availability_zones.there.names
            }

            resource "aws_security_group" "web" {
              vpc_id = module.network.vpc_id

              ingress {
                from_port = 80
                to_port   = 80
              }
            }
            """);
  }

  @Test
  void aDynamicBlockIsThereForEachElementThatOnlyThePlannerKnows() {
    Stack stack = new Stack("net");
    var ports = stack.add(Variable.of("ports", Kind.set(Kind.NUMBER)));
    stack.add(
        new Resource("a_b", "c")
            .set("name", "x")
            .dynamic(
                "ingress",
                ports.value(),
                (port, rule) ->
                    rule.set("port", port)
                        .dynamic("range", ports.value(), (to, range) -> range.set("to", to))
                        .block(
                            "any",
                            any ->
                                any.dynamic(
                                    "ingress",
                                    Values.textMap(Map.of("a", "b")),
                                    (key, value, inner) ->
                                        inner.set("port", port).set("name", key).set("to", value))))
            .block("ingress", rule -> rule.set("port", 1)));

    assertThat(stack.toHcl())
        .isEqualTo(
            """
            variable "ports" {
              type = set(number)
            }

            resource "a_b" "c" {
              name = "x"

              dynamic "ingress" {
                for_each = var.ports

                content {
                  port = ingress.value

                  dynamic "range" {
                    for_each = var.ports

                    content {
                      to = range.value
                    }
                  }

                  any {
                    dynamic "ingress" {
                      for_each = {
                        a = "b"
                      }
                      iterator = ingress2

                      content {
                        port = ingress.value
                        name = ingress2.key
                        to   = ingress2.value
                      }
                    }
                  }
                }
              }

              ingress {
                port = 1
              }
            }
            """);
  }

  @Test
  void everyMissingArgumentIsNamedAtOnce() {
    Stack stack = new Stack("shop");
    stack.add(new ContainerApp("one"));
    stack.add(new ContainerApp("two"));

    assertThatThrownBy(stack::toHcl)
        .isInstanceOf(IncompleteStack.class)
        .hasMessage(
            "Stack \"shop\" lacks required arguments: azurerm_container_app.one.location,"
                + " azurerm_container_app.two.location. Set them before the stack is written.");
  }

  @Test
  void twoBlocksOfOneNameAreRefused() {
    Stack stack = new Stack("shop");
    stack.add(new Resource("a_b", "c"));
    assertThatThrownBy(() -> stack.add(new Resource("a_b", "c")))
        .hasMessage("stack \"shop\" has a_b.c already: call one of them otherwise");
    assertThatThrownBy(() -> stack.local("x", stack.local("x", text("1"))))
        .hasMessageContaining("has local.x already");
  }

  @Test
  void aVariableHasTheTypeOfItsKind() {
    Stack stack = new Stack("shop");
    stack.add(Variable.of("zones", Kind.list(Kind.map(Kind.NUMBER))));
    assertThat(stack.toHcl()).contains("type = list(map(number))");
  }

  /** A file that differs from build to build would be a change each time. */
  @Test
  void collectionsWithoutAnOrderAreSorted() {
    Stack stack = new Stack("shop");
    Map<String, Object> unordered = new HashMap<>();
    List.of("q", "b", "zz", "a", "m").forEach(key -> unordered.put(key, Set.of("2", "1", "3")));
    stack.local("x", Values.of(unordered));
    stack.local("y", Values.of(new LinkedHashMap<>(Map.of("b", 1))));
    assertThat(stack.toHcl())
        .contains(
            "    a  = [\"1\", \"2\", \"3\"]\n"
                + "    b  = [\"1\", \"2\", \"3\"]\n"
                + "    m  = [\"1\", \"2\", \"3\"]\n"
                + "    q  = [\"1\", \"2\", \"3\"]\n"
                + "    zz = [\"1\", \"2\", \"3\"]\n");
  }
}
