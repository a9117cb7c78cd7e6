package io.sluice.sdk.generate;

import io.sluice.language.value.Type;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeSchema.Trait;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.sdk.generate.Shape.Member;
import io.sluice.sdk.generate.Shape.Presence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Shapes of what schemas and type constraints say. */
final class SchemaShapes {
  private SchemaShapes() {}

  static Shape.ObjectOf body(String description, BlockBody body) {
    List<Member> members = new ArrayList<>();
    body.attributes().forEach(attribute -> members.add(attribute(attribute)));
    body.blocks().forEach(block -> members.add(block(block)));
    members.sort(Comparator.comparing(Member::name));
    return new Shape.ObjectOf(description, members);
  }

  private static Member attribute(AttributeSchema attribute) {
    String deprecation = attribute.deprecation();
    return new Member(
        attribute.name(),
        shape(attribute.type()),
        presence(attribute.presence()),
        attribute.traits().contains(Trait.WRITTEN_AS_BLOCKS),
        !attribute.writeOnly(),
        attribute.description(),
        deprecation == null ? "" : deprecation);
  }

  private static Presence presence(AttributeSchema.Presence presence) {
    return switch (presence) {
      case REQUIRED -> Presence.REQUIRED;
      case OPTIONAL -> Presence.OPTIONAL;
      case COMPUTED -> Presence.COMPUTED;
      case OPTIONAL_COMPUTED -> Presence.OPTIONAL_COMPUTED;
    };
  }

  private static Member block(BlockSchema block) {
    Shape one = body(block.description(), block.body());
    Presence presence = block.min() > 0 ? Presence.REQUIRED : Presence.OPTIONAL;
    return new Member(
        block.name(),
        together(block.nesting(), one),
        presence,
        true,
        true,
        block.description(),
        "");
  }

  private static Shape together(BlockSchema.Nesting nesting, Shape one) {
    return switch (nesting) {
      case SINGLE, GROUP -> one;
      case LIST -> new Shape.ListOf(one);
      case SET -> new Shape.SetOf(one);
      case MAP -> new Shape.MapOf(one);
    };
  }

  static Shape shape(AttributeType type) {
    return switch (type) {
      case AttributeType.Any any -> Shape.Scalar.ANY;
      case AttributeType.Text text -> Shape.Scalar.TEXT;
      case AttributeType.AnyNumber number -> Shape.Scalar.NUMBER;
      case AttributeType.WholeNumber number -> Shape.Scalar.NUMBER;
      case AttributeType.Bool bool -> Shape.Scalar.BOOL;
      case AttributeType.ListOf(AttributeType element) -> new Shape.ListOf(shape(element));
      case AttributeType.SetOf(AttributeType element) -> new Shape.SetOf(shape(element));
      case AttributeType.MapOf(AttributeType element) -> new Shape.MapOf(shape(element));
      case AttributeType.TupleOf tuple -> Shape.Scalar.ANY;
      case AttributeType.ObjectOf(var fields) -> {
        List<Member> members = new ArrayList<>();
        fields.forEach(
            (name, field) ->
                members.add(
                    member(
                        name,
                        shape(field.type()),
                        field.optional() ? Presence.OPTIONAL : Presence.REQUIRED)));
        yield new Shape.ObjectOf("", members);
      }
      case AttributeType.Nested(var nesting, var attributes) ->
          together(nesting, body("", BlockBody.of(attributes)));
    };
  }

  static Member member(String name, Shape shape, Presence presence) {
    return new Member(name, shape, presence, false, true, "", "");
  }

  /** The shape of a type constraint of the language. */
  static Shape of(Type type) {
    return switch (type) {
      case Type.Any any -> Shape.Scalar.ANY;
      case Type.Primitive primitive ->
          switch (primitive) {
            case STRING -> Shape.Scalar.TEXT;
            case NUMBER -> Shape.Scalar.NUMBER;
            case BOOL -> Shape.Scalar.BOOL;
          };
      case Type.ListType(Type element) -> new Shape.ListOf(of(element));
      case Type.SetType(Type element) -> new Shape.SetOf(of(element));
      case Type.MapType(Type element) -> new Shape.MapOf(of(element));
      case Type.TupleType tuple -> Shape.Scalar.ANY;
      case Type.ObjectType object -> {
        List<Member> members = new ArrayList<>();
        object
            .attributes()
            .forEach(
                (name, each) ->
                    members.add(
                        member(
                            name,
                            of(each),
                            object.optional().contains(name)
                                ? Presence.OPTIONAL
                                : Presence.REQUIRED)));
        yield new Shape.ObjectOf("", members);
      }
    };
  }
}
