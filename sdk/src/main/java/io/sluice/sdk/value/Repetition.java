package io.sluice.sdk.value;

import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * That a block stands for as many as a collection has elements, which only the planner may know: a
 * dynamic block.
 *
 * @param iterator what the element is called inside
 */
record Repetition(String iterator, Part<? extends Value> forEach) {
  /** Called like the blocks, and otherwise inside of a repetition that is called so already. */
  static Repetition of(String type, Set<String> around, Value forEach) {
    String name = type;
    for (int i = 2; around.contains(name); i++) {
      name = type + i;
    }
    return new Repetition(name, Part.of(forEach));
  }

  TextValue key() {
    return Kind.TEXT.at(Expression.reference(iterator + ".key"));
  }

  <E extends Value> E value(Kind<E> kind) {
    return kind.at(Expression.reference(iterator + ".value"));
  }

  Body.Block written(String type, Body content) {
    List<Body.Item> items = new ArrayList<>();
    items.add(new Body.Attribute("for_each", forEach.expression()));
    if (!iterator.equals(type)) {
      items.add(new Body.Attribute("iterator", new Expression.Word(iterator)));
    }
    items.add(new Body.Block("content", List.of(), content));
    return new Body.Block("dynamic", List.of(type), new Body(items));
  }
}
