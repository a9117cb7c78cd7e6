package io.sluice.bridge.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema.Presence;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockSchema.Nesting;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.TypeSchema.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckedProviderTest {
  private final CheckedProvider provider =
      new CheckedProvider(
          "trial",
          new SchemaCatalog(
              ProtocolVersion.SIX,
              TrialSchema.of(ProtocolVersion.SIX),
              Wire.IdentitySchemasResponse.getDefaultInstance()));

  private TypeSchema thing() {
    return provider.type(Kind.RESOURCE, "trial_thing").orElseThrow();
  }

  @Test
  void saysOfAttributesWhatTheProviderSays() {
    TypeSchema thing = thing();

    assertThat(thing.version()).isEqualTo(2);
    assertThat(thing.body().attribute("name").orElseThrow().presence())
        .isEqualTo(Presence.REQUIRED);
    assertThat(thing.body().attribute("size").orElseThrow().presence())
        .isEqualTo(Presence.OPTIONAL_COMPUTED);
    assertThat(thing.body().attribute("anything").orElseThrow().type())
        .isEqualTo(AttributeType.ANY);
    assertThat(thing.sensitivePointers()).contains("/secret").doesNotContain("/name");
  }

  @Test
  void keepsHowBlocksAndNestedAttributesLieTogether() {
    TypeSchema thing = thing();

    assertThat(thing.body().block("policy").orElseThrow().nesting()).isEqualTo(Nesting.GROUP);
    assertThat(thing.body().attribute("members").orElseThrow().type())
        .isInstanceOfSatisfying(
            AttributeType.Nested.class,
            nested -> assertThat(nested.nesting()).isEqualTo(Nesting.SET));
  }

  @Test
  void everyTypeOfTheLanguageHasItsLike() {
    Type type =
        Type.map(Type.tuple(java.util.List.of(Types.BOOL, Type.object(Map.of("a", Types.NUMBER)))));

    assertThat(SchemaTranslation.type(type).toString())
        .isEqualTo("map(tuple([bool, object({a = number})]))");
  }

  @Test
  void itsTypesAreFoundBesideThoseOfOthers() {
    ProviderRegistry registry = ProviderRegistry.of().with("the test", provider);

    assertThat(registry.resource("trial_thing")).isPresent();
    assertThat(registry.resource("trial_nothing")).isEmpty();
    assertThat(registry.data("trial_thing")).isEmpty();
    assertThat(registry.provider("trial").orElseThrow().onlyChecks()).isPresent();
  }
}
