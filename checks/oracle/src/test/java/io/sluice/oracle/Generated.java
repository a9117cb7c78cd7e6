package io.sluice.oracle;

import io.sluice.bridge.schema.Block;
import io.sluice.bridge.wire.ProtocolVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A configuration and its edit, made from a seed over the provider's schemas: values and blocks of
 * every kind, references to unknown values, faults, and the settings of {@code lifecycle}.
 */
final class Generated {
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

    /** Several configurations in one, independent of each other. */
    static Scenario scenario(List<Edited> all, String name, ProtocolVersion version) {
      long seed = all.getFirst().seed();
      String head = seed < Seeds.WIDE ? "" : Wide.PROVIDERS;
      StringBuilder first = new StringBuilder(head);
      StringBuilder second = new StringBuilder(head);
      all.forEach(
          each -> {
            first.append(Written.text(each.first()));
            second.append(Written.text(each.second()));
          });
      List<String> flags = seed < Seeds.WIDE ? targets(all) : Wide.flags(all);
      return Scenario.twice(name, version, first.toString(), second.toString(), flags);
    }
  }

  private final long seed;
  private final Random random;
  private final Bodies bodies;
  private final List<String> addresses = new ArrayList<>();

  /** Only among single objects: Sluice does not hold one instance back for another's failure. */
  private boolean hasFaults;

  private Generated(long seed, ProtocolVersion version) {
    this.seed = seed;
    this.random = new Random(seed * 7919);
    this.bodies = new Bodies(random, version);
  }

  static Edited of(long seed, ProtocolVersion version) {
    return new Generated(seed, version).edited();
  }

  /** The choices for a resource that are the same before and after the edit. */
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
              Bodies.TYPES.get(random.nextInt(Bodies.TYPES.size())),
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
                    Bodies.argument("to", each.address()),
                    Bodies.argument("id", "\"" + each.object() + "\""))));
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
        String type = random.nextInt(3) == 0 ? bodies.one(Bodies.TYPES) : from.type();
        Kept to =
            new Kept(
                type, from.name() + "_moved", from.repeated(), from.createsFirst(), from.object());
        kept.set(i, to);
        blocks.add(
            new Written.Block(
                "moved",
                List.of(
                    Bodies.argument("from", from.address()), Bodies.argument("to", to.address()))));
      }
    }
    return blocks;
  }

  private Written removed(Kept gone) {
    return new Written.Block(
        "removed",
        List.of(
            Bodies.argument("from", gone.address()),
            new Written.Block(
                "lifecycle",
                List.of(Bodies.argument("destroy", random.nextInt(3) == 0 ? "true" : "false")))));
  }

  private List<Written> configuration(List<Kept> kept, int most, boolean isEdit) {
    bodies.forget();
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
      bodies.text(reference + ".id");
      bodies.text(reference + ".name");
      if (each.type().equals("trial_thing")) {
        bodies.number(reference + ".revision");
        bodies.number(reference + ".size");
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
        parts.add(Bodies.argument("name", "\"%s-${count.index}\"".formatted(name)));
      }
      case "for_each" -> {
        parts.add(
            Bodies.argument(
                "for_each", isEdit ? "toset([\"x\", \"z\"])" : "toset([\"x\", \"y\"])"));
        parts.add(Bodies.argument("name", "\"%s-${each.key}\"".formatted(name)));
      }
      default -> parts.add(Bodies.argument("name", "\"" + name + "\""));
    }
    Block schema = bodies.block(kept.type());
    if (random.nextInt(4) == 0) {
      parts.add(Bodies.argument("place", "\"" + (isEdit ? "q" : "p") + "\""));
    }
    if (hasFaults && schema.attributes().containsKey("fault") && random.nextInt(3) == 0) {
      List<String> faults =
          schema.attributes().containsKey("note") ? FAULTS : FAULTS.subList(0, FAULTS.size() - 1);
      parts.add(Bodies.argument("fault", "\"" + bodies.one(faults) + "\""));
    }
    bodies.body(schema, parts, 0);
    lifecycle(kept, schema, parts);
    return new Written.Block("resource \"%s\" \"%s\"".formatted(kept.type(), kept.name()), parts);
  }

  private void lifecycle(Kept kept, Block schema, List<Written> parts) {
    List<Written> said = new ArrayList<>();
    if (kept.createsFirst()) {
      said.add(Bodies.argument("create_before_destroy", "true"));
    }
    if (!addresses.isEmpty() && random.nextInt(6) == 0) {
      String trigger = bodies.one(addresses);
      said.add(
          Bodies.argument(
              "replace_triggered_by", "[" + trigger + (random.nextBoolean() ? "" : ".name") + "]"));
    }
    // Sluice does not write down a drift that is ignored; Terraform does.
    if (random.nextInt(5) == 0 && !hasFaults) {
      List<String> names =
          schema.attributes().entrySet().stream()
              .filter(each -> each.getValue().isOptional() && !each.getValue().isWriteOnly())
              .map(Map.Entry::getKey)
              .filter(each -> !Bodies.OWN.contains(each))
              .sorted()
              .toList();
      List<String> ignored = new ArrayList<>(List.of(bodies.one(names)));
      ignored.addAll(schema.blocks().keySet().stream().sorted().limit(1).toList());
      said.add(
          Bodies.argument("ignore_changes", random.nextInt(4) == 0 ? "all" : ignored.toString()));
    }
    if (!said.isEmpty()) {
      parts.add(new Written.Block("lifecycle", said));
    }
  }
}
