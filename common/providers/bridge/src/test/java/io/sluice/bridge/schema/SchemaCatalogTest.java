package io.sluice.bridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.TypeJson;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaCatalogTest {
  private static SchemaCatalog catalog(ProtocolVersion version) {
    return new SchemaCatalog(
        version, TrialSchema.of(version), Wire.IdentitySchemasResponse.getDefaultInstance());
  }

  @ParameterizedTest
  @EnumSource
  void readsWhatAttributesAreInBothProtocols(ProtocolVersion version) throws DecodeFailed {
    TypeSchema thing = catalog(version).resource("trial_thing").orElseThrow();
    Block block = thing.block();
    assertThat(thing.version()).isEqualTo(2);
    assertThat(block.attributes().get("name").isRequired()).isTrue();
    assertThat(block.attributes().get("token").isWriteOnly()).isTrue();
    assertThat(block.attributes().get("secret").isSensitive()).isTrue();
    assertThat(block.attributes().get("size").flags())
        .containsExactlyInAnyOrder(Attribute.Flag.OPTIONAL, Attribute.Flag.COMPUTED);
    assertThat(block.attributes().get("anything").type()).isEqualTo(Types.ANY);
    assertThat(block.blocks().get("policy").nesting()).isEqualTo(Nesting.GROUP);
  }

  @Test
  void givesNestedAttributesTheTypeThatFollowsFromThem() throws DecodeFailed {
    Block block = catalog(ProtocolVersion.SIX).resource("trial_thing").orElseThrow().block();
    String object = "[\"object\",{\"code\":\"string\",\"level\":\"number\",\"mode\":\"string\"}]";
    assertThat(TypeJson.write(block.attributes().get("settings").type())).isEqualTo(object);
    assertThat(TypeJson.write(block.attributes().get("members").type()))
        .isEqualTo("[\"set\"," + object + "]");
    assertThat(block.at(ValuePath.of("steps").index(0).name("code")).orElseThrow().isComputed())
        .isTrue();
    assertThat(block.at(ValuePath.of("tags").key("a"))).isEmpty();
    assertThat(block.at(ValuePath.of("rule").index(3).name("port"))).isPresent();
  }

  @Test
  void makesATupleOfBlocksWithADynamicAttribute() {
    Block inner = blockOfDynamic();
    assertThat(new NestedBlock(inner, Nesting.LIST, 0, 0).type()).isEqualTo(Types.ANY);
    assertThat(new NestedBlock(inner, Nesting.MAP, 0, 0).type()).isEqualTo(Types.ANY);
    assertThat(new NestedBlock(inner, Nesting.SINGLE, 0, 0).type()).isEqualTo(inner.type());
  }

  private static Block blockOfDynamic() {
    return Block.of(
        java.util.Map.of(
            "any",
            new Attribute(
                Types.ANY,
                java.util.Optional.empty(),
                java.util.Set.of(Attribute.Flag.OPTIONAL),
                "",
                "")),
        java.util.Map.of());
  }

  @Test
  void readsATypeOnlyWhenItIsAskedFor() throws DecodeFailed {
    Wire.SchemaResponse response =
        Wire.SchemaResponse.newBuilder()
            .putResourceSchemas("broken", ByteString.copyFromUtf8("\u0012\u0005xx"))
            .putResourceSchemas("fine", Wire.Schema.getDefaultInstance().toByteString())
            .build();
    SchemaCatalog catalog =
        new SchemaCatalog(
            ProtocolVersion.SIX, response, Wire.IdentitySchemasResponse.getDefaultInstance());
    assertThat(catalog.resources()).containsExactly("broken", "fine");
    assertThat(catalog.resource("fine")).isPresent();
    assertThat(catalog.resource("absent")).isEmpty();
    assertThatThrownBy(() -> catalog.resource("broken")).hasMessageContaining("broken");
  }

  @ParameterizedTest
  @EnumSource
  void isKeptAsBytesForOtherProcesses(ProtocolVersion version) throws DecodeFailed {
    SchemaCatalog catalog = catalog(version);
    SchemaCatalog again = SchemaCatalog.of(catalog.bytes());
    assertThat(again.resources()).isEqualTo(catalog.resources());
    assertThat(again.resource("trial_thing")).isEqualTo(catalog.resource("trial_thing"));
    assertThat(again.plansDestroy()).isEqualTo(catalog.plansDestroy());
    assertThatThrownBy(() -> SchemaCatalog.of(new byte[] {8, 4}))
        .hasMessageContaining("another protocol");
  }
}
