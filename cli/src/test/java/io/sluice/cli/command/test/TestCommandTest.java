package io.sluice.cli.command.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of configurations, as {@code terraform test} runs them. */
final class TestCommandTest {
  @TempDir private Path directory = Path.of("unset");

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Captured test(String... more) {
    String[] words = new String[more.length + 1];
    words[0] = "test";
    System.arraycopy(more, 0, words, 1, more.length);
    return Captured.run(directory, words);
  }

  private void module() throws IOException {
    write(
        "main.tf",
        """
        variable "name" {
          type = string
          validation {
            condition     = length(var.name) > 1
            error_message = "too short"
          }
        }
        resource "terraform_data" "a" {
          input = upper(var.name)
          lifecycle {
            postcondition {
              condition     = self.output != "BAD"
              error_message = "bad"
            }
          }
        }
        output "name" { value = terraform_data.a.output }
        check "long" {
          assert {
            condition     = length(terraform_data.a.output) < 8
            error_message = "long"
          }
        }
        """);
  }

  @Test
  void plansAppliesAndDestroys() throws IOException {
    module();
    write(
        "main.tftest.hcl",
        """
        variables { name = "web" }
        run "plans" {
          command = plan
          assert {
            condition     = terraform_data.a.input == "WEB"
            error_message = "not upper case"
          }
        }
        run "applies" {
          assert {
            condition     = output.name == "WEB" && terraform_data.a.id != ""
            error_message = "not applied"
          }
        }
        run "changes" {
          variables { name = "${run.applies.name}2" }
          assert {
            condition     = output.name == "WEB2" && var.name == "WEB2"
            error_message = "got ${output.name}"
          }
        }
        """);

    Captured run = test();

    assertThat(run.out())
        .as(run.err())
        .isEqualTo(
            """
            main.tftest.hcl... in progress
              run "plans"... pass
              run "applies"... pass
              run "changes"... pass
            main.tftest.hcl... tearing down
            main.tftest.hcl... pass

            Success! 3 passed, 0 failed.
            """);
    assertThat(run.code()).isZero();
    try (var files = Files.list(directory)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("main.tf", "main.tftest.hcl");
    }
  }

  @Test
  void laterRunsFindTheFilesThatEarlierOnesMade() throws IOException {
    write(
        "main.tf",
        """
        variable "content" { default = "one" }
        resource "local_file" "f" {
          filename = "out/f.txt"
          content  = var.content
        }
        """);
    write(
        "main.tftest.hcl",
        """
        run "makes" {}
        run "plans" { command = plan }
        run "changes" {
          variables { content = "two" }
          assert {
            condition     = local_file.f.content == "two"
            error_message = "got ${local_file.f.content}"
          }
        }
        """);

    Captured run = test();

    assertThat(run.code()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains("Success! 3 passed, 0 failed.");
    assertThat(directory.resolve("out/f.txt")).doesNotExist();
  }

  @Test
  void tellsWhatDoesNotHoldAndGoesOn() throws IOException {
    module();
    write(
        "tests/main.tftest.hcl",
        """
        variables { name = "web" }
        run "wrong" {
          command = plan
          assert {
            condition     = terraform_data.a.input == "DB"
            error_message = "It is ${terraform_data.a.input}."
          }
        }
        run "right" { command = plan }
        run "unknown" {
          command = plan
          assert {
            condition     = terraform_data.a.output == "WEB"
            error_message = "no"
          }
        }
        run "never" { command = plan }
        """);

    Captured run = test();

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .isEqualTo(
            """
            tests/main.tftest.hcl... in progress
              run "wrong"... fail
              run "right"... pass
              run "unknown"... fail
              run "never"... skip
            tests/main.tftest.hcl... tearing down
            tests/main.tftest.hcl... fail

            Failure! 1 passed, 2 failed, 1 skipped.
            """);
    assertThat(run.err())
        .contains("Error: Test assertion failed", "It is WEB.", "Error: Unknown condition value");
  }

  @Test
  void expectsFailures() throws IOException {
    module();
    write(
        "main.tftest.hcl",
        """
        run "variable" {
          command = plan
          variables { name = "x" }
          expect_failures = [var.name]
        }
        run "resource" {
          variables { name = "bad" }
          expect_failures = [terraform_data.a]
        }
        run "check" {
          variables { name = "much too long" }
          expect_failures = [check.long]
        }
        run "unexpected" {
          variables { name = "much too long" }
        }
        """);
    write(
        "zz.tftest.hcl",
        """
        run "nothing" {
          command = plan
          variables { name = "fine" }
          expect_failures = [check.long]
        }
        """);

    Captured run = test();

    assertThat(run.out())
        .as(run.err())
        .contains(
            "run \"variable\"... pass",
            "run \"resource\"... pass",
            "run \"check\"... pass",
            "run \"unexpected\"... fail",
            "run \"nothing\"... fail",
            "Failure! 3 passed, 2 failed.");
    assertThat(run.err()).contains("Missing expected failure", "check.long");
  }

  @Test
  void replacesProvidersAndModules() throws IOException {
    write(
        "main.tf",
        """
        terraform {
          required_providers {
            fakecloud = { source = "sluice.io/builtin/fakecloud" }
          }
        }
        resource "terraform_data" "a" { input = 1 }
        resource "terraform_data" "b" { input = 2 }
        module "m" { source = "./m" }
        output "all" {
          value = [terraform_data.a.id, terraform_data.b.id, module.m.id, module.m.other]
        }
        """);
    write(
        "m/main.tf",
        """
        resource "terraform_data" "c" {}
        output "id" { value = terraform_data.c.id }
        output "other" { value = "o" }
        """);
    write(
        "main.tftest.hcl",
        """
        mock_provider "terraform" {
          mock_resource "terraform_data" {
            defaults = { id = "mocked" }
          }
        }
        override_resource {
          target          = terraform_data.b
          override_during = plan
          values          = { id = "overridden" }
        }
        override_module {
          target  = module.m
          outputs = { id = "module" }
        }
        run "plan" {
          command = plan
          assert {
            condition     = terraform_data.b.id == "overridden" && module.m.id == "module"
            error_message = "no"
          }
        }
        run "apply" {
          assert {
            condition     = output.all[0] == "mocked" && output.all[1] == "overridden"
            error_message = jsonencode(output.all)
          }
          assert {
            condition     = output.all[2] == "module" && output.all[3] == null
            error_message = jsonencode(output.all)
          }
        }
        """);

    Captured run = test();

    assertThat(run.out()).as(run.err()).contains("Success! 2 passed, 0 failed.");
  }

  @Test
  void setsUpWithAnotherModuleAndKeepsStatesApart() throws IOException {
    module();
    write(
        "setup/main.tf",
        """
        resource "terraform_data" "s" { input = "fromsetup" }
        output "name" { value = substr(terraform_data.s.output, 4, 5) }
        """);
    write(
        "tests/main.tftest.hcl",
        """
        run "setup" {
          module { source = "./setup" }
        }
        run "uses" {
          variables { name = run.setup.name }
          assert {
            condition     = output.name == "SETUP"
            error_message = output.name
          }
        }
        run "apart" {
          state_key = "other"
          variables { name = "apart" }
          assert {
            condition     = output.name == "APART"
            error_message = output.name
          }
        }
        """);

    Captured run = test("-json");

    assertThat(run.code()).as(run.out() + run.err()).isZero();
    assertThat(run.out())
        .contains(
            "\"type\":\"test_abstract\"",
            "\"type\":\"test_run\"",
            "\"status\":\"pass\"",
            "\"type\":\"test_summary\"",
            "\"passed\":3");
  }

  @Test
  void destroysWhatAFailedRunHasMade() throws IOException {
    write(
        "main.tf",
        """
        resource "local_file" "a" {
          filename = "made.txt"
          content  = "x"
        }
        resource "terraform_data" "b" {
          input = local_file.a.id
          provisioner "local-exec" { command = "exit 3" }
        }
        """);
    write("main.tftest.hcl", "run \"fails\" {}\nrun \"never\" {}\n");

    Captured run = test();

    assertThat(run.out()).contains("run \"fails\"... fail", "run \"never\"... skip");
    assertThat(run.code()).isEqualTo(1);
    assertThat(directory.resolve("made.txt")).doesNotExist();
    assertThat(run.err()).doesNotContain("are left");
  }

  @Test
  void runsTheFilesThatAreAskedFor() throws IOException {
    module();
    write("a.tftest.hcl", "run \"a\" {\n  command = plan\n  variables { name = \"aa\" }\n}\n");
    write(
        "tests/b.tftest.hcl", "run \"b\" {\n  command = plan\n  variables { name = \"bb\" }\n}\n");

    assertThat(test("-filter=a.tftest.hcl", "-verbose").out())
        .contains("run \"a\"... pass", "terraform_data.a will be created", "1 passed")
        .doesNotContain("run \"b\"");
    assertThat(test("-filter=tests/b.tftest.hcl").out()).contains("run \"b\"... pass");
    assertThat(test("-test-directory=elsewhere").out()).doesNotContain("run \"b\"");
    assertThat(test("-filter=none.tftest.hcl").err()).contains("Unknown test file");
  }

  @Test
  void validationLooksAtTestsToo() throws IOException {
    write("main.tf", "output \"a\" { value = 1 }\n");
    write("setup/main.tf", "resource \"terraform_data\" \"a\" {\n  inpt = 1\n}\n");
    write("tests/a.tftest.hcl", "run \"a\" {\n  module { source = \"./setup\" }\n}\n");

    assertThat(Captured.run(directory, "validate").err()).contains("Unsupported argument");
    assertThat(Captured.run(directory, "validate", "-no-tests").code()).isZero();
  }

  @Test
  void refusesWhatIsNoTest() throws IOException {
    module();
    write(
        "main.tftest.hcl",
        """
        run "a" { command = destroy }
        run "a" {}
        runs "b" {}
        """);

    Captured run = test();

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            "Invalid \"command\" keyword",
            "Duplicate \"run\" block names",
            "Unsupported block type");
  }
}
