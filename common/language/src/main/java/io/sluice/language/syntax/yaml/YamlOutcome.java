package io.sluice.language.syntax.yaml;

import org.jspecify.annotations.Nullable;

/** The result of reading a text as YAML. */
public sealed interface YamlOutcome<T> {
  record Read<T>(T value) implements YamlOutcome<T> {}

  /** There is no document, only blanks and comments. */
  record Empty<T>() implements YamlOutcome<T> {}

  /**
   * The text is no YAML.
   *
   * @param at the byte offset of the problem; null if the parser does not say
   * @param contextAt where the construct begins in which it stands
   */
  record Invalid<T>(
      @Nullable String problem,
      @Nullable String context,
      @Nullable Integer at,
      @Nullable Integer contextAt)
      implements YamlOutcome<T> {}

  /** A character that YAML does not allow, at a byte offset. */
  record InvalidCharacter<T>(int codePoint, int at, @Nullable String message)
      implements YamlOutcome<T> {}

  /** Any other reason of the parser's. */
  record Refused<T>(@Nullable String message) implements YamlOutcome<T> {}
}
