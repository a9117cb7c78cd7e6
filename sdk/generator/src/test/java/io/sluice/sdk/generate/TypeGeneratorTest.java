package io.sluice.sdk.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.plan.PluginWork;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.BlockSchema.Nesting;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.sdk.value.ObjectValue;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TypeGeneratorTest {
  private static final String PACKAGE = "com.acme.infra";

  @TempDir private Path directory;

  /** With all that a schema can say, and words that a comment can't hold. */
  private static final class Cloud implements Provider {
    @Override
    public String name() {
      return "cloud";
    }

    @Override
    public Optional<PluginWork> plugin() {
      return Optional.of(
          new PluginWork("registry.terraform.io/acme/cloud", "2.7.1", List.of(), null, null));
    }

    @Override
    public ProviderSchema schema() {
      return new ProviderSchema(
          BlockBody.of(AttributeSchema.required("region", AttributeType.STRING)),
          List.of(
              TypeSchema.resource(
                      "cloud_app",
                      "An app: <b>fast</b> & \\u0041 */ {@code x} @see y",
                      Repeats.all(RepeatClass.PURE),
                      AttributeSchema.required("name", AttributeType.STRING),
                      AttributeSchema.optional("count_of", AttributeType.NUMBER),
                      AttributeSchema.optional("public", AttributeType.BOOL),
                      AttributeSchema.optional("description", AttributeType.STRING),
                      AttributeSchema.optional("lineage", AttributeType.STRING),
                      AttributeSchema.optional("zones", AttributeType.listOf(AttributeType.STRING)),
                      AttributeSchema.optional("ports", AttributeType.setOf(AttributeType.NUMBER)),
                      AttributeSchema.optional("tags", AttributeType.mapOf(AttributeType.STRING)),
                      AttributeSchema.optional("any", AttributeType.ANY),
                      AttributeSchema.optional("old", AttributeType.STRING)
                          .deprecated("use */ name"),
                      AttributeSchema.optional(
                          "matrix",
                          AttributeType.listOf(AttributeType.listOf(AttributeType.NUMBER))),
                      AttributeSchema.optional("owner", object("mail")),
                      AttributeSchema.optional("rules", AttributeType.mapOf(object("allow"))),
                      AttributeSchema.optionalComputed("size", AttributeType.STRING),
                      AttributeSchema.computed("id", AttributeType.STRING),
                      AttributeSchema.computed("endpoints", AttributeType.listOf(object("host"))))
                  .withBlock(block("ingress", Nesting.LIST))
                  .withBlock(block("list", Nesting.SET))
                  .withBlock(block("timeouts", Nesting.SINGLE))
                  .withBlock(block("labelled", Nesting.MAP)),
              TypeSchema.data(
                  "cloud_zone",
                  "",
                  AttributeSchema.required("name", AttributeType.STRING),
                  AttributeSchema.computed("id", AttributeType.STRING))));
    }

    private static AttributeType object(String field) {
      TreeMap<String, AttributeType.Field> fields = new TreeMap<>();
      fields.put(field, AttributeType.required(AttributeType.STRING));
      return new AttributeType.ObjectOf(fields);
    }

    private static BlockSchema block(String name, Nesting nesting) {
      BlockBody inner =
          BlockBody.of(
              AttributeSchema.optional("transport_" + name, AttributeType.STRING),
              AttributeSchema.computed("fqdn", AttributeType.STRING));
      return new BlockSchema(name, nesting, 0, 0, false, "", inner);
    }

    @Override
    public Configured configure(JsonNode configuration) {
      return new Configured.Refused((Outcome.Failed) Outcome.permanent("TEST", "never"));
    }
  }

  private static TypeGenerator cloud() {
    return new TypeGenerator(PACKAGE, ProviderRegistry.of().with(List.of(new Cloud())));
  }

  @Test
  void generatedClassesCompileWithoutAWarningAndWriteWhatTheySay() throws Exception {
    JavaCompiler compiler =
        new JavaCompiler(directory)
            .with(PACKAGE, cloud().resource("cloud_app").orElseThrow())
            .with(PACKAGE, cloud().data("cloud_zone").orElseThrow())
            .with(PACKAGE, cloud().provider("cloud").orElseThrow())
            .with(
                PACKAGE,
                new GeneratedClass(
                    "Shop",
                    """
                    package com.acme.infra;

                    import static io.sluice.sdk.value.Values.text;

                    import io.sluice.sdk.Stack;
                    import java.util.List;
                    import java.util.Map;

                    public final class Shop {
                      private Shop() {}

                      public static String hcl() {
                        Stack stack = new Stack("shop");
                        CloudProvider west =
                            stack.add(new CloudProvider().region("west").alias("west"));
                        CloudZoneData zone = stack.add(new CloudZoneData("a").name("a"));
                        CloudApp one =
                            stack.add(
                                new CloudApp("one")
                                    .provider(west)
                                    .name("shop")
                                    .countOf(3)
                                    .public_(true)
                                    .zones(zone.id(), text("b"))
                                    .ports(80, 443)
                                    .tags(Map.of("env", "prod", "zone", zone.id()))
                                    .any(List.of(1, "x"))
                                    .matrix(List.of(List.of(1, 2), List.of(3)))
                                    .owner(owner -> owner.mail("a@b"))
                                    .rules("web", rule -> rule.allow("all"))
                                    .ingress(ingress -> ingress.transportIngress("http"))
                                    .list(list -> list.transportList("x"))
                                    .timeouts(timeouts -> timeouts.transportTimeouts("5m"))
                                    .labelled("l", block -> block.transportLabelled("y")));
                        stack.add(
                            new CloudApp("two")
                                .name(one.ingress().get(0).fqdn())
                                .size(one.size())
                                .description(one.endpoints().get(0).host())
                                .zones(one.zones())
                                .lineage_(one.timeouts().fqdn()));
                        stack.output("ids", one.endpoints().all(CloudApp.Endpoints::host));
                        return stack.toHcl();
                      }
                    }
                    """));

    assertThat(compiler.compiled()).isEmpty();
    assertThat(compiler.call(PACKAGE + ".Shop", "hcl"))
        .isEqualTo(
            """
            terraform {
              required_providers {
                cloud = {
                  source  = "acme/cloud"
                  version = "~> 2.7"
                }
              }
            }

            provider "cloud" {
              alias  = "west"
              region = "west"
            }

            data "cloud_zone" "a" {
              name = "a"
            }

            resource "cloud_app" "one" {
              provider = cloud.west
              name     = "shop"
              count_of = 3
              public   = true
              zones    = [data.cloud_zone.a.id, "b"]
              ports    = [80, 443]
              tags = {
                env  = "prod"
                zone = data.cloud_zone.a.id
              }
              any    = [1, "x"]
              matrix = [[1, 2], [3]]
              owner = {
                mail = "a@b"
              }
              rules = {
                web = {
                  allow = "all"
                }
              }

              ingress {
                transport_ingress = "http"
              }

              list {
                transport_list = "x"
              }

              timeouts {
                transport_timeouts = "5m"
              }

              labelled "l" {
                transport_labelled = "y"
              }
            }

            resource "cloud_app" "two" {
              name        = cloud_app.one.ingress[0].fqdn
              size        = cloud_app.one.size
              description = cloud_app.one.endpoints[0].host
              zones       = cloud_app.one.zones
              lineage     = cloud_app.one.timeouts.fqdn
            }

            output "ids" {
              value = cloud_app.one.endpoints[*].host
            }
            """);
  }

  @Test
  void everyTypeOfSluicesOwnProvidersCompiles() throws Exception {
    ProviderRegistry registry = ProviderRegistry.builtIn();
    TypeGenerator generator = new TypeGenerator(PACKAGE, registry);
    JavaCompiler compiler = new JavaCompiler(directory);
    int made = 0;
    for (Provider provider : registry.providers()) {
      compiler.with(PACKAGE, generator.provider(provider.name()).orElseThrow());
      for (String type : provider.typeNames(TypeSchema.Kind.RESOURCE)) {
        compiler.with(PACKAGE, generator.resource(type).orElseThrow());
        made++;
      }
      for (String type : provider.typeNames(TypeSchema.Kind.DATA)) {
        compiler.with(PACKAGE, generator.data(type).orElseThrow());
        made++;
      }
    }
    assertThat(made).isGreaterThan(20);
    assertThat(compiler.compiled()).isEmpty();
  }

  /** A generated method of such a name would hide one that the SDK calls. */
  @Test
  void noInheritedMethodIsHidden() {
    for (Class<?> type = io.sluice.sdk.block.Resource.class;
        type != Object.class;
        type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        boolean seen = (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
        if (seen && !method.isSynthetic()) {
          assertThat(JavaNames.method(method.getName()))
              .as(type.getSimpleName() + "." + method.getName())
              .isEqualTo(method.getName() + "_");
        }
      }
    }
    assertThat(ObjectValue.class).isNotNull();
  }

  @Test
  void aTypeThatNobodyHasIsNone() {
    assertThat(cloud().resource("cloud_zone")).isEmpty();
    assertThat(cloud().data("cloud_app")).isEmpty();
  }
}
