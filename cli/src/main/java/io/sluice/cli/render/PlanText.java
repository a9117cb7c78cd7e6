package io.sluice.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A plan as people know it: a block for each resource that changes, old and new values, a count.
 */
public final class PlanText {
  /** How much a plan does; a replacement is an addition and a destruction. */
  public record Totals(int add, int change, int destroy) {
    public boolean isNothing() {
      return add + change + destroy == 0;
    }
  }

  private PlanText() {}

  public static Totals totals(List<Node> nodes) {
    int add = 0;
    int change = 0;
    int destroy = 0;
    for (Node node : nodes) {
      switch (node.action()) {
        case CREATE, IMPORT -> add++;
        case UPDATE -> change++;
        case DELETE -> destroy++;
        case REPLACE -> {
          add++;
          destroy++;
        }
        case READ, NOOP, EXPAND, STEP, FORGET -> {}
      }
    }
    return new Totals(add, change, destroy);
  }

  /**
   * @param prior what state holds, by address
   */
  public static String of(List<Node> nodes, Map<Address, StateRecord> prior, Style style) {
    StringBuilder out = new StringBuilder();
    for (Node node : nodes) {
      boolean deleteHalf = node.pairedWith() != null && node.action() == Action.DELETE;
      if (node.action() != Action.NOOP && !deleteHalf) {
        out.append(block(node, prior.get(node.address()), style)).append('\n');
      }
    }
    Totals totals = totals(nodes);
    if (totals.isNothing() && out.isEmpty()) {
      return style.green(style.bold("No changes.")) + " What there is matches the plan.\n";
    }
    return "Sluice will perform the following actions:\n\n" + out + line(totals, style) + "\n";
  }

  public static String line(Totals totals, Style style) {
    return style.bold("Plan:")
        + " "
        + totals.add()
        + " to add, "
        + totals.change()
        + " to change, "
        + totals.destroy()
        + " to destroy.";
  }

  private static String block(Node node, @Nullable StateRecord prior, Style style) {
    Action action = node.pairedWith() != null ? Action.REPLACE : node.action();
    String sign = ActionWords.sign(action, node.createBeforeDestroy(), style);
    String will = ActionWords.will(action);
    boolean grave = action == Action.REPLACE || action == Action.DELETE;
    StringBuilder out = new StringBuilder("  ");
    out.append(style.bold("# " + node.address()))
        .append(' ')
        .append(grave ? style.red(style.bold(will)) : will)
        .append('\n');
    out.append(padded(action, sign)).append("resource ").append(heading(node)).append(" {\n");
    boolean created =
        action == Action.CREATE
            || action == Action.REPLACE
            || action == Action.IMPORT
            || action == Action.STEP
            || action == Action.READ;
    JsonNode old = prior == null ? MissingNode.getInstance() : wanted(prior);
    JsonNode desired = action == Action.DELETE ? MissingNode.getInstance() : node.config();
    int unchanged = attributes(node, old, desired, out, style);
    identity(prior, action, created, out, style);
    if (unchanged > 0) {
      out.append("        ")
          .append(
              style.dim(
                  "# ("
                      + unchanged
                      + " unchanged attribute"
                      + (unchanged == 1 ? "" : "s")
                      + " hidden)"))
          .append('\n');
    }
    return out.append("    }\n").toString();
  }

  /** What was wanted; of an object that came from elsewhere, what is there. */
  private static JsonNode wanted(StateRecord prior) {
    return prior.desired().isNull() ? prior.attributes() : prior.desired();
  }

  private static void identity(
      @Nullable StateRecord prior, Action action, boolean created, StringBuilder out, Style style) {
    String id = prior == null || prior.id() == null ? "" : "\"" + prior.id() + "\"";
    if (action == Action.CREATE) {
      out.append("      ").append(style.green("+")).append(" id = (known after apply)\n");
    } else if (created && !id.isEmpty()) {
      out.append("      ")
          .append(style.yellow("~"))
          .append(" id = ")
          .append(id)
          .append(" -> (known after apply)\n");
    } else if (!id.isEmpty() && action == Action.DELETE) {
      out.append("      ").append(style.red("-")).append(" id = ").append(id).append(" -> null\n");
    } else if (!id.isEmpty()) {
      out.append("        id = ").append(id).append('\n');
    }
  }

  /** Writes what differs and returns how many attributes don't. */
  private static int attributes(
      Node node, JsonNode old, JsonNode desired, StringBuilder out, Style style) {
    TreeSet<String> names = new TreeSet<>();
    old.fieldNames().forEachRemaining(names::add);
    desired.fieldNames().forEachRemaining(names::add);
    int unchanged = 0;
    int widest = names.stream().mapToInt(String::length).max().orElse(0);
    for (String name : names) {
      JsonNode before = old.path(name);
      JsonNode after = desired.path(name);
      if (!before.isMissingNode() && !after.isMissingNode() && Json.same(before, after)) {
        unchanged++;
        continue;
      }
      List<String> sensitive = node.sensitivePaths();
      String label = name + " ".repeat(widest - name.length()) + " = ";
      out.append("      ");
      if (before.isMissingNode()) {
        out.append(style.green("+"))
            .append(' ')
            .append(label)
            .append(ValueText.of(after, 8, name, sensitive));
      } else if (after.isMissingNode()) {
        out.append(style.red("-"))
            .append(' ')
            .append(label)
            .append(ValueText.of(before, 8, name, sensitive))
            .append(" -> null");
      } else {
        out.append(style.yellow("~"))
            .append(' ')
            .append(label)
            .append(ValueText.of(before, 8, name, sensitive))
            .append(" -> ")
            .append(ValueText.of(after, 8, name, sensitive));
      }
      out.append('\n');
    }
    return unchanged;
  }

  private static String padded(Action action, String sign) {
    return action == Action.REPLACE
        ? sign + " "
        : action == Action.READ ? " " + sign + " " : "  " + sign + " ";
  }

  private static String heading(Node node) {
    String text = node.address().text();
    String name = text.substring(text.lastIndexOf('.') + 1);
    return "\"" + node.type() + "\" \"" + name + "\"";
  }

  /** The addresses that would be destroyed or replaced: what a person is asked about. */
  public static List<Address> destroyed(List<Node> nodes) {
    List<Address> addresses = new ArrayList<>();
    for (Node node : nodes) {
      if (node.action() == Action.DELETE || node.action() == Action.REPLACE) {
        addresses.add(node.address());
      }
    }
    return addresses;
  }
}
