package io.sluice.bridge.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.model.RepeatClass;
import io.sluice.model.plan.PluginWork;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema.Presence;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockSchema.Nesting;
import io.sluice.provider.schema.ProviderPackage;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.TypeSchema.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BridgedProviderTest {
  private static final String SOURCE = "example.com/test/trial";

  private final BridgedProvider provider =
      new BridgedProvider(
          new PluginWork(SOURCE, "1.0.0", List.of("h1:x"), null, null),
          new SchemaCatalog(
              ProtocolVersion.SIX,
              TrialSchema.of(ProtocolVersion.SIX),
              Wire.IdentitySchemasResponse.getDefaultInstance()));

  private static Repeats repeats(String source) {
    return new BridgedProvider(
            new PluginWork(source, "1.0.0", List.of("h1:x"), null, null),
            TrialSchema.catalog(ProtocolVersion.SIX))
        .type(Kind.RESOURCE, "trial_thing")
        .orElseThrow()
        .repeats();
  }

  @Test
  void repeatsACreationOnlyWhereNothingCanBeLeftBehind() {
    assertThat(repeats("registry.terraform.io/hashicorp/aws"))
        .isEqualTo(new Repeats(RepeatClass.NONE, RepeatClass.BY_NAME, RepeatClass.BY_NAME));
    assertThat(repeats("registry.opentofu.org/hashicorp/random"))
        .isEqualTo(Repeats.all(RepeatClass.PURE));
    assertThat(repeats("example.com/hashicorp/random").create()).isEqualTo(RepeatClass.NONE);
  }

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
    Type type = Type.map(Type.tuple(List.of(Types.BOOL, Type.object(Map.of("a", Types.NUMBER)))));

    assertThat(SchemaTranslation.type(type).toString())
        .isEqualTo("map(tuple([bool, object({a = number})]))");
  }

  @Test
  void itsTypesAreFoundByItsAddressAlone() {
    ProviderRegistry registry = ProviderRegistry.of().with(List.of(provider));

    assertThat(registry.find(SOURCE, Kind.RESOURCE, "trial_thing")).isPresent();
    assertThat(registry.find(SOURCE, Kind.RESOURCE, "trial_nothing")).isEmpty();
    assertThat(registry.find(SOURCE, Kind.DATA, "trial_thing")).isEmpty();
    assertThat(registry.find("example.com/other/trial", Kind.RESOURCE, "trial_thing")).isEmpty();
    assertThat(registry.resource("trial_thing")).isEmpty();
    assertThat(registry.provider("trial")).isEmpty();
    assertThat(registry.real(SOURCE).orElseThrow().plansItself()).isTrue();
  }

  @Test
  void travelsWithoutItsPackageAndWithTheTypesThatAreUsed() throws ProviderPackage.Damaged {
    ProviderPackage packed =
        provider.packed(Map.of(Kind.RESOURCE, Set.of("trial_thing", "trial_none"))).orElseThrow();
    BridgedProvider arrived = (BridgedProvider) BridgedProvider.of(packed);

    assertThat(arrived.pin()).isEqualTo(provider.pin());
    assertThat(arrived.typeNames(Kind.RESOURCE)).containsExactly("trial_thing");
    assertThat(arrived.typeNames(Kind.DATA)).isEmpty();
    assertThat(arrived.type(Kind.RESOURCE, "trial_thing")).contains(thing());
    assertThat(arrived.configuration()).isEqualTo(provider.configuration());
    assertThat(arrived.catalog().functions()).isEqualTo(provider.catalog().functions());
  }

  @Test
  void isRefusedWhereItIsDamaged() {
    ProviderPackage packed =
        new ProviderPackage(SOURCE, "1.0.0", List.of(), new byte[] {1, 2, 3, 4});

    assertThatThrownBy(() -> BridgedProvider.of(packed))
        .isInstanceOf(ProviderPackage.Damaged.class)
        .hasMessage("The schemas of example.com/test/trial can't be read.");
  }
}
