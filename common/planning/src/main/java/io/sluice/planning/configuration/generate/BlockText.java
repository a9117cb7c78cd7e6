package io.sluice.planning.configuration.generate;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.syntax.Quoting;
import io.sluice.model.json.JsonPointers;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeSchema.Presence;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.TypeSchema;
import java.util.Collection;
import java.util.Comparator;
import java.util.Set;

/**
 * A resource block that describes an object as it is, in the way of Terraform: every argument that
 * a configuration may give, secrets as null, and nothing that only the provider gives. It is not
 * yet formatted.
 */
public final class BlockText {
  private static final String SECRET = "null # sensitive";

  private final Set<String> sensitive;
  private final StringBuilder out = new StringBuilder();

  private BlockText(Set<String> sensitive) {
    this.sensitive = sensitive;
  }

  /**
   * @param attributes in clear
   * @param sensitive JSON pointers of what else is secret, besides what the schema says
   */
  public static String of(
      Undescribed.Import wish,
      TypeSchema schema,
      JsonNode attributes,
      Collection<String> sensitive) {
    BlockText text = new BlockText(Set.copyOf(sensitive));
    text.begin(wish);
    text.body(schema.body(), attributes, "");
    return text.out.append("}\n").toString();
  }

  /** A block with everything that it must have, and nothing known of that. */
  public static String unknown(Undescribed.Import wish, TypeSchema schema) {
    BlockText text = new BlockText(Set.of());
    text.begin(wish);
    text.required(schema.body());
    return text.out.append("}\n").toString();
  }

  /** A block with nothing in it. */
  public static String empty(Undescribed.Import wish) {
    BlockText text = new BlockText(Set.of());
    text.begin(wish);
    return text.out.append("}\n").toString();
  }

  private void begin(Undescribed.Import wish) {
    out.append("resource ").append(Quoting.quote(wish.type()));
    out.append(' ').append(Quoting.quote(wish.name())).append(" {\n");
    if (wish.provider() != null) {
      out.append("provider = ").append(wish.provider()).append('\n');
    }
  }

  private void required(BlockBody body) {
    for (AttributeSchema attribute : body.attributes()) {
      if (attribute.presence() == Presence.REQUIRED) {
        unknown(attribute.name());
      }
    }
    for (ConfigRule rule : body.rules()) {
      boolean met =
          rule instanceof ConfigRule.AtMostOneOf
              || rule.names().stream()
                  .flatMap(name -> body.attribute(name).stream())
                  .anyMatch(attribute -> attribute.presence() == Presence.REQUIRED);
      if (!met) {
        unknown(rule.names().getFirst());
      }
    }
    for (BlockSchema block : body.blocks()) {
      for (int i = 0; i < block.min(); i++) {
        boolean labelled = block.nesting() == BlockSchema.Nesting.MAP;
        out.append(block.name()).append(labelled ? " \"" + i + "\"" : "").append(" {\n");
        required(block.body());
        out.append("}\n");
      }
    }
  }

  /** It is not known before the run, and of any type. */
  private void unknown(String name) {
    out.append(name).append(" = jsondecode(timestamp())\n");
  }

  private void body(BlockBody body, JsonNode values, String pointer) {
    body.attributes().stream()
        .filter(attribute -> isWritten(attribute, pointer))
        .sorted(Comparator.comparing(AttributeSchema::name))
        .forEach(
            attribute -> {
              String at = JsonPointers.child(pointer, attribute.name());
              out.append(attribute.name()).append(" = ");
              if (attribute.sensitive() || holdsSecrets(at)) {
                out.append(SECRET);
              } else {
                value(attribute, values.path(attribute.name()), at);
              }
              out.append('\n');
            });
    body.blocks().stream()
        .sorted(Comparator.comparing(BlockSchema::name))
        .forEach(
            block -> {
              String at = JsonPointers.child(pointer, block.name());
              blocks(block, values.path(block.name()), at);
            });
  }

  private static boolean isWritten(AttributeSchema attribute, String pointer) {
    // Older providers have it in every schema, and refuse it in a configuration.
    boolean isId =
        pointer.isEmpty()
            && attribute.name().equals("id")
            && attribute.presence() == Presence.OPTIONAL_COMPUTED;
    return attribute.configurable() && attribute.deprecation() == null && !isId;
  }

  private boolean holdsSecrets(String pointer) {
    return sensitive.stream()
        .anyMatch(
            secret ->
                secret.isEmpty() || secret.equals(pointer) || secret.startsWith(pointer + "/"));
  }

  private void blocks(BlockSchema block, JsonNode values, String pointer) {
    if (values.isObject() && block.nesting() == BlockSchema.Nesting.MAP) {
      Literals.sorted(values)
          .forEach(
              (key, value) -> {
                String at = JsonPointers.child(pointer, key);
                block(block, " " + Quoting.quote(key), value, at);
              });
    } else if (values.isObject()) {
      block(block, "", values, pointer);
    } else {
      for (int i = 0; i < values.size(); i++) {
        block(block, "", values.get(i), JsonPointers.child(pointer, Integer.toString(i)));
      }
    }
  }

  private void block(BlockSchema block, String label, JsonNode value, String pointer) {
    out.append(block.name()).append(label).append(" {\n");
    body(block.body(), value, pointer);
    out.append("}\n");
  }

  private void value(AttributeSchema attribute, JsonNode value, String pointer) {
    // An older provider says "" for what was not given.
    boolean unset =
        value.isTextual()
            && value.textValue().isEmpty()
            && attribute.presence() != Presence.REQUIRED;
    if (attribute.writeOnly() || unset || value.isMissingNode() || value.isNull()) {
      out.append("null");
    } else if (attribute.type() instanceof AttributeType.Nested nested) {
      nested(nested, value, pointer);
    } else {
      Literals.write(value, out);
    }
  }

  private void nested(AttributeType.Nested nested, JsonNode value, String pointer) {
    BlockBody body = BlockBody.of(nested.attributes());
    switch (nested.nesting()) {
      case SINGLE, GROUP -> object(body, value, pointer);
      case LIST, SET -> {
        out.append("[\n");
        for (int i = 0; i < value.size(); i++) {
          object(body, value.get(i), JsonPointers.child(pointer, Integer.toString(i)));
          out.append(",\n");
        }
        out.append("]");
      }
      case MAP -> {
        out.append("{\n");
        Literals.sorted(value)
            .forEach(
                (key, each) -> {
                  out.append(Literals.name(key)).append(" = ");
                  object(body, each, JsonPointers.child(pointer, key));
                  out.append('\n');
                });
        out.append("}");
      }
    }
  }

  private void object(BlockBody body, JsonNode value, String pointer) {
    if (value.isObject()) {
      out.append("{\n");
      body(body, value, pointer);
      out.append("}");
    } else {
      out.append("null");
    }
  }
}
