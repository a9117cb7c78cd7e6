package io.sluice.stacks.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Module;
import io.sluice.language.source.Diagnostics;
import io.sluice.stacks.StackText;
import org.junit.jupiter.api.Test;

class StackLoaderTest {
  private static final String NET =
      """
      --- net/main.tf ---
      variable "name" {
        type = string
      }
      output "id" {
        value = var.name
      }
      """;

  @Test
  void makesComponentsAndEmbeddedStacksCallsOfOneTree() {
    Module stack =
        loaded(
            """
            --- main.tfcomponent.hcl ---
            component "net" {
              source = "./net"
              inputs = { name = "a" }
            }
            stack "region" {
              source   = "./region"
              for_each = toset(["eu"])
              inputs   = { id = component.net.id }
            }
            --- region/main.tfcomponent.hcl ---
            variable "id" {
              type = string
            }
            component "app" {
              source = "../net"
              inputs = { name = var.id }
            }
            """
                + NET);

    assertThat(stack.kind()).isEqualTo(Module.Kind.STACK);
    assertThat(stack.children()).containsOnlyKeys("component.net", "stack.region");
    Module region = stack.children().get("stack.region");
    assertThat(region.kind()).isEqualTo(Module.Kind.STACK);
    assertThat(region.children().get("component.app").prefix())
        .isEqualTo("stack.region.component.app.");
    assertThat(region.children().get("component.app").directory()).isEqualTo("net");
    assertThat(stack.calls().get("stack.region").dependsOn()).hasToString("[component.net]");
  }

  @Test
  void letsAComponentWaitForAllThatItRefersTo() {
    Module stack =
        loaded(
            """
            --- main.tfcomponent.hcl ---
            required_providers {
              tls = { source = "sluice.io/builtin/tls" }
            }
            provider "tls" "main" {
              config {
                key = component.key.id
              }
            }
            component "key" {
              source = "./net"
              inputs = { name = "k" }
            }
            component "net" {
              source = "./net"
              inputs = { name = "n" }
            }
            locals {
              name  = upper(local.inner)
              inner = component.net.id
            }
            component "app" {
              source    = "./net"
              inputs    = { name = local.name }
              providers = { tls = provider.tls.main }
            }
            """
                + NET);

    ModuleCall app = stack.calls().get("component.app");
    assertThat(app.dependsOn()).hasToString("[component.key, component.net]");
    assertThat(app.providers().get("tls").configuration()).hasToString("tls.main");
  }

  private static Module loaded(String text) {
    Diagnostics diagnostics = new Diagnostics();
    Module stack = StackLoader.load(StackText.of(text), diagnostics);
    assertThat(diagnostics.list()).isEmpty();
    return stack;
  }
}
