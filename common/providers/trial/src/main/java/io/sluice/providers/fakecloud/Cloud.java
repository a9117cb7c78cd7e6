package io.sluice.providers.fakecloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** The objects of the cloud, their rules, and what reads show of them. All under one lock. */
final class Cloud {
  private final Ledger ledger;
  private final Map<String, Thing> things = new TreeMap<>();
  private final Map<String, String> byToken = new HashMap<>();
  private volatile Faults faults = Faults.NONE;

  /** An answer: a status and a body. */
  record Answer(int status, JsonNode body) {
    static Answer error(int status, String message) {
      return new Answer(status, Json.object().put("error", message));
    }
  }

  /** Mutable, under the cloud's lock; {@code deletedAt} is 0 while it lives. */
  private static final class Thing {
    final Kind kind;
    final long madeAt;
    ObjectNode object;
    long deletedAt;

    Thing(Kind kind, ObjectNode object, long madeAt) {
      this.kind = kind;
      this.object = object;
      this.madeAt = madeAt;
    }

    boolean lives() {
      return deletedAt == 0;
    }
  }

  Cloud(Ledger ledger) throws IOException {
    this.ledger = ledger;
    for (JsonNode line : ledger.open()) {
      replay(line);
    }
  }

  private void replay(JsonNode line) {
    Kind kind = Kind.at(line.path("kind").asText()).orElseThrow();
    String id = line.path("id").asText();
    switch (line.path("op").asText()) {
      case "create" -> {
        things.put(id, new Thing(kind, line.get("object").deepCopy(), 1));
        byToken.put(line.path("token").asText(), id);
      }
      case "update" -> {
        Thing updated = things.get(id);
        if (updated != null) {
          updated.object = line.get("object").deepCopy();
        }
      }
      case "delete" -> things.remove(id);
      default -> throw new IllegalStateException("the ledger has an unknown operation");
    }
  }

  Faults faults() {
    return faults;
  }

  void faults(Faults other) {
    faults = other;
  }

  String ledgerText() {
    return ledger.text();
  }

  synchronized Answer create(Kind kind, JsonNode wanted, String token) {
    String known = token.isEmpty() ? null : byToken.get(token);
    if (known != null) {
      Thing thing = things.get(known);
      return thing == null || !thing.lives()
          ? Answer.error(409, "the idempotency key belongs to an object that was deleted")
          : new Answer(200, shown(thing));
    }
    Optional<Answer> problem = problem(kind, wanted);
    if (problem.isPresent()) {
      return problem.get();
    }
    ObjectNode object = wanted.deepCopy();
    String id = kind.prefix + "-" + UUID.randomUUID().toString().substring(0, 12);
    object.put("id", id).put("token", token);
    if (kind == Kind.INSTANCE) {
      object.put(
          "ip",
          "10."
              + (things.size() >> 16)
              + "."
              + ((things.size() >> 8) & 255)
              + "."
              + (things.size() & 255));
    } else if (kind == Kind.DATABASE) {
      object.put("endpoint", id + ".db.fakecloud.test:5432");
    } else if (kind == Kind.BUCKET) {
      object.put("url", "http://fakecloud.test/" + wanted.path("name").asText());
    }
    ledger.write("create", kind.path, object, token);
    Thing thing = new Thing(kind, object, System.currentTimeMillis());
    things.put(id, thing);
    byToken.put(token, id);
    return new Answer(201, shown(thing));
  }

  private Optional<Answer> problem(Kind kind, JsonNode wanted) {
    for (String field : kind.required) {
      if (!wanted.hasNonNull(field)) {
        return Optional.of(Answer.error(400, "the field " + field + " is required"));
      }
    }
    Integer quota = faults.quota().get(kind.path);
    long live = things.values().stream().filter(each -> each.kind == kind && each.lives()).count();
    if (quota != null && live >= quota) {
      return Optional.of(Answer.error(403, "quota of " + quota + " " + kind.path + " reached"));
    }
    String name = wanted.path("name").asText();
    if (kind.uniqueName
        && things.values().stream()
            .anyMatch(
                each ->
                    each.kind == kind
                        && each.lives()
                        && each.object.path("name").asText().equals(name))) {
      return Optional.of(Answer.error(409, "the name " + name + " is taken"));
    }
    return danglingReference(kind, wanted);
  }

  private Optional<Answer> danglingReference(Kind kind, JsonNode wanted) {
    return kind.references.entrySet().stream()
        .filter(
            reference -> {
              Thing thing = things.get(wanted.path(reference.getKey()).asText());
              return thing == null
                  || !thing.lives()
                  || !thing.kind.path.equals(reference.getValue());
            })
        .findFirst()
        .map(
            reference ->
                Answer.error(
                    422,
                    reference.getKey()
                        + " names no object of "
                        + reference.getValue()
                        + ": "
                        + wanted.path(reference.getKey()).asText()));
  }

  synchronized Answer read(Kind kind, String id) {
    Thing thing = things.get(id);
    return thing == null || thing.kind != kind || !seen(thing)
        ? Answer.error(404, "no such object")
        : new Answer(200, shown(thing));
  }

  private boolean seen(Thing thing) {
    long now = System.currentTimeMillis();
    return now - thing.madeAt >= faults.readLag()
        && (thing.lives() || now - thing.deletedAt < faults.readLag());
  }

  synchronized Answer list(Kind kind, String tagPrefix, String token) {
    ArrayNode found = Json.mapper().createArrayNode();
    for (Thing thing : things.values()) {
      if (thing.kind == kind
          && seen(thing)
          && thing.object.path("tag").asText().startsWith(tagPrefix)
          && (token.isEmpty() || thing.object.path("token").asText().equals(token))) {
        found.add(shown(thing));
      }
    }
    return new Answer(200, found);
  }

  synchronized Answer update(Kind kind, String id, JsonNode wanted, String token) {
    Thing thing = things.get(id);
    if (thing == null || thing.kind != kind || !thing.lives()) {
      return Answer.error(404, "no such object");
    }
    Optional<Answer> dangling = danglingReference(kind, wanted);
    if (dangling.isPresent()) {
      return dangling.get();
    }
    ObjectNode object = wanted.deepCopy();
    for (String kept : new String[] {"id", "token", "ip", "endpoint", "url", "tag"}) {
      if (thing.object.has(kept) && !object.has(kept)) {
        object.set(kept, thing.object.get(kept));
      }
    }
    if (!Json.same(object, thing.object)) {
      ledger.write("update", kind.path, object, token);
      thing.object = object;
    }
    return new Answer(200, shown(thing));
  }

  synchronized Answer delete(Kind kind, String id, String token) {
    Thing thing = things.get(id);
    if (thing == null || thing.kind != kind || !thing.lives()) {
      return Answer.error(404, "no such object");
    }
    for (Thing other : things.values()) {
      for (String field : other.kind.references.keySet()) {
        if (other.lives() && other.object.path(field).asText().equals(id)) {
          return Answer.error(409, id + " is in use by " + other.object.path("id").asText());
        }
      }
    }
    ledger.write("delete", kind.path, thing.object, token);
    thing.deletedAt = System.currentTimeMillis();
    return new Answer(204, Json.object());
  }

  private ObjectNode shown(Thing thing) {
    boolean creating = System.currentTimeMillis() - thing.madeAt < faults.createMs();
    return thing.object.deepCopy().put("status", creating ? "creating" : "active");
  }
}
