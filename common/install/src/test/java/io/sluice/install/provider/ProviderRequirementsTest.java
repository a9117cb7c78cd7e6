package io.sluice.install.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.load.ConfigurationLoader;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderRequirementsTest {
  @TempDir Path directory;
  private final Diagnostics loading = new Diagnostics();
  private final Diagnostics diagnostics = new Diagnostics();

  @Test
  void putsTheConstraintsOfAllModulesTogether() throws IOException {
    Files.createDirectory(directory.resolve("child"));
    Files.writeString(
        directory.resolve("child/main.tf"),
        """
        terraform {
          required_providers {
            amazon = {
              source  = "hashicorp/aws"
              version = ">= 4.0"
            }
            old = "~> 1.0"
          }
        }
        """);

    Map<ProviderSource, ProviderRequirement> found =
        of(
            """
            terraform {
              required_providers {
                aws = {
                  source  = "hashicorp/aws"
                  version = "~> 5.0"
                }
              }
            }
            provider "aws" {
              version = "!= 5.1.0"
            }
            resource "aws_instance" "a" {}
            resource "null_resource" "b" {}
            resource "other_thing" "c" {
              provider = aws
            }
            resource "terraform_data" "d" {}
            module "child" {
              source = "./child"
            }
            """);

    assertThat(diagnostics.list()).isEmpty();
    assertThat(found.keySet())
        .extracting(ProviderSource::displayed)
        .containsExactlyInAnyOrder(
            "terraform.io/builtin/terraform", "hashicorp/aws", "hashicorp/null", "hashicorp/old");
    ProviderRequirement aws = found.get(ProviderSource.parse("aws"));
    assertThat(aws.constraints()).hasToString(">= 4.0.0, ~> 5.0, != 5.1.0");
    assertThat(aws.named()).isTrue();
    assertThat(aws.modules()).containsExactly("module.child", "the root module");
    assertThat(found.get(ProviderSource.parse("null")).named()).isFalse();
  }

  @Test
  void pointsAtEntriesThatCannotBeRead() throws IOException {
    of(
        """
        terraform {
          required_providers {
            a = {
              source = "x/y/z/a"
            }
            b = {
              source  = "acme/b"
              version = "=> 1"
            }
          }
        }
        """);

    List<Diagnostic> told = new ArrayList<>(loading.list());
    told.addAll(diagnostics.list());
    assertThat(told)
        .as("each once")
        .extracting(Diagnostic::summary)
        .containsExactlyInAnyOrder("Invalid provider source string", "Invalid version constraint");
    assertThat(told).extracting(one -> one.range().line()).allMatch(line -> line >= 3 && line <= 8);
  }

  private Map<ProviderSource, ProviderRequirement> of(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), text);
    return ProviderRequirements.of(
        ConfigurationLoader.load(new DirectoryFiles(directory), loading).orElseThrow(),
        diagnostics);
  }
}
