package io.sluice.stacks.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.config.Module;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.Moment;
import io.sluice.language.instancing.ModuleEnvironment;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.Phase;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Value;
import io.sluice.language.value.json.JsonValues;
import io.sluice.stacks.StackText;
import io.sluice.stacks.deployment.PlanContext.Counts;
import io.sluice.stacks.load.StackLoader;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DeploymentValuesTest {
  private static final String STACK =
      """
      --- main.tfcomponent.hcl ---
      variable "name" {
        type = string
      }
      variable "sizes" {
        type    = list(number)
        default = []
      }
      component "net" {
        source = "./net"
        inputs = { name = var.name }
      }
      --- net/main.tf ---
      variable "name" {
        type = string
      }
      --- main.tfdeploy.hcl ---
      """;

  private final Diagnostics diagnostics = new Diagnostics();
  private final ModuleEnvironment environment =
      ModuleEnvironment.of(Phase.PLAN, FileAccess.NONE, Moment.UNKNOWN, "shop.one", "/work");

  private Module stack;
  private DeploymentConfiguration configuration;

  private void load(String deployments) {
    StackText files = StackText.of(STACK + deployments);
    stack = StackLoader.load(files, diagnostics);
    configuration = Deployments.load(files, stack, "shop", diagnostics);
  }

  private SortedMap<String, String> inputs(Map<String, Value> upstream) {
    SortedMap<String, Expression> inputs =
        DeploymentValues.of(configuration, stack, upstream, environment, diagnostics)
            .inputs(configuration.deployments().get("one"));
    SortedMap<String, String> values = new TreeMap<>();
    ModuleInstance root = ModuleInstance.root(stack, environment);
    inputs.forEach(
        (name, expression) ->
            values.put(name, JsonValues.toJson(root.evaluate(expression, diagnostics)).toString()));
    return values;
  }

  @Test
  void evaluatesLocalsFunctionsAndWhatOtherStacksPublish() {
    load(
        """
        locals {
          base = upper("a")
          name = "${local.base}-${upstream_input.net.id}"
        }
        upstream_input "net" {
          type   = "stack"
          source = "net"
        }
        deployment "one" {
          inputs = {
            name  = local.name
            sizes = [for n in range(2) : n * 10]
          }
        }
        """);

    SortedMap<String, String> values =
        inputs(
            Map.of("net", io.sluice.language.value.ObjectValue.of(Map.of("id", Value.of("v1")))));

    assertThat(diagnostics.list()).isEmpty();
    assertThat(values).containsExactly(Map.entry("name", "\"A-v1\""), Map.entry("sizes", "[0,10]"));
  }

  @Test
  void refusesWhatDoesNotFitIsUnknownOrASecretInTheOpen() {
    load(
        """
        deployment "one" {
          inputs = {
            name  = sensitive("x")
            sizes = { a = 1 }
          }
        }
        deployment "two" {
          inputs = {
            name = timestamp()
          }
        }
        """);

    DeploymentValues values =
        DeploymentValues.of(configuration, stack, Map.of(), environment, diagnostics);
    configuration.deployments().values().forEach(values::inputs);

    assertThat(diagnostics.list())
        .extracting(fault -> fault.summary() + " " + fault.range())
        .containsExactly(
            "Sensitive value for a variable that is not main.tfdeploy.hcl:3,13-27",
            "Invalid value for input main.tfdeploy.hcl:4,13-22",
            "Unknown input main.tfdeploy.hcl:9,12-23");
  }

  @Test
  void saysWhatIsWrongWithALocalOnceForAllDeployments() {
    load(
        """
        locals {
          name = nosuch("a")
        }
        deployment "one" {
          inputs = { name = local.name }
        }
        deployment "two" {
          inputs = { name = local.name }
        }
        """);

    DeploymentValues.validate(configuration, stack, environment, diagnostics);

    assertThat(diagnostics.list())
        .extracting(fault -> fault.summary() + " " + fault.range())
        .containsExactly("Call to unknown function main.tfdeploy.hcl:2,10-16");
  }

  private RulesOnPlan rules(Counts total) {
    PlanContext context =
        new PlanContext("one", "apply", total, new TreeMap<>(Map.of("component.net", total)));
    return RulesOnPlan.of(
        configuration, configuration.deployments().get("one"), context, environment, diagnostics);
  }

  @Test
  void approvesAPlanOnlyIfAllChecksOfAllRulesHold() {
    load(
        """
        deployment "one" {
          inputs           = { name = "a" }
          deployment_group = deployment_group.careful
        }
        deployment_group "careful" {
          auto_approve_checks = [deployment_auto_approve.small, deployment_auto_approve.safe]
        }
        deployment_auto_approve "small" {
          check {
            condition = context.plan.changes.total <= 2
            reason    = "It changes ${context.plan.changes.total} objects."
          }
        }
        deployment_auto_approve "safe" {
          check {
            condition = context.plan.component_changes["component.net"].remove == 0
            reason    = "The network loses something."
          }
          check {
            condition = context.plan.deployment == deployment.one
            reason    = "Not here."
          }
        }
        """);

    assertThat(rules(new Counts(1, 1, 0, 0, 0)))
        .isEqualTo(new RulesOnPlan(List.of("small", "safe"), List.of()));
    assertThat(rules(new Counts(3, 0, 1, 0, 0)))
        .isEqualTo(
            new RulesOnPlan(
                List.of("small", "safe"),
                List.of("small: It changes 4 objects.", "safe: The network loses something.")));
    assertThat(rules(new Counts(1, 1, 0, 0, 0)).approves()).isTrue();
    assertThat(diagnostics.list()).isEmpty();
  }

  @Test
  void approvesNothingWithoutRulesAndNothingThatCannotBeEvaluated() {
    load(
        """
        deployment "one" {
          inputs = { name = "a" }
        }
        """);
    assertThat(rules(Counts.NONE).approves()).isFalse();

    load(
        """
        deployment "one" {
          inputs           = { name = "a" }
          deployment_group = deployment_group.all
        }
        deployment_group "all" {
          auto_approve_checks = [deployment_auto_approve.odd]
        }
        deployment_auto_approve "odd" {
          check {
            condition = context.plan.nothing
            reason    = "odd"
          }
        }
        """);
    assertThat(rules(Counts.NONE).approves()).isFalse();
    assertThat(diagnostics.list())
        .extracting(fault -> fault.summary())
        .containsExactly("Unsupported attribute");
  }
}
