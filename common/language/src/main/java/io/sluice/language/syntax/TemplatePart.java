package io.sluice.language.syntax;

import io.sluice.language.source.SourceRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a template is joined from. */
public sealed interface TemplatePart {
  SourceRange range();

  /** Text as it comes out. Trimming can leave it empty. */
  record Text(String value, SourceRange range) implements TemplatePart {}

  /** {@code ${ expression }}. */
  record Interpolation(Expression expression, SourceRange range) implements TemplatePart {}

  /** {@code %{ if c }…%{ else }…%{ endif }}; without an else, {@code whenFalse} is empty. */
  record If(
      Expression condition,
      List<TemplatePart> whenTrue,
      List<TemplatePart> whenFalse,
      SourceRange range)
      implements TemplatePart {
    public If {
      whenTrue = List.copyOf(whenTrue);
      whenFalse = List.copyOf(whenFalse);
    }
  }

  /** {@code %{ for k, v in c }…%{ endfor }}; the results of the body are joined. */
  record For(
      @Nullable String keyName,
      String valueName,
      Expression collection,
      List<TemplatePart> body,
      SourceRange range)
      implements TemplatePart {
    public For {
      body = List.copyOf(body);
    }
  }
}
