package io.sluice.oracle;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.bridge.schema.NestedObject;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.value.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A configuration and its edit, made of a seed over the provider's schemas: values and blocks of
 * all that there is, references to what is not known yet, faults, and what may be said of a
 * resource's life.
 */
final class Generated {
  private static final List<String> TYPES =
      List.of("trial_thing", "trial_deep", "trial_legacy", "trial_loose", "trial_thing");
  private static final List<String> TEXTS =
      List.of("\"a\"", "\"B\"", "\"é\"", "\"\"", "\"$${x}\"", "\"two words\"", "\"1\"", "\"true\"");
  private static final List<String> NUMBERS =
      List.of("0", "1", "-7", "2.5", "12345678901234567890123", "1e3", "65536", "\"8\"");
  private static final Set<String> OWN = Set.of("name", "place", "fault", "id");
  private static final List<String> FAULTS =
      List.of("apply-error", "create-partial", "apply-partial", "update-error", "gone", "drifted");

  /** Both configurations of a seed. */
  record Edited(long seed, List<Written> first, List<Written> second) {
    Scenario scenario(ProtocolVersion version) {
      return scenario(List.of(this), "seed-" + seed, version);
    }

    /** Where there are targets nothing moves: Terraform wants what moves to be one. */
    private static boolean isTargeted(long seed) {
      return seed / Seeds.AT_ONCE % 4 == 3;
    }

    /**
     * In some groups, of each edit only the first resource is a target at first, with what it
     * needs.
     */
    private static List<String> targets(List<Edited> all) {
      return !isTargeted(all.getFirst().seed())
          ? List.of()
          : all.stream()
              .filter(each -> each.seed() % 3 != 0)
              .flatMap(each -> each.second().stream().limit(1))
              .filter(Written.Block.class::isInstance)
              .map(Written.Block.class::cast)
              .map(Written.Block::address)
              .map("-target="::concat)
              .toList();
    }

    /** Several in one, which know nothing of each other. */
    static Scenario scenario(List<Edited> all, String name, ProtocolVersion version) {
      StringBuilder first = new StringBuilder();
      StringBuilder second = new StringBuilder();
      all.forEach(
          each -> {
            first.append(Written.text(each.first()));
            second.append(Written.text(each.second()));
          });
      return Scenario.twice(name, version, first.toString(), second.toString(), targets(all));
    }
  }

  private final long seed;
  private final Random random;
  private final SchemaCatalog catalog;
  private final List<String> texts = new ArrayList<>();
  private final List<String> numbers = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();

  /** Only among single objects: Sluice does not hold one instance back for another's failure. */
  private boolean hasFaults;

  private Generated(long seed, ProtocolVersion version) {
    this.seed = seed;
    this.random = new Random(seed * 7919);
    this.catalog = TrialSchema.catalog(version);
  }

  static Edited of(long seed, ProtocolVersion version) {
    return new Generated(seed, version).edited();
  }

  /** What of a resource is the same before and after the edit. */
  private record Kept(
      String type, String name, String repeated, boolean createsFirst, String object) {
    String address() {
      return type + "." + name;
    }
  }

  private Edited edited() {
    hasFaults = random.nextInt(3) == 0;
    int count = 1 + random.nextInt(3);
    List<Kept> kept = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String repeated =
          switch (random.nextInt(hasFaults ? 1 : 8) + (hasFaults ? 2 : 0)) {
            case 0 -> "count";
            case 1 -> "for_each";
            default -> "";
          };
      kept.add(
          new Kept(
              TYPES.get(random.nextInt(TYPES.size())),
              "s%d_%c".formatted(seed, 'a' + i),
              repeated,
              random.nextInt(5) == 0,
              "s%d-%c".formatted(seed, 'a' + i)));
    }
    List<Written> first = configuration(kept, kept.size(), false);
    first.addAll(imports(kept));
    boolean isLastGone = kept.size() > 1 && random.nextInt(5) == 0;
    Kept last = kept.getLast();
    List<Kept> after = new ArrayList<>(isLastGone ? kept.subList(0, kept.size() - 1) : kept);
    List<Written> elsewhere = moves(after);
    List<Written> second = configuration(after, after.size(), true);
    second.addAll(elsewhere);
    if (isLastGone && random.nextBoolean()) {
      second.add(removed(last));
    }
    return new Edited(seed, first, second);
  }

  /** Some are there before: with nothing of what is written but their name. */
  private List<Written> imports(List<Kept> kept) {
    List<Written> blocks = new ArrayList<>();
    for (Kept each : kept) {
      if (each.repeated().isEmpty() && random.nextInt(8) == 0) {
        blocks.add(
            new Written.Block(
                "import",
                List.of(
                    argument("to", each.address()), argument("id", "\"" + each.object() + "\""))));
      }
    }
    return blocks;
  }

  /**
   * Where nothing fails, since Sluice moves an object with the change that comes with it: some go
   * to another address, and some of these to another type; their objects keep the name.
   */
  private List<Written> moves(List<Kept> kept) {
    List<Written> blocks = new ArrayList<>();
    for (int i = 0; i < kept.size(); i++) {
      Kept from = kept.get(i);
      if (random.nextInt(7) == 0 && !Edited.isTargeted(seed) && !hasFaults) {
        String type = random.nextInt(3) == 0 ? one(TYPES) : from.type();
        Kept to =
            new Kept(
                type, from.name() + "_moved", from.repeated(), from.createsFirst(), from.object());
        kept.set(i, to);
        blocks.add(
            new Written.Block(
                "moved", List.of(argument("from", from.address()), argument("to", to.address()))));
      }
    }
    return blocks;
  }

  private Written removed(Kept gone) {
    return new Written.Block(
        "removed",
        List.of(
            argument("from", gone.address()),
            new Written.Block(
                "lifecycle",
                List.of(argument("destroy", random.nextInt(3) == 0 ? "true" : "false")))));
  }

  private List<Written> configuration(List<Kept> kept, int most, boolean isEdit) {
    texts.clear();
    numbers.clear();
    addresses.clear();
    List<Written> all = new ArrayList<>();
    for (Kept each : kept.subList(0, most)) {
      all.add(resource(each, isEdit));
      String reference =
          each.address()
              + switch (each.repeated()) {
                case "count" -> "[0]";
                case "for_each" -> "[\"x\"]";
                default -> "";
              };
      addresses.add(reference);
      texts.add(reference + ".id");
      texts.add(reference + ".name");
      if (each.type().equals("trial_thing")) {
        numbers.add(reference + ".revision");
        numbers.add(reference + ".size");
      }
    }
    return all;
  }

  private Written resource(Kept kept, boolean isEdit) {
    List<Written> parts = new ArrayList<>();
    String name = kept.object();
    switch (kept.repeated()) {
      case "count" -> {
        parts.add(new Written.Argument("count", isEdit ? "1" : "2"));
        parts.add(argument("name", "\"%s-${count.index}\"".formatted(name)));
      }
      case "for_each" -> {
        parts.add(argument("for_each", isEdit ? "toset([\"x\", \"z\"])" : "toset([\"x\", \"y\"])"));
        parts.add(argument("name", "\"%s-${each.key}\"".formatted(name)));
      }
      default -> parts.add(argument("name", "\"" + name + "\""));
    }
    Block schema = block(kept.type());
    if (random.nextInt(4) == 0) {
      parts.add(argument("place", "\"" + (isEdit ? "q" : "p") + "\""));
    }
    if (hasFaults && schema.attributes().containsKey("fault") && random.nextInt(3) == 0) {
      List<String> faults =
          schema.attributes().containsKey("note") ? FAULTS : FAULTS.subList(0, FAULTS.size() - 1);
      parts.add(argument("fault", "\"" + one(faults) + "\""));
    }
    body(schema, parts, 0);
    lifecycle(kept, schema, parts);
    return new Written.Block("resource \"%s\" \"%s\"".formatted(kept.type(), kept.name()), parts);
  }

  private static Written argument(String name, String expression) {
    return new Written.Argument(name, expression);
  }

  private Block block(String type) {
    try {
      return catalog.resource(type).orElseThrow().block();
    } catch (DecodeFailed e) {
      throw new IllegalStateException(e);
    }
  }

  private void lifecycle(Kept kept, Block schema, List<Written> parts) {
    List<Written> said = new ArrayList<>();
    if (kept.createsFirst()) {
      said.add(argument("create_before_destroy", "true"));
    }
    if (!addresses.isEmpty() && random.nextInt(6) == 0) {
      String trigger = one(addresses);
      said.add(
          argument(
              "replace_triggered_by", "[" + trigger + (random.nextBoolean() ? "" : ".name") + "]"));
    }
    // Sluice does not write down a drift that is ignored; Terraform does.
    if (random.nextInt(5) == 0 && !hasFaults) {
      List<String> names =
          schema.attributes().entrySet().stream()
              .filter(each -> each.getValue().isOptional() && !each.getValue().isWriteOnly())
              .map(Map.Entry::getKey)
              .filter(each -> !OWN.contains(each))
              .sorted()
              .toList();
      List<String> ignored = new ArrayList<>(List.of(one(names)));
      ignored.addAll(schema.blocks().keySet().stream().sorted().limit(1).toList());
      said.add(argument("ignore_changes", random.nextInt(4) == 0 ? "all" : ignored.toString()));
    }
    if (!said.isEmpty()) {
      parts.add(new Written.Block("lifecycle", said));
    }
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private void body(Block schema, List<Written> parts, int depth) {
    schema.attributes().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .filter(each -> depth > 0 || !OWN.contains(each.getKey()))
        .forEach(
            each -> {
              Attribute attribute = each.getValue();
              if (attribute.isRequired()
                  || (attribute.isOptional() && random.nextInt(depth == 0 ? 4 : 2) == 0)) {
                parts.add(argument(each.getKey(), value(attribute, depth)));
              }
            });
    schema.blocks().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> blocks(each.getKey(), each.getValue(), parts, depth));
  }

  private void blocks(String name, NestedBlock nested, List<Written> parts, int depth) {
    if (random.nextInt(3) != 0) {
      return;
    }
    int count =
        switch (nested.nesting()) {
          case SINGLE, GROUP -> 1;
          case LIST, SET, MAP -> 1 + random.nextInt(3);
        };
    boolean isMap = nested.nesting() == io.sluice.bridge.schema.Nesting.MAP;
    if (count > 1 && !isMap && random.nextInt(4) == 0) {
      List<Written> content = new ArrayList<>();
      body(nested.body(), content, depth + 1);
      String over =
          random.nextInt(3) == 0 && !texts.isEmpty() ? "[" + one(texts) + ", \"k\"]" : "[1, 2]";
      parts.add(
          new Written.Block(
              "dynamic \"" + name + "\"",
              List.of(argument("for_each", over), new Written.Block("content", content))));
      return;
    }
    for (int i = 0; i < count; i++) {
      List<Written> inner = new ArrayList<>();
      body(nested.body(), inner, depth + 1);
      parts.add(new Written.Block(isMap ? "%s \"k%d\"".formatted(name, i) : name, inner));
    }
  }

  private String value(Attribute attribute, int depth) {
    if (!attribute.isRequired() && random.nextInt(12) == 0) {
      return "null";
    }
    return attribute.nested().isPresent()
        ? nested(attribute.nested().get(), depth)
        : value(attribute.type(), depth);
  }

  private String nested(NestedObject nested, int depth) {
    return switch (nested.nesting()) {
      case SINGLE, GROUP -> object(nested.body(), depth);
      case LIST, SET -> {
        List<String> elements = new ArrayList<>();
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
          elements.add(object(nested.body(), depth + 1));
        }
        yield "[" + String.join(", ", elements) + "]";
      }
      case MAP -> {
        List<String> entries = new ArrayList<>();
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
          entries.add("k%d = %s".formatted(i, object(nested.body(), depth + 1)));
        }
        yield "{" + String.join(", ", entries) + "}";
      }
    };
  }

  private String object(Block body, int depth) {
    List<String> parts = new ArrayList<>();
    body.attributes().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            each -> {
              Attribute attribute = each.getValue();
              if (attribute.isRequired()
                  || (attribute.isOptional() && random.nextInt(depth > 2 ? 4 : 2) == 0)) {
                parts.add(each.getKey() + " = " + value(attribute, depth + 1));
              }
            });
    return "{" + String.join(", ", parts) + "}";
  }

  private String value(Type type, int depth) {
    return switch (type) {
      case Type.Primitive primitive ->
          switch (primitive) {
            case STRING -> text();
            case NUMBER ->
                random.nextInt(4) == 0 && !numbers.isEmpty() ? one(numbers) : one(NUMBERS);
            case BOOL -> random.nextBoolean() ? "true" : "\"false\"";
          };
      case Type.ListType(Type element) -> sequence(element, depth);
      case Type.SetType(Type element) -> sequence(element, depth);
      case Type.MapType(Type element) -> {
        List<String> entries = new ArrayList<>();
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
          entries.add("\"k %d\" = %s".formatted(i, value(element, depth + 1)));
        }
        yield "{" + String.join(", ", entries) + "}";
      }
      case Type.TupleType tuple -> "[]";
      case Type.ObjectType object -> {
        List<String> parts = new ArrayList<>();
        object
            .attributes()
            .forEach((name, each) -> parts.add(name + " = " + value(each, depth + 1)));
        yield "{" + String.join(", ", parts) + "}";
      }
      case Type.Any any ->
          switch (random.nextInt(4)) {
            case 0 -> one(NUMBERS);
            case 1 -> "[" + text() + ", true]";
            case 2 -> "{ a = " + text() + " }";
            default -> text();
          };
    };
  }

  private String sequence(Type element, int depth) {
    List<String> elements = new ArrayList<>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      elements.add(value(element, depth + 1));
    }
    return "[" + String.join(", ", elements) + "]";
  }

  private String text() {
    if (!texts.isEmpty() && random.nextInt(3) == 0) {
      String reference = one(texts);
      return random.nextBoolean() ? reference : "\"x-${" + reference + "}\"";
    }
    return one(TEXTS);
  }
}
