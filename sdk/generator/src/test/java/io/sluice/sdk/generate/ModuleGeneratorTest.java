package io.sluice.sdk.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.config.load.ConfigurationLoader;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleGeneratorTest {
  @TempDir private Path directory;

  @Test
  void variablesAreSetAndOutputsAreRead() throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        variable "cidr" { type = string }
        variable "subnets" {
          type = list(object({ name = string, size = optional(number) }))
          default = []
        }
        variable "same" { default = 1 }
        output "ids" {
          description = "The ids"
          value       = ["a"]
        }
        output "same" { value = var.same }
        """);
    GeneratedClass network =
        new ModuleGenerator("com.acme")
            .of(
                "network",
                "./modules/network",
                ConfigurationLoader.alone(
                        new DirectoryFiles(directory), List.of(), ".", new Diagnostics())
                    .orElseThrow());
    JavaCompiler compiler =
        new JavaCompiler(directory.resolve("out"))
            .with("com.acme", network)
            .with(
                "com.acme",
                new GeneratedClass(
                    "Shop",
                    """
                    package com.acme;

                    import io.sluice.sdk.Stack;

                    public final class Shop {
                      private Shop() {}

                      public static String hcl() {
                        Stack stack = new Stack("shop");
                        NetworkModule network =
                            stack.add(
                                new NetworkModule("main")
                                    .cidr("10.0.0.0/16")
                                    .subnets(subnet -> subnet.name("a").size(8)));
                        stack.output("first", network.ids().get(0));
                        stack.output("same", network.same());
                        return stack.toHcl();
                      }
                    }
                    """));

    assertThat(compiler.compiled()).isEmpty();
    assertThat(compiler.call("com.acme.Shop", "hcl"))
        .isEqualTo(
            """
            module "main" {
              source = "./modules/network"
              cidr   = "10.0.0.0/16"
              subnets = [
                {
                  name = "a"
                  size = 8
                },
              ]
            }

            output "first" {
              value = module.main.ids[0]
            }

            output "same" {
              value = module.main.same
            }
            """);
  }
}
