package io.sluice.planning.document.expand;

import io.sluice.language.source.SourceRange;
import io.sluice.planning.document.text.Located;
import io.sluice.planning.document.text.Located.Scalar;
import java.nio.charset.StandardCharsets;

/** Where in the text a reference stands that was found in a value. */
final class ReferencePlace {
  private ReferencePlace() {}

  /**
   * The reference itself where its text can be found as it is, else the string around it: escapes
   * and folded lines hide it.
   */
  static SourceRange of(Located config, String pointer, String text) {
    Located value = pointer.isEmpty() ? config : config.at(pointer.substring(1));
    SourceRange range = value instanceof Scalar ? value.range() : value.head();
    if (range.isNone()) {
      return range;
    }
    String source = range.text();
    String written = text.startsWith("${") ? text : "${" + text + "}";
    int at = source.indexOf(written);
    if (at < 0) {
      return range;
    }
    int start = range.start() + bytes(source.substring(0, at));
    return range.source().range(start, start + bytes(written));
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
