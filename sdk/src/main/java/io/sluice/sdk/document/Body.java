package io.sluice.sdk.document;

import io.sluice.sdk.expression.Expression;
import java.util.ArrayList;
import java.util.List;

/** What is between the braces of a block, or in a file. */
public record Body(List<Item> items) {
  public static final Body EMPTY = new Body(List.of());

  /** One attribute or block. */
  public sealed interface Item {}

  public record Attribute(String name, Expression value) implements Item {}

  public record Block(String type, List<String> labels, Body body) implements Item {
    public Block {
      labels = List.copyOf(labels);
    }
  }

  public Body {
    items = List.copyOf(items);
  }

  public static Body of(Item... items) {
    return new Body(List.of(items));
  }

  public Body and(Item item) {
    return and(List.of(item));
  }

  public Body and(List<? extends Item> more) {
    List<Item> all = new ArrayList<>(items);
    all.addAll(more);
    return new Body(all);
  }

  public boolean isEmpty() {
    return items.isEmpty();
  }
}
