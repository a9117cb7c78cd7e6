package io.sluice.sdk.expression;

import java.util.ArrayList;
import java.util.List;

/** Parts of a template as they can be written one after the other. */
final class TemplateParts {
  private TemplateParts() {}

  /**
   * Texts in a row are one, so that what must be escaped is seen whole; dollar signs before a value
   * would escape it, and become a value themselves.
   */
  static List<Expression> joined(List<Expression> parts) {
    List<Expression> joined = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Expression part : parts) {
      if (part instanceof Expression.Text(String value)) {
        text.append(value);
      } else {
        addBeforeValue(text, joined);
        joined.add(part);
      }
    }
    if (!text.isEmpty() || joined.isEmpty()) {
      joined.add(new Expression.Text(text.toString()));
    }
    return List.copyOf(joined);
  }

  private static void addBeforeValue(StringBuilder text, List<Expression> joined) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '$') {
      end--;
    }
    if (end > 0) {
      joined.add(new Expression.Text(text.substring(0, end)));
    }
    if (end < text.length()) {
      joined.add(new Expression.Written('"' + text.substring(end) + '"'));
    }
    text.setLength(0);
  }
}
