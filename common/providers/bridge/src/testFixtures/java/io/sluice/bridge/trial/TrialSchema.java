package io.sluice.bridge.trial;

import com.google.protobuf.ByteString;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.proto.Wire;
import java.util.List;

/** The schema of the provider for tests, in either protocol. */
public final class TrialSchema {
  private static final int SINGLE = 1;
  private static final int LIST = 2;
  private static final int SET = 3;
  private static final int MAP = 4;
  private static final int GROUP = 5;
  private static final String STRING = "\"string\"";
  private static final String NUMBER = "\"number\"";

  private final ProtocolVersion version;

  private TrialSchema(ProtocolVersion version) {
    this.version = version;
  }

  public static Wire.SchemaResponse of(ProtocolVersion version) {
    TrialSchema schema = new TrialSchema(version);
    return Wire.SchemaResponse.newBuilder()
        .setProvider(schema.provider())
        .setProviderMeta(
            schema.schema(
                0,
                Wire.Block.newBuilder()
                    .addAttributes(schema.attribute("module", STRING, "optional"))))
        .putResourceSchemas("trial_thing", schema.thing())
        .putResourceSchemas("trial_legacy", schema.legacy())
        .putResourceSchemas("trial_named", schema.named())
        .putResourceSchemas("trial_deep", schema.deep())
        .putResourceSchemas("trial_loose", schema.loose())
        .putDataSourceSchemas("trial_lookup", schema.lookup())
        .putEphemeralResourceSchemas("trial_token", schema.token())
        .putFunctions("repeat", repeat())
        .setServerCapabilities(
            Wire.ServerCapabilities.newBuilder()
                .setPlanDestroy(version == ProtocolVersion.SIX)
                .setMoveResourceState(true)
                .setGetProviderSchemaOptional(true))
        .build();
  }

  /** All of it as the rest of Sluice reads it. */
  public static SchemaCatalog catalog(ProtocolVersion version) {
    return new SchemaCatalog(version, of(version), identities());
  }

  static Wire.IdentitySchemasResponse identities() {
    return Wire.IdentitySchemasResponse.newBuilder()
        .putIdentitySchemas(
            "trial_named",
            Wire.IdentitySchema.newBuilder()
                .setVersion(1)
                .addIdentityAttributes(
                    Wire.IdentitySchema.Attribute.newBuilder()
                        .setName("name")
                        .setType(ByteString.copyFromUtf8(STRING))
                        .setRequiredForImport(true))
                .build()
                .toByteString())
        .build();
  }

  private static ByteString repeat() {
    return Wire.Function.newBuilder()
        .addParameters(
            Wire.Function.Parameter.newBuilder()
                .setName("text")
                .setType(ByteString.copyFromUtf8(STRING)))
        .setVariadicParameter(
            Wire.Function.Parameter.newBuilder()
                .setName("times")
                .setType(ByteString.copyFromUtf8(NUMBER)))
        .setReturn(Wire.Function.Return.newBuilder().setType(ByteString.copyFromUtf8(STRING)))
        .build()
        .toByteString();
  }

  private ByteString schema(long number, Wire.Block.Builder block) {
    return Wire.Schema.newBuilder().setVersion(number).setBlock(block).build().toByteString();
  }

  private ByteString provider() {
    return schema(
        0, Wire.Block.newBuilder().addAttributes(attribute("endpoint", STRING, "optional")));
  }

  /** Everything that a schema can hold. */
  private ByteString thing() {
    Wire.Block.Builder block =
        Wire.Block.newBuilder()
            .addAttributes(attribute("id", STRING, "computed"))
            .addAttributes(attribute("name", STRING, "required"))
            .addAttributes(attribute("size", NUMBER, "optional computed"))
            .addAttributes(attribute("note", STRING, "optional"))
            .addAttributes(attribute("place", STRING, "optional"))
            .addAttributes(attribute("fault", STRING, "optional"))
            .addAttributes(attribute("secret", STRING, "optional sensitive"))
            .addAttributes(attribute("token", STRING, "optional write_only"))
            .addAttributes(attribute("token_version", NUMBER, "optional"))
            .addAttributes(attribute("revision", NUMBER, "computed"))
            .addAttributes(attribute("numbers", "[\"list\",\"number\"]", "optional"))
            .addAttributes(attribute("tags", "[\"map\",\"string\"]", "optional"))
            .addAttributes(attribute("labels", "[\"set\",\"string\"]", "optional computed"))
            .addAttributes(attribute("anything", "\"dynamic\"", "optional"))
            .addBlockTypes(
                nested(
                    "timeouts",
                    SINGLE,
                    Wire.Block.newBuilder().addAttributes(attribute("create", STRING, "optional"))))
            .addBlockTypes(nested("rule", LIST, inner("port", NUMBER)))
            .addBlockTypes(nested("disk", SET, inner("label", STRING)))
            .addBlockTypes(nested("zone", MAP, inner("cidr", STRING)))
            .addBlockTypes(
                nested(
                    "policy",
                    GROUP,
                    Wire.Block.newBuilder()
                        .addAttributes(attribute("mode", STRING, "optional"))
                        .addAttributes(attribute("etag", STRING, "computed"))));
    if (version == ProtocolVersion.SIX) {
      block
          .addAttributes(object("settings", SINGLE, "optional computed"))
          .addAttributes(object("steps", LIST, "optional"))
          .addAttributes(object("members", SET, "optional"))
          .addAttributes(object("regions", MAP, "optional"));
    }
    return schema(2, block);
  }

  private Wire.Block.Builder inner(String required, String type) {
    return Wire.Block.newBuilder()
        .addAttributes(attribute(required, type, "required"))
        .addAttributes(attribute("comment", STRING, "optional"))
        .addAttributes(attribute("serial", STRING, "computed"));
  }

  /** What the old kind of provider has: blocks, and no way to say that they are not there. */
  private ByteString legacy() {
    return schema(
        0,
        Wire.Block.newBuilder()
            .addAttributes(attribute("id", STRING, "optional computed"))
            .addAttributes(attribute("name", STRING, "required"))
            .addAttributes(attribute("body", STRING, "optional"))
            .addAttributes(attribute("place", STRING, "optional"))
            .addAttributes(
                attribute(
                    "entries",
                    "[\"list\",[\"object\",{\"port\":\"number\",\"comment\":\"string\"}]]",
                    "optional computed"))
            .addBlockTypes(nested("rule", LIST, inner("port", NUMBER)))
            .addBlockTypes(nested("disk", SET, inner("label", STRING))));
  }

  /** Blocks in blocks, and objects in objects, of every nesting in every other. */
  private ByteString deep() {
    Wire.Block.Builder cell =
        inner("label", STRING)
            .addAttributes(attribute("weight", NUMBER, "optional computed"))
            .addBlockTypes(nested("dot", LIST, inner("x", NUMBER)));
    Wire.Block.Builder layer =
        inner("title", STRING)
            .addAttributes(attribute("password", STRING, "optional write_only"))
            .addBlockTypes(nested("cell", SET, cell))
            .addBlockTypes(nested("mark", SINGLE, inner("text", STRING)))
            .addBlockTypes(nested("room", MAP, inner("cidr", STRING)));
    Wire.Block.Builder frame =
        Wire.Block.newBuilder()
            .addAttributes(attribute("mode", STRING, "optional"))
            .addAttributes(attribute("etag", STRING, "computed"))
            .addBlockTypes(nested("edge", LIST, inner("width", NUMBER)));
    Wire.Block.Builder block =
        own()
            .addAttributes(attribute("matrix", "[\"list\",[\"list\",\"number\"]]", "optional"))
            .addAttributes(attribute("groups", "[\"map\",[\"set\",\"string\"]]", "optional"))
            .addAttributes(
                attribute("shape", "[\"object\",{\"x\":\"number\",\"y\":\"string\"}]", "optional"))
            .addBlockTypes(nested("layer", LIST, layer))
            .addBlockTypes(nested("frame", GROUP, frame))
            .addBlockTypes(
                nested(
                    "seal",
                    SINGLE,
                    Wire.Block.newBuilder()
                        .addAttributes(attribute("level", NUMBER, "optional computed"))));
    if (version == ProtocolVersion.SIX) {
      List<ByteString> leaf =
          List.of(
              attribute("color", STRING, "optional computed"),
              attribute("code", STRING, "computed"));
      List<ByteString> branch =
          List.of(
              attribute("name", STRING, "required"),
              attribute("size", NUMBER, "optional computed"),
              attribute("tags", "[\"set\",\"string\"]", "optional"),
              object("leaf", SINGLE, "optional computed", leaf),
              object("fruits", SET, "optional", leaf));
      block
          .addAttributes(
              object(
                  "tree",
                  SINGLE,
                  "optional",
                  List.of(
                      attribute("kind", STRING, "required"),
                      object("branches", LIST, "optional", branch),
                      object("index", MAP, "optional computed", branch))))
          .addAttributes(object("seeds", SET, "optional computed"));
    }
    return schema(1, block);
  }

  private Wire.Block.Builder own() {
    return Wire.Block.newBuilder()
        .addAttributes(attribute("id", STRING, "computed"))
        .addAttributes(attribute("name", STRING, "required"))
        .addAttributes(attribute("place", STRING, "optional"))
        .addAttributes(attribute("fault", STRING, "optional"));
  }

  /** What has its type with its value. */
  private ByteString loose() {
    String dynamic = "\"dynamic\"";
    return schema(
        0,
        own()
            .addAttributes(attribute("value", dynamic, "optional"))
            .addAttributes(attribute("either", dynamic, "optional computed"))
            .addAttributes(attribute("derived", dynamic, "computed"))
            .addBlockTypes(
                nested(
                    "item",
                    LIST,
                    Wire.Block.newBuilder()
                        .addAttributes(attribute("key", STRING, "required"))
                        .addAttributes(attribute("value", dynamic, "optional"))))
            .addBlockTypes(
                nested(
                    "pair",
                    MAP,
                    Wire.Block.newBuilder()
                        .addAttributes(attribute("value", dynamic, "optional")))));
  }

  private ByteString named() {
    return schema(
        0,
        Wire.Block.newBuilder()
            .addAttributes(attribute("id", STRING, "computed"))
            .addAttributes(attribute("name", STRING, "required")));
  }

  private ByteString lookup() {
    return schema(
        0,
        Wire.Block.newBuilder()
            .addAttributes(attribute("key", STRING, "required"))
            .addAttributes(attribute("value", STRING, "computed")));
  }

  private ByteString token() {
    return lookup();
  }

  private static Wire.NestedBlock nested(String name, int nesting, Wire.Block.Builder block) {
    return Wire.NestedBlock.newBuilder()
        .setTypeName(name)
        .setNesting(nesting)
        .setBlock(block)
        .build();
  }

  private ByteString attribute(String name, String type, String flags) {
    List<String> set = List.of(flags.split(" "));
    if (version == ProtocolVersion.FIVE) {
      return Wire.AttributeFive.newBuilder()
          .setName(name)
          .setType(ByteString.copyFromUtf8(type))
          .setRequired(set.contains("required"))
          .setOptional(set.contains("optional"))
          .setComputed(set.contains("computed"))
          .setSensitive(set.contains("sensitive"))
          .setWriteOnly(set.contains("write_only"))
          .build()
          .toByteString();
    }
    return six(name, flags).setType(ByteString.copyFromUtf8(type)).build().toByteString();
  }

  private static Wire.AttributeSix.Builder six(String name, String flags) {
    List<String> set = List.of(flags.split(" "));
    return Wire.AttributeSix.newBuilder()
        .setName(name)
        .setRequired(set.contains("required"))
        .setOptional(set.contains("optional"))
        .setComputed(set.contains("computed"))
        .setSensitive(set.contains("sensitive"))
        .setWriteOnly(set.contains("write_only"));
  }

  private ByteString object(String name, int nesting, String flags) {
    return object(
        name,
        nesting,
        flags,
        List.of(
            attribute("mode", STRING, "required"),
            attribute("level", NUMBER, "optional computed"),
            attribute("code", STRING, "computed")));
  }

  private ByteString object(String name, int nesting, String flags, List<ByteString> inner) {
    return six(name, flags)
        .setNestedType(Wire.NestedObject.newBuilder().addAllAttributes(inner).setNesting(nesting))
        .build()
        .toByteString();
  }
}
