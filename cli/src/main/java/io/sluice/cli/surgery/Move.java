package io.sluice.cli.surgery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.cli.terminal.Fault;
import io.sluice.model.Address;
import io.sluice.model.CallKind;
import io.sluice.model.Suggestion;
import io.sluice.model.json.Json;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Moves records to other addresses and updates their dependents: recorded dependencies, and the
 * references in what was wanted. Where those can't be found, what was wanted is no longer known,
 * and the next plan compares attributes: it must not take a new name for a new value.
 */
public final class Move {
  private final String from;
  private final String to;

  private Move(String from, String to) {
    this.from = from;
    this.to = to;
  }

  public static Edit of(Records records, String from, String to) {
    return new Move(from, to).edit(records);
  }

  private Edit edit(Records records) {
    Map<Address, Address> moves = moves(records);
    List<StateRecord> put = new ArrayList<>();
    for (StateRecord record : records.all()) {
      Address target = moves.get(record.address());
      StateRecord told = told(record);
      if (target != null) {
        put.add(told.at(target));
      } else if (!told.equals(record)) {
        put.add(told);
      }
    }
    return Edit.touching("state mv " + from + " " + to, put, List.copyOf(moves.keySet()), records);
  }

  private Map<Address, Address> moves(Records records) {
    List<StateRecord> meant = records.meant(from);
    if (meant.isEmpty()) {
      throw unknown(from, records);
    }
    if (Records.within(to, from)) {
      throw Fault.of(
          "An address cannot be moved into itself",
          to + " is within " + from + ".",
          "Choose another.");
    }
    Map<Address, Address> moves = new TreeMap<>();
    for (StateRecord record : meant) {
      Address target = new Address(to + record.address().text().substring(from.length()));
      if (!target.live().isInstance()) {
        throw Fault.of(
            "\"" + target + "\" is not an address",
            record.address() + " would be moved there.",
            "For example local_file.motd, local_file.page[\"index\"],"
                + " module.site.local_file.motd.");
      }
      if (!target.type().equals(record.type())) {
        throw Fault.of(
            "A " + record.type() + " can't become a " + target.type(),
            record.address() + " would be moved to " + target + ".",
            "Only the name, the key or the module may change.");
      }
      if (records.find(target).isPresent() && !Records.within(target.text(), from)) {
        throw Fault.of(
            "There is a " + target + " already",
            "Moving " + record.address() + " there would overwrite it.",
            "Move or remove that one first: `sluice state mv`, `sluice state rm`.");
      }
      moves.put(record.address(), target);
    }
    return moves;
  }

  static Fault unknown(String name, Records records) {
    List<String> there = records.all().stream().map(record -> record.address().text()).toList();
    return Fault.of(
        "There is no " + name + " in state",
        Suggestion.ofTyped(name, there)
            .map(near -> "Did you mean " + near + "?")
            .orElse(there.isEmpty() ? "State is empty." : ""),
        "`sluice state list` lists the addresses in state.");
  }

  private StateRecord told(StateRecord record) {
    List<Address> dependencies =
        record.dependencies().stream()
            .map(one -> Records.within(one.text(), from) ? renamed(one) : one)
            .toList();
    if (dependencies.equals(record.dependencies())) {
      return record;
    }
    JsonNode desired = rewritten(record.desired());
    boolean found = !Json.same(desired, record.desired());
    boolean unclear = !found && mentions(record.desired(), "${", "$expr");
    return record
        .withValues(record.attributes(), unclear ? NullNode.getInstance() : desired)
        .dependingOn(dependencies);
  }

  private Address renamed(Address address) {
    return new Address(to + address.text().substring(from.length()));
  }

  private static boolean mentions(JsonNode tree, String... marks) {
    String text = tree.toString();
    for (String mark : marks) {
      if (text.contains(mark)) {
        return true;
      }
    }
    return false;
  }

  private JsonNode rewritten(JsonNode tree) {
    if (tree.isTextual()) {
      return TextNode.valueOf(inReferences(tree.textValue()));
    }
    if (tree.isObject()) {
      var copy = Json.object();
      boolean expression = tree.has("$expr");
      tree.properties()
          .forEach(
              field ->
                  copy.set(
                      field.getKey(),
                      expression ? inExpression(field.getValue()) : rewritten(field.getValue())));
      return copy;
    }
    if (tree.isArray()) {
      var copy = Json.mapper().createArrayNode();
      tree.forEach(element -> copy.add(rewritten(element)));
      return copy;
    }
    return tree;
  }

  private JsonNode inExpression(JsonNode tree) {
    if (tree.isTextual()) {
      return TextNode.valueOf(
          named(from).matcher(tree.textValue()).replaceAll(Matcher.quoteReplacement(to)));
    }
    if (tree.isArray()) {
      var copy = Json.mapper().createArrayNode();
      tree.forEach(element -> copy.add(inExpression(element)));
      return copy;
    }
    return tree;
  }

  /** A plan document refers to resources by their names, a configuration by their addresses. */
  private String inReferences(String text) {
    if (!text.contains("${")) {
      return text;
    }
    String whole = replaced(text, from, to);
    boolean names = !isInCall(from) && !isInCall(to);
    return names && whole.equals(text) ? replaced(text, name(from), name(to)) : whole;
  }

  private static boolean isInCall(String address) {
    return CallKind.of(address.substring(0, Math.max(0, address.indexOf('.')))).isPresent();
  }

  private static String replaced(String text, String from, String to) {
    Matcher braces = Pattern.compile("\\$\\{[^}]*}").matcher(text);
    return braces.replaceAll(
        found ->
            Matcher.quoteReplacement(
                named(from).matcher(found.group()).replaceAll(Matcher.quoteReplacement(to))));
  }

  private static Pattern named(String name) {
    return Pattern.compile("(?<![\\w.\\-\"])" + Pattern.quote(name) + "(?![\\w\\-])");
  }

  private static String name(String address) {
    return address.substring(address.indexOf('.') + 1);
  }
}
