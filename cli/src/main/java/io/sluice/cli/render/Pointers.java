package io.sluice.cli.render;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** A set of JSON pointers. */
public record Pointers(Set<String> texts) {
  public static final Pointers NONE = new Pointers(Set.of());

  public Pointers {
    texts = Set.copyOf(texts);
  }

  /** A name without a slash is that of an attribute. */
  public static Pointers of(Collection<String> texts) {
    return texts.isEmpty()
        ? NONE
        : new Pointers(
            texts.stream()
                .map(text -> text.isEmpty() || text.startsWith("/") ? text : "/" + text)
                .collect(Collectors.toSet()));
  }

  public boolean contains(String pointer) {
    return !texts.isEmpty() && texts.contains(pointer);
  }
}
