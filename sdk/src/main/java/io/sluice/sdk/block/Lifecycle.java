package io.sluice.sdk.block;

import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.BoolValue;
import io.sluice.sdk.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How objects of a block are replaced, what is left to others, and what must hold. */
public final class Lifecycle {
  private final Map<String, Expression> rules = new LinkedHashMap<>();
  private final List<Body.Block> conditions = new ArrayList<>();

  Lifecycle() {}

  public Lifecycle createBeforeDestroy() {
    rules.put("create_before_destroy", new Expression.Bool(true));
    return this;
  }

  public Lifecycle preventDestroy() {
    rules.put("prevent_destroy", new Expression.Bool(true));
    return this;
  }

  /**
   * What others change is left as it is: names of arguments, or paths such as {@code tags["x"]}.
   */
  public Lifecycle ignoreChanges(String... arguments) {
    List<Expression> words = new ArrayList<>();
    for (String argument : arguments) {
      words.add(new Expression.Word(argument));
    }
    rules.put("ignore_changes", new Expression.Sequence(words));
    return this;
  }

  public Lifecycle ignoreAllChanges() {
    rules.put("ignore_changes", new Expression.Word("all"));
    return this;
  }

  /** Replaced whenever one of these changes. */
  public Lifecycle replaceTriggeredBy(Value... causes) {
    List<Expression> words = new ArrayList<>();
    for (Value cause : causes) {
      words.add(new Expression.Word(cause.toString()));
    }
    rules.put("replace_triggered_by", new Expression.Sequence(words));
    return this;
  }

  /** Must hold before anything is done. */
  public Lifecycle precondition(BoolValue condition, String otherwise) {
    return condition("precondition", condition, otherwise);
  }

  /** Must hold afterwards. */
  public Lifecycle postcondition(BoolValue condition, String otherwise) {
    return condition("postcondition", condition, otherwise);
  }

  private Lifecycle condition(String type, BoolValue condition, String otherwise) {
    conditions.add(new Body.Block(type, List.of(), Condition.body(condition, otherwise)));
    return this;
  }

  Body written() {
    if (rules.isEmpty() && conditions.isEmpty()) {
      return Body.EMPTY;
    }
    List<Body.Item> items = new ArrayList<>();
    rules.forEach((name, value) -> items.add(new Body.Attribute(name, value)));
    items.addAll(conditions);
    return Body.of(new Body.Block("lifecycle", List.of(), new Body(items)));
  }
}
