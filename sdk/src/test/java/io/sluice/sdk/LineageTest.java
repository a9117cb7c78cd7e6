package io.sluice.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.model.Lineage;
import io.sluice.sdk.block.DataSource;
import io.sluice.sdk.block.EphemeralResource;
import io.sluice.sdk.block.ModuleCall;
import io.sluice.sdk.block.Output;
import io.sluice.sdk.block.Provider;
import io.sluice.sdk.block.Resource;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.MapValue;
import io.sluice.sdk.value.TextValue;
import io.sluice.sdk.value.Value;
import io.sluice.sdk.value.Values;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A value knows its way from the block that it belongs to. */
class LineageTest {
  private final Stack stack = new Stack("test");

  /** The table of outputs of the document that the system comes from. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "aws_vpc.main |                                       | aws_vpc.main",
        "aws_vpc.main | .id                                   | aws_vpc.main.id",
        "var          | .region                               | var.region",
        "aws_instance.web | .ebs_block_device 0 .volume_id |"
            + " aws_instance.web.ebs_block_device[0].volume_id",
        "local        | .tags =Environment                    | local.tags[\"Environment\"]"
      })
  void pathsAreWrittenAsInTheTable(String identifier, String path, String hcl) {
    Expression value = new Expression.Reference(Lineage.parse(identifier));
    for (String step : path == null ? new String[0] : path.split(" ")) {
      value =
          switch (step.charAt(0)) {
            case '.' -> value.member(step.substring(1));
            case '=' -> value.key(step.substring(1));
            default -> value.index(Integer.parseInt(step));
          };
    }
    assertThat(value.text()).isEqualTo(hcl);
  }

  @Test
  void theSamePathsComeOfValues() {
    Resource web = stack.add(new Resource("aws_instance", "web"));
    TextValue region = stack.add(Variable.text("region")).value();
    MapValue<TextValue> tags = stack.local("tags", Values.textMap(Map.of("Environment", "prod")));

    assertThat(web.expression().text()).isEqualTo("aws_instance.web");
    assertThat(web.part("id")).hasToString("aws_instance.web.id");
    assertThat(region).hasToString("var.region");
    assertThat(web.part("ebs_block_device").get(0).member("volume_id"))
        .hasToString("aws_instance.web.ebs_block_device[0].volume_id");
    assertThat(tags.get("Environment")).hasToString("local.tags[\"Environment\"]");
  }

  @Test
  void getExtendsTheLineageOfNestedBlocksAndMaps() {
    ContainerApp app =
        stack.add(
            new ContainerApp("api")
                .location("westeurope")
                .tags(Map.of("env", "prod"))
                .ingress(ingress -> ingress.transport("http2")));

    assertThat(app.ingress().get(0).fqdn())
        .hasToString("azurerm_container_app.api.ingress[0].fqdn");
    assertThat(app.ingress().get(0).fqdn().lineage())
        .contains(Lineage.parse("azurerm_container_app.api.ingress[0].fqdn"));
    assertThat(app.tags().get("env")).hasToString("azurerm_container_app.api.tags[\"env\"]");
    assertThat(app.location()).hasToString("azurerm_container_app.api.location");
    assertThat(app.ingress().get(3).transport())
        .hasToString("azurerm_container_app.api.ingress[3].transport");
  }

  @Test
  void everyKindOfBlockHasItsIdentifier() {
    Map<String, Value> identifiers =
        Map.of(
            "aws_vpc.main", stack.add(new Resource("aws_vpc", "main")),
            "data.aws_ami.ubuntu", stack.add(new DataSource("aws_ami", "ubuntu")),
            "var.region", stack.add(Variable.text("region")).value(),
            "local.zone", stack.local("zone", Values.text("a")),
            "module.vpc", stack.add(new ModuleCall("vpc", "./vpc")),
            "aws", stack.add(new Provider("aws")),
            "aws.west", stack.add(new Provider("aws").alias("west")),
            "ephemeral.random_password.db",
                stack.add(new EphemeralResource("random_password", "db")));
    identifiers.forEach((identifier, value) -> assertThat(value).hasToString(identifier));
  }

  @Test
  void anOutputIsNoValueAndCanNotBeReferredTo() {
    assertThat(Value.class).matches(type -> !type.isAssignableFrom(Output.class));
    assertThatThrownBy(() -> stack.output("url", Output.of("other", "x")))
        .hasMessageContaining("no value stands for an object of");
  }

  @Test
  void beforeItIsAddedABlockReadsWhatItWasGivenAndHasNothingElse() {
    ContainerApp app = new ContainerApp("api").location("westeurope");

    assertThat(app.location()).hasToString("\"westeurope\"");
    assertThatThrownBy(app::id)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "\"id\" is computed, and azurerm_container_app.api is not in a stack yet: add it");
  }

  @Test
  void aPrimitiveIsCopiedAndACollectionKeepsItsIdentity() {
    MapValue<TextValue> tags = Values.textMap(Map.of("env", "prod"));
    ContainerApp app = new ContainerApp("api").location("westeurope").tags(tags);
    TextValue before = app.location();
    stack.add(app);

    assertThat(app.location())
        .isNotSameAs(before)
        .hasToString("azurerm_container_app.api.location");
    assertThat(before).hasToString("\"westeurope\"");
    assertThat(app.tags()).isSameAs(tags).isSameAs(app.tags());
    assertThat(app.ingress()).isSameAs(app.ingress());
  }

  @Test
  void whatIsPutIntoACollectionLaterIsWritten() {
    ContainerApp app =
        stack.add(new ContainerApp("api").location("westeurope").tags(Map.of("env", "prod")));
    app.tags().put("team", "shop");
    app.ingress().add(new ContainerApp.Ingress().transport("tcp"));

    assertThat(stack.toHcl())
        .isEqualTo(
            """
            resource "azurerm_container_app" "api" {
              location = "westeurope"
              tags = {
                env  = "prod"
                team = "shop"
              }

              ingress {
                transport = "tcp"
              }
            }
            """);
  }

  /** To ask one for it must not make the other depend on it. */
  @Test
  void aCollectionThatTwoBlocksWereGivenIsWrittenInBoth() {
    MapValue<TextValue> common = Values.textMap(Map.of("env", "prod"));
    ContainerApp one = stack.add(new ContainerApp("one").location("a").tags(common));
    ContainerApp two = stack.add(new ContainerApp("two").location("b").tags(common));

    MapValue<TextValue> ofOne = one.tags();
    assertThat(two.tags()).hasToString("azurerm_container_app.two.tags");
    assertThat(ofOne).hasToString("azurerm_container_app.one.tags");
    two.tags().put("team", "shop");
    assertThat(stack.toHcl().split("team = \"shop\"", -1)).hasSize(3);
    assertThat(stack.toHcl()).doesNotContain("azurerm_container_app.one.tags");
  }

  @Test
  void assigningWritesAReferenceIfThereIsOneAndALiteralElse() {
    ContainerApp one = stack.add(new ContainerApp("one").location("a").tags(Map.of("env", "prod")));
    stack.add(new ContainerApp("two").location(one.location()).tags(one.tags()));

    assertThat(stack.toHcl())
        .contains("location = \"a\"")
        .contains("location = azurerm_container_app.one.location")
        .contains("tags     = azurerm_container_app.one.tags");
  }

  @Test
  void whatIsNotWrittenHereCanNotBeFilled() {
    Resource app = stack.add(new Resource("x_y", "z"));
    assertThatThrownBy(
            () ->
                app.part("tags").asMapOf(io.sluice.sdk.value.Kind.TEXT).put("a", Values.text("b")))
        .hasMessage("x_y.z.tags is not written here, so nothing can be put into it");
  }
}
