package io.sluice.bridge.schema;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.TypeJson;
import io.sluice.bridge.schema.Attribute.Flag;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes schemas of their bytes. The versions of the protocol differ in attributes alone. */
final class SchemaReader {
  private final ProtocolVersion version;

  SchemaReader(ProtocolVersion version) {
    this.version = version;
  }

  TypeSchema type(ByteString bytes) throws DecodeFailed, InvalidProtocolBufferException {
    Wire.Schema schema = Wire.Schema.parseFrom(bytes);
    return new TypeSchema(schema.getVersion(), block(schema.getBlock()));
  }

  IdentitySchema identity(ByteString bytes) throws DecodeFailed, InvalidProtocolBufferException {
    Wire.IdentitySchema schema = Wire.IdentitySchema.parseFrom(bytes);
    TreeMap<String, IdentitySchema.Part> parts = new TreeMap<>();
    for (Wire.IdentitySchema.Attribute part : schema.getIdentityAttributesList()) {
      parts.put(
          part.getName(),
          new IdentitySchema.Part(
              type(part.getName(), part.getType()),
              part.getRequiredForImport(),
              part.getOptionalForImport()));
    }
    return new IdentitySchema(schema.getVersion(), parts);
  }

  FunctionSignature function(ByteString bytes) throws DecodeFailed, InvalidProtocolBufferException {
    Wire.Function function = Wire.Function.parseFrom(bytes);
    List<FunctionSignature.Parameter> parameters = new ArrayList<>();
    for (Wire.Function.Parameter parameter : function.getParametersList()) {
      parameters.add(parameter(parameter));
    }
    Optional<FunctionSignature.Parameter> variadic =
        function.hasVariadicParameter()
            ? Optional.of(parameter(function.getVariadicParameter()))
            : Optional.empty();
    return new FunctionSignature(
        parameters,
        variadic,
        type("the result", function.getReturn().getType()),
        function.getSummary());
  }

  private static FunctionSignature.Parameter parameter(Wire.Function.Parameter parameter)
      throws DecodeFailed {
    return new FunctionSignature.Parameter(
        parameter.getName(),
        type(parameter.getName(), parameter.getType()),
        parameter.getAllowNullValue(),
        parameter.getAllowUnknownValues());
  }

  private Block block(Wire.Block block) throws DecodeFailed, InvalidProtocolBufferException {
    Map<String, NestedBlock> blocks = new TreeMap<>();
    for (Wire.NestedBlock nested : block.getBlockTypesList()) {
      blocks.put(
          nested.getTypeName(),
          new NestedBlock(
              block(nested.getBlock()),
              nesting(nested.getTypeName(), nested.getNesting()),
              nested.getMinItems(),
              nested.getMaxItems()));
    }
    return new Block(
        attributes(block.getAttributesList()),
        blocks,
        block.getDescription(),
        deprecation(block.getDeprecated(), block.getDeprecationMessage()));
  }

  private Map<String, Attribute> attributes(List<ByteString> list)
      throws DecodeFailed, InvalidProtocolBufferException {
    Map<String, Attribute> attributes = new TreeMap<>();
    for (ByteString bytes : list) {
      switch (version) {
        case FIVE -> {
          Wire.AttributeFive attribute = Wire.AttributeFive.parseFrom(bytes);
          attributes.put(attribute.getName(), attribute(attribute));
        }
        case SIX -> {
          Wire.AttributeSix attribute = Wire.AttributeSix.parseFrom(bytes);
          attributes.put(attribute.getName(), attribute(attribute));
        }
      }
    }
    return attributes;
  }

  private static Attribute attribute(Wire.AttributeFive attribute) throws DecodeFailed {
    EnumSet<Flag> flags = EnumSet.noneOf(Flag.class);
    note(attribute.getRequired(), Flag.REQUIRED, flags);
    note(attribute.getOptional(), Flag.OPTIONAL, flags);
    note(attribute.getComputed(), Flag.COMPUTED, flags);
    note(attribute.getSensitive(), Flag.SENSITIVE, flags);
    note(attribute.getWriteOnly(), Flag.WRITE_ONLY, flags);
    note(attribute.getDeprecated(), Flag.DEPRECATED, flags);
    return new Attribute(
        type(attribute.getName(), attribute.getType()),
        Optional.empty(),
        flags,
        attribute.getDescription(),
        deprecation(attribute.getDeprecated(), attribute.getDeprecationMessage()));
  }

  private Attribute attribute(Wire.AttributeSix attribute)
      throws DecodeFailed, InvalidProtocolBufferException {
    EnumSet<Flag> flags = EnumSet.noneOf(Flag.class);
    note(attribute.getRequired(), Flag.REQUIRED, flags);
    note(attribute.getOptional(), Flag.OPTIONAL, flags);
    note(attribute.getComputed(), Flag.COMPUTED, flags);
    note(attribute.getSensitive(), Flag.SENSITIVE, flags);
    note(attribute.getWriteOnly(), Flag.WRITE_ONLY, flags);
    note(attribute.getDeprecated(), Flag.DEPRECATED, flags);
    Optional<NestedObject> nested = Optional.empty();
    if (attribute.hasNestedType()) {
      Wire.NestedObject object = attribute.getNestedType();
      Block body = Block.of(attributes(object.getAttributesList()), Map.of());
      nested =
          Optional.of(new NestedObject(body, nesting(attribute.getName(), object.getNesting())));
    }
    Type type =
        nested.isPresent() ? nested.get().type() : type(attribute.getName(), attribute.getType());
    return new Attribute(
        type,
        nested,
        flags,
        attribute.getDescription(),
        deprecation(attribute.getDeprecated(), attribute.getDeprecationMessage()));
  }

  private static void note(boolean set, Flag flag, EnumSet<Flag> flags) {
    if (set) {
      flags.add(flag);
    }
  }

  private static String deprecation(boolean deprecated, String message) {
    return deprecated && message.isEmpty() ? "deprecated" : message;
  }

  private static Type type(String name, ByteString json) throws DecodeFailed {
    try {
      return TypeJson.read(json.toStringUtf8()).withoutOptional();
    } catch (DecodeFailed e) {
      throw new DecodeFailed("the type of \"" + name + "\": " + e.getMessage());
    }
  }

  private static Nesting nesting(String name, int number) throws DecodeFailed {
    return switch (number) {
      case 1 -> Nesting.SINGLE;
      case 2 -> Nesting.LIST;
      case 3 -> Nesting.SET;
      case 4 -> Nesting.MAP;
      case 5 -> Nesting.GROUP;
      default -> throw new DecodeFailed("\"" + name + "\" is nested in an unknown way, " + number);
    };
  }
}
