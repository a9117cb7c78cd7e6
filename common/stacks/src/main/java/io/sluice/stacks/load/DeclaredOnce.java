package io.sluice.stacks.load;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import java.util.Map;
import java.util.function.Function;

/** Takes what the files of a stack declare, and refuses a name that they have declared before. */
public record DeclaredOnce(Diagnostics diagnostics) {
  /**
   * @param kind stands before the name in messages, such as {@code deployment.}
   */
  public <T> void put(
      String kind,
      Map<String, T> declared,
      T declaration,
      Function<T, String> name,
      Function<T, SourceRange> range) {
    T first = declared.putIfAbsent(name.apply(declaration), declaration);
    if (first != null) {
      diagnostics.error(
          "Duplicate declaration",
          "\"%s%s\" was already declared at %s."
              .formatted(kind, name.apply(declaration), range.apply(first)),
          range.apply(declaration));
    }
  }
}
