package io.sluice.sdk;

import io.sluice.model.Lineage;
import io.sluice.sdk.block.Block;
import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.BoolValue;
import io.sluice.sdk.value.Values;
import java.util.ArrayList;
import java.util.List;

/** What a stack says of blocks and of itself, and nothing refers to. */
public final class Statement {
  private final Body.Block block;

  private Statement(String type, List<String> labels, Body body) {
    this.block = new Body.Block(type, labels, body);
  }

  /**
   * What has another name now.
   *
   * @param from its address before: {@code aws_vpc.old}
   */
  public static Statement moved(String from, Block to) {
    return new Statement("moved", List.of(), Body.of(word("from", from), word("to", name(to))));
  }

  /** What is no longer wanted; it is destroyed. */
  public static Statement removed(String address) {
    return removed(address, true);
  }

  /** What is no longer kept here, and stays as it is. */
  public static Statement forgotten(String address) {
    return removed(address, false);
  }

  private static Statement removed(String address, boolean destroy) {
    Body.Block lifecycle =
        new Body.Block(
            "lifecycle",
            List.of(),
            Body.of(new Body.Attribute("destroy", new Expression.Bool(destroy))));
    return new Statement("removed", List.of(), Body.of(word("from", address), lifecycle));
  }

  /**
   * An object that is there already and becomes that of a block.
   *
   * @param id by which its provider knows it
   */
  public static Statement imported(Block to, Object id) {
    Body.Attribute known = new Body.Attribute("id", Values.of(id).expression());
    return new Statement("import", List.of(), Body.of(word("to", name(to)), known));
  }

  /** What should hold after each plan and apply; a warning says if it does not. */
  public static Statement check(String name, BoolValue condition, String otherwise) {
    Body.Block holds =
        new Body.Block(
            "assert",
            List.of(),
            Body.of(
                new Body.Attribute("condition", condition.expression()),
                new Body.Attribute("error_message", new Expression.Text(otherwise))));
    return new Statement("check", List.of(name), Body.of(holds));
  }

  /**
   * Where the stack belongs among others: for Sluice alone, Terraform does not know it.
   *
   * @param after the workspaces that come before it
   */
  public static Statement workspace(String name, String... after) {
    List<Body.Item> items = new ArrayList<>();
    items.add(new Body.Attribute("workspace", new Expression.Text(name)));
    if (after.length > 0) {
      items.add(new Body.Attribute("after", Values.texts(after).expression()));
    }
    return new Statement("sluice", List.of(), new Body(items));
  }

  Body.Block written() {
    return block;
  }

  private static String name(Block block) {
    return block.lineage().map(Lineage::text).orElseGet(() -> block.blockIdentifier().text());
  }

  private static Body.Attribute word(String name, String text) {
    return new Body.Attribute(name, new Expression.Word(text));
  }
}
