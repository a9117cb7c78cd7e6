package io.sluice.bridge.types;

import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.FunctionSignature;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.bridge.schema.NestedObject;
import io.sluice.bridge.schema.Nesting;
import io.sluice.language.value.Type;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.FunctionSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Blocks and attributes of a real provider in the terms of Sluice's schemas. */
final class SchemaTranslation {
  private SchemaTranslation() {}

  static BlockBody body(Block block) {
    List<BlockSchema> blocks = new ArrayList<>();
    block.blocks().forEach((name, nested) -> blocks.add(block(name, nested)));
    return new BlockBody(attributes(block), blocks, List.of());
  }

  private static List<AttributeSchema> attributes(Block block) {
    List<AttributeSchema> attributes = new ArrayList<>();
    block.attributes().forEach((name, attribute) -> attributes.add(attribute(name, attribute)));
    return attributes;
  }

  private static BlockSchema block(String name, NestedBlock nested) {
    return new BlockSchema(
        name,
        nesting(nested.nesting()),
        Math.toIntExact(nested.fewest()),
        Math.toIntExact(nested.most()),
        false,
        nested.body().description(),
        body(nested.body()));
  }

  private static AttributeSchema attribute(String name, Attribute attribute) {
    AttributeType type =
        attribute
            .nested()
            .<AttributeType>map(SchemaTranslation::nested)
            .orElseGet(() -> type(attribute.type()));
    boolean asBlocks = attribute.nested().isEmpty() && isOfObjects(attribute.type());
    AttributeSchema plain = present(name, asBlocks ? withAnyFields(type) : type, attribute);
    AttributeSchema made = plain.describedAs(attribute.description());
    if (attribute.isSensitive()) {
      made = made.asSensitive();
    }
    if (attribute.isWriteOnly()) {
      made = made.asWriteOnly();
    }
    if (attribute.isDeprecated()) {
      made = made.deprecated(attribute.deprecation());
    }
    return asBlocks && made.configurable() ? made.orBlocks() : made;
  }

  private static AttributeSchema present(String name, AttributeType type, Attribute attribute) {
    if (attribute.isRequired()) {
      return AttributeSchema.required(name, type);
    }
    if (!attribute.isComputed()) {
      return AttributeSchema.optional(name, type);
    }
    return attribute.isOptional()
        ? AttributeSchema.optionalComputed(name, type)
        : AttributeSchema.computed(name, type);
  }

  private static AttributeType nested(NestedObject nested) {
    return new AttributeType.Nested(nesting(nested.nesting()), attributes(nested.body()));
  }

  private static BlockSchema.Nesting nesting(Nesting nesting) {
    return switch (nesting) {
      case SINGLE -> BlockSchema.Nesting.SINGLE;
      case GROUP -> BlockSchema.Nesting.GROUP;
      case LIST -> BlockSchema.Nesting.LIST;
      case SET -> BlockSchema.Nesting.SET;
      case MAP -> BlockSchema.Nesting.MAP;
    };
  }

  static FunctionSchema function(FunctionSignature signature) {
    return new FunctionSchema(
        signature.parameters().stream().map(SchemaTranslation::parameter).toList(),
        signature.variadic().map(SchemaTranslation::parameter),
        type(signature.result()));
  }

  private static FunctionSchema.Parameter parameter(FunctionSignature.Parameter parameter) {
    return new FunctionSchema.Parameter(
        parameter.name(),
        type(parameter.type()),
        parameter.allowsNull(),
        parameter.allowsUnknown());
  }

  private static boolean isOfObjects(Type type) {
    return switch (type) {
      case Type.ListType(Type.ObjectType object) -> true;
      case Type.SetType(Type.ObjectType object) -> true;
      default -> false;
    };
  }

  /** What is left out of objects that may be written as blocks is null, as in blocks. */
  private static AttributeType withAnyFields(AttributeType type) {
    return switch (type) {
      case AttributeType.ListOf(AttributeType element) ->
          AttributeType.listOf(withAnyFields(element));
      case AttributeType.SetOf(AttributeType element) ->
          AttributeType.setOf(withAnyFields(element));
      case AttributeType.ObjectOf(SortedMap<String, AttributeType.Field> fields) -> {
        SortedMap<String, AttributeType.Field> any = new TreeMap<>();
        fields.forEach(
            (name, field) -> any.put(name, AttributeType.optional(withAnyFields(field.type()))));
        yield new AttributeType.ObjectOf(any);
      }
      default -> type;
    };
  }

  static AttributeType type(Type type) {
    return switch (type) {
      case Type.Any any -> AttributeType.ANY;
      case Type.Primitive primitive ->
          switch (primitive) {
            case STRING -> AttributeType.STRING;
            case NUMBER -> AttributeType.NUMBER;
            case BOOL -> AttributeType.BOOL;
          };
      case Type.ListType(Type element) -> AttributeType.listOf(type(element));
      case Type.SetType(Type element) -> AttributeType.setOf(type(element));
      case Type.MapType(Type element) -> AttributeType.mapOf(type(element));
      case Type.TupleType(List<Type> elements) ->
          new AttributeType.TupleOf(elements.stream().map(SchemaTranslation::type).toList());
      case Type.ObjectType object -> {
        SortedMap<String, AttributeType.Field> fields = new TreeMap<>();
        object
            .attributes()
            .forEach(
                (name, field) ->
                    fields.put(
                        name,
                        new AttributeType.Field(type(field), object.optional().contains(name))));
        yield new AttributeType.ObjectOf(fields);
      }
    };
  }
}
