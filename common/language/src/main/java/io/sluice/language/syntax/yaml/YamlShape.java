package io.sluice.language.syntax.yaml;

import io.sluice.language.source.SourceRange;
import org.jspecify.annotations.Nullable;

/** Makes something of the values of a document. An exception from any method ends the walk. */
public interface YamlShape<T> {
  /** A value begins; the outermost stands at level 1. */
  void level(int depth, SourceRange at);

  T scalar(YamlScalar scalar);

  T alias(String anchor, SourceRange range);

  Sequence<T> sequence(Start start);

  Mapping<T> mapping(Start start);

  /** What is thrown where a key is no scalar. */
  RuntimeException invalidKey(SourceRange at);

  /** What is thrown where a second document begins. */
  RuntimeException secondDocument(SourceRange at);

  /**
   * How a collection begins.
   *
   * @param tag empty without one
   * @param flow in brackets or braces
   */
  record Start(String tag, @Nullable String anchor, boolean flow, SourceRange range) {}

  /** Takes elements in their order. */
  interface Sequence<T> {
    void add(T element);

    T end(SourceRange whole);
  }

  /** Takes keys and values in their order, each key before its value. */
  interface Mapping<T> {
    void key(YamlScalar key);

    void value(T value);

    T end(SourceRange whole);
  }
}
