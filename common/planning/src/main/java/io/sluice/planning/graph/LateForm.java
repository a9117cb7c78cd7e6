package io.sluice.planning.graph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.instancing.StepAddress;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.planning.document.LatePart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A late part as the configuration of its node. Written and read by planners only.
 *
 * @param known what was known of what it rests on, and is in no record
 * @param secret JSON pointers of what is secret of that
 * @param replaced instances that a person wants replaced
 */
public record LateForm(
    SortedMap<Address, JsonNode> known, List<String> secret, Set<String> replaced) {
  private static final String KNOWN = "known";
  private static final String SECRET = "secret";
  private static final String REPLACED = "replaced";
  private static final String MAY_DELETE = "may_delete";
  private static final String MORE = "may_delete_more";

  private static final int SHOWN = 20;

  /** The most addresses that are named; of more, people see only the number. */
  private static final int MOST_NAMED = 1_000;

  static JsonNode write(LatePart part, List<Address> there) {
    ObjectNode form = Json.object();
    if (!part.known().isEmpty()) {
      ObjectNode known = form.putObject(KNOWN);
      part.known().forEach(known::set);
    }
    texts(form, SECRET, part.sensitive());
    texts(form, REPLACED, part.replaced());
    if (!EveryInstance.isOutput(part.address()) && !StepAddress.is(part.address())) {
      name(form, there);
    }
    return form;
  }

  private static void texts(ObjectNode form, String field, List<String> texts) {
    if (!texts.isEmpty()) {
      ArrayNode list = form.putArray(field);
      texts.forEach(list::add);
    }
  }

  /** Where secrets are in the form of a part. */
  static List<String> sensitive(LatePart part) {
    return part.sensitive().stream().map(pointer -> "/" + KNOWN + pointer).toList();
  }

  /** Names what is there, and may be deleted or replaced when the run has expanded the node. */
  static void name(ObjectNode form, List<Address> there) {
    List<String> names = there.stream().map(Address::text).limit(MOST_NAMED).toList();
    ArrayNode list = form.putArray(MAY_DELETE);
    names.forEach(list::add);
    if (there.size() > names.size()) {
      form.put(MORE, there.size() - names.size());
    }
  }

  /** What the plan said may be deleted or replaced when the run has expanded the node. */
  public static List<String> named(JsonNode form) {
    List<String> names = new ArrayList<>();
    form.path(MAY_DELETE).forEach(name -> names.add(name.asText()));
    return names;
  }

  /** The same for people; nothing where nothing is there. */
  public static String sentence(JsonNode form) {
    List<String> names = named(form);
    int more = more(form) + Math.max(0, names.size() - SHOWN);
    return names.isEmpty()
        ? ""
        : "may delete or replace "
            + String.join(", ", names.subList(0, Math.min(names.size(), SHOWN)))
            + (more == 0 ? "" : " and " + more + " more");
  }

  /** How many more there were than were named. */
  public static int more(JsonNode form) {
    return form.path(MORE).asInt();
  }

  /** Whether the plan named that instance; older planners named none. */
  public static boolean names(JsonNode form, Address instance) {
    return !form.has(MAY_DELETE) || more(form) > 0 || named(form).contains(instance.live().text());
  }

  /** What the run is to hand over: which instances there are, and what steps gave. */
  static List<Reference> references(LatePart part) {
    List<Reference> references = new ArrayList<>();
    for (Address address : part.dependencies()) {
      if (EveryInstance.isOutput(address)) {
        continue;
      }
      if (EveryInstance.is(address)) {
        references.add(Reference.instances(address));
      } else if (StepAddress.is(address)) {
        references.add(new Reference(address.text(), address.text(), address, ""));
      }
    }
    return references;
  }

  public static LateForm read(Node node) {
    JsonNode form = node.config();
    SortedMap<Address, JsonNode> known = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : form.path(KNOWN).properties()) {
      known.put(Address.of(each.getKey()), each.getValue());
    }
    List<String> secret = new ArrayList<>();
    form.path(SECRET).forEach(pointer -> secret.add(pointer.asText()));
    Set<String> replaced = new HashSet<>();
    form.path(REPLACED).forEach(address -> replaced.add(address.asText()));
    return new LateForm(known, secret, replaced);
  }
}
