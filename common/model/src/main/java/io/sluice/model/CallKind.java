package io.sluice.model;

import java.util.Optional;

/** What a block is that brings a whole module into another, or into a stack. */
public enum CallKind {
  MODULE("module"),
  /** A module as a part of a stack. */
  COMPONENT("component"),
  /** A stack within another. */
  STACK("stack");

  private final String word;

  CallKind(String word) {
    this.word = word;
  }

  /** As blocks, references and addresses begin with it. */
  public String word() {
    return word;
  }

  /** {@code module.net}: what references in the same module call it by. */
  public String reference(String name) {
    return word + "." + name;
  }

  public static Optional<CallKind> of(String word) {
    for (CallKind kind : values()) {
      if (kind.word.equals(word)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /** The kind that a reference begins with: {@code module.net}. */
  public static CallKind ofReference(String reference) {
    return of(reference.substring(0, reference.indexOf('.')))
        .orElseThrow(() -> new IllegalStateException(reference + " names no call"));
  }
}
