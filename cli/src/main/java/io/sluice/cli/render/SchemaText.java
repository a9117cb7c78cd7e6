package io.sluice.cli.render;

import io.sluice.model.json.Json;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.List;

/** What a type takes and gives, for people. */
public final class SchemaText {
  private static final int INDENT = 4;

  private final Style style;
  private final int width;
  private final StringBuilder out = new StringBuilder();

  private SchemaText(Style style, int width) {
    this.style = style;
    this.width = width;
  }

  /** A whole type: what is written in its block first, then what it gives. */
  public static String of(TypeSchema type, String provider, int width, Style style) {
    SchemaText text = new SchemaText(style, width);
    text.out
        .append(style.bold(header(type)))
        .append(style.dim(" (provider " + provider + ")"))
        .append('\n');
    text.paragraph(type.description(), 0);
    text.body(type.body(), 0);
    if (type.importable()) {
      text.out
          .append("\nIt can be imported: sluice import ")
          .append(type.type())
          .append(".NAME ID\n");
    }
    return text.out.toString();
  }

  /** One nested block. */
  public static String of(BlockSchema block, int width, Style style) {
    SchemaText text = new SchemaText(style, width);
    text.block(block, 0);
    return text.out.toString();
  }

  /** One attribute. */
  public static String of(AttributeSchema attribute, int width, Style style) {
    SchemaText text = new SchemaText(style, width);
    text.attribute(attribute, 0);
    return text.out.toString();
  }

  /** As it is written in a configuration. */
  public static String header(TypeSchema type) {
    return switch (type.kind()) {
      case RESOURCE -> "resource \"" + type.type() + "\" \"NAME\"";
      case DATA -> "data \"" + type.type() + "\" \"NAME\"";
      case STEP -> "step \"" + type.type() + "\" \"NAME\"";
      case EPHEMERAL -> "ephemeral \"" + type.type() + "\" \"NAME\"";
    };
  }

  private void body(BlockBody body, int column) {
    section("Required", filtered(body, AttributeSchema.Presence.REQUIRED), column);
    List<AttributeSchema> optional =
        new ArrayList<>(filtered(body, AttributeSchema.Presence.OPTIONAL));
    optional.addAll(filtered(body, AttributeSchema.Presence.OPTIONAL_COMPUTED));
    section("Optional", optional, column);
    if (!body.blocks().isEmpty()) {
      title("Blocks", column);
      body.blocks().forEach(block -> block(block, column + 2));
    }
    section("Set by the provider", filtered(body, AttributeSchema.Presence.COMPUTED), column);
    body.rules().forEach(rule -> rule(rule, column));
  }

  private static List<AttributeSchema> filtered(BlockBody body, AttributeSchema.Presence presence) {
    return body.attributes().stream()
        .filter(attribute -> attribute.presence() == presence)
        .toList();
  }

  private void section(String title, List<AttributeSchema> attributes, int column) {
    if (!attributes.isEmpty()) {
      title(title, column);
      attributes.forEach(attribute -> attribute(attribute, column + 2));
    }
  }

  private void title(String title, int column) {
    out.append('\n').append(" ".repeat(column)).append(style.bold(title + ":")).append('\n');
  }

  private void attribute(AttributeSchema attribute, int column) {
    out.append(" ".repeat(column)).append(attribute.name());
    out.append(" (").append(attribute.type());
    traits(attribute).forEach(trait -> out.append(", ").append(trait));
    out.append(")\n");
    paragraph(attribute.description(), column + INDENT);
    String deprecation = attribute.deprecation();
    if (deprecation != null) {
      paragraph("Deprecated: " + deprecation, column + INDENT);
    }
  }

  private static List<String> traits(AttributeSchema attribute) {
    List<String> traits = new ArrayList<>();
    if (!attribute.defaultValue().isNull()) {
      traits.add("default " + Json.text(attribute.defaultValue()));
    }
    if (attribute.presence() == AttributeSchema.Presence.OPTIONAL_COMPUTED) {
      traits.add("else the provider sets it");
    }
    if (attribute.forcesReplacement()) {
      traits.add("a change replaces the object");
    }
    if (attribute.sensitive()) {
      traits.add("sensitive");
    }
    if (attribute.writeOnly()) {
      traits.add("write-only");
    }
    return traits;
  }

  private void block(BlockSchema block, int column) {
    out.append(" ".repeat(column)).append(block.name()).append(" { … } (").append(times(block));
    out.append(block.forcesReplacement() ? ", a change replaces the object" : "").append(")\n");
    paragraph(block.description(), column + INDENT);
    body(block.body(), column + INDENT);
  }

  private static String times(BlockSchema block) {
    if (block.min() > 0 && block.max() == block.min()) {
      return block.min() == 1 ? "exactly one" : "exactly " + block.min();
    }
    String most =
        block.nesting().isOne()
            ? "at most one"
            : block.max() > 0 ? "at most " + block.max() : "any number";
    return block.min() > 0 ? "at least " + block.min() + ", " + most : most;
  }

  private void rule(ConfigRule rule, int column) {
    String names = String.join(", ", rule.names());
    out.append('\n').append(" ".repeat(column));
    out.append(
        switch (rule) {
          case ConfigRule.ExactlyOneOf exactly -> "Exactly one of " + names + ".";
          case ConfigRule.AtMostOneOf most -> "At most one of " + names + ".";
          case ConfigRule.AtLeastOneOf least -> "At least one of " + names + ".";
        });
    out.append('\n');
  }

  private void paragraph(String text, int column) {
    if (!text.isBlank()) {
      Wrapped.lines(text.strip(), width - column)
          .forEach(line -> out.append(" ".repeat(column)).append(line).append('\n'));
    }
  }
}
