package io.sluice.language.syntax.data;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.BodySchema.Mode;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ObjectConstructor;
import io.sluice.language.syntax.TemplateKind;
import io.sluice.language.syntax.TemplatePart;
import io.sluice.language.syntax.data.DataNode.Content;
import io.sluice.language.syntax.data.DataNode.TextNode;
import io.sluice.language.syntax.hcl.NativeParser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values of JSON and YAML as expressions; the mode says what their strings are. */
final class DataExpressions {
  private final Mode mode;
  private final Diagnostics diagnostics;

  private DataExpressions(Mode mode, Diagnostics diagnostics) {
    this.mode = mode;
    this.diagnostics = diagnostics;
  }

  static Expression of(DataNode node, Mode mode, Diagnostics diagnostics) {
    return new DataExpressions(mode, diagnostics).expression(node);
  }

  private Expression expression(DataNode node) {
    return switch (node) {
      case TextNode text -> text(text);
      case DataNode.NumberNode number ->
          new Expression.NumberLiteral(number.value(), number.range());
      case DataNode.BoolNode bool -> new Expression.BoolLiteral(bool.value(), bool.range());
      case DataNode.NullNode nothing -> new Expression.NullLiteral(nothing.range());
      case DataNode.ArrayNode array ->
          new Expression.TupleConstructor(
              array.elements().stream().map(this::expression).toList(), array.range());
      case DataNode.ObjectNode object -> object(object);
    };
  }

  private Expression text(TextNode text) {
    Content content = text.text();
    return switch (mode) {
      case LITERAL -> new Expression.StringLiteral(text.value(), text.range());
      case EXPRESSION -> template(text);
      case REFERENCE ->
          NativeParser.expression(
              content.source(),
              content.bytes(),
              content.offsets(),
              content.start(),
              content.end(),
              diagnostics);
    };
  }

  private Expression template(TextNode text) {
    if (text.value().indexOf('$') < 0 && text.value().indexOf('%') < 0) {
      TemplatePart part = new TemplatePart.Text(text.value(), text.range());
      List<TemplatePart> parts = text.value().isEmpty() ? List.of() : List.of(part);
      return new Expression.Template(parts, TemplateKind.BARE, text.range());
    }
    Content content = text.text();
    Expression.Template template =
        NativeParser.template(
            content.source(),
            content.bytes(),
            content.offsets(),
            content.start(),
            content.end(),
            diagnostics);
    return new Expression.Template(template.parts(), TemplateKind.BARE, text.range());
  }

  private Expression object(DataNode.ObjectNode object) {
    List<ObjectConstructor.Item> items = new ArrayList<>(object.properties().size());
    Map<String, TextNode> seen = new HashMap<>();
    for (DataNode.Property property : object.properties()) {
      TextNode name = property.name();
      TextNode first = seen.putIfAbsent(name.value(), name);
      if (first != null) {
        diagnostics.error(
            "Duplicate object attribute",
            "An attribute named \"%s\" was already defined at %s."
                .formatted(name.value(), first.range()),
            name.range());
        continue;
      }
      Expression key =
          mode == Mode.EXPRESSION
              ? template(name)
              : new Expression.StringLiteral(name.value(), name.range());
      items.add(new ObjectConstructor.Item(key, expression(property.value())));
    }
    return new ObjectConstructor(items, object.startRange(), object.range());
  }
}
