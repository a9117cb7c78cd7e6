package io.sluice.oracle;

import io.sluice.bridge.schema.Block;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.oracle.Generated.Edited;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A larger configuration and its edit, as people write them: modules that are repeated, moved and
 * given a provider, two configurations of one provider, chains that are replaced, data sources that
 * wait, changes that are ignored deep inside, and functions of the provider.
 */
final class Wide {
  /** Two configurations of the provider, which all of them share. */
  static final String PROVIDERS =
      """
      provider "trial" {
        endpoint = "here"
      }
      provider "trial" {
        alias    = "west"
        endpoint = "there"
      }
      """;

  private static final Written REQUIRED =
      new Written.Block(
          "terraform",
          List.of(
              new Written.Block(
                  "required_providers",
                  List.of(Bodies.argument("trial", "{ source = \"sluice/trial\" }")))));

  private static final Map<String, List<String>> IGNORABLE =
      Map.of(
          "trial_thing",
          List.of("rule", "rule[0].comment", "disk", "zone[\"k0\"]", "policy.mode", "numbers[0]"),
          "trial_deep",
          List.of("layer", "layer[0].mark", "layer[0].room[\"k0\"]", "frame.edge", "groups"),
          "trial_legacy",
          List.of("rule", "disk", "body"),
          "trial_loose",
          List.of("item", "item[0].value", "pair[\"k0\"]", "value"));

  private final long seed;
  private final Random random;
  private final Bodies bodies;

  /** These choices are the same before and after the edit. */
  private final String moduleKind;

  private final List<String> types = new ArrayList<>();
  private final List<Boolean> createsFirst = new ArrayList<>();
  private final boolean handsDown;
  private final boolean moduleWaits;
  private final boolean dataWaits;
  private final boolean isModuleMoved;
  private final boolean isModuleGone;

  private Wide(long seed, ProtocolVersion version) {
    this.seed = seed;
    this.random = new Random(seed * 7919);
    this.bodies = new Bodies(random, version);
    this.moduleKind = bodies.one(List.of("", "count", "for_each", "for_each"));
    for (int i = 0; i < 5; i++) {
      types.add(bodies.one(Bodies.TYPES));
      createsFirst.add(random.nextInt(3) == 0);
    }
    this.handsDown = random.nextBoolean();
    this.moduleWaits = random.nextInt(4) == 0;
    this.dataWaits = random.nextInt(3) == 0;
    this.isModuleMoved = random.nextInt(5) == 0;
    this.isModuleGone = !isModuleMoved && random.nextInt(6) == 0;
  }

  static Edited of(long seed, ProtocolVersion version) {
    Wide wide = new Wide(seed, version);
    return new Edited(seed, wide.configuration(false), wide.configuration(true));
  }

  /**
   * The flags of the first apply of an edit: one group of three has no refresh, and one replaces
   * the first resource of each configuration.
   */
  static List<String> flags(List<Edited> all) {
    return switch ((int) (all.getFirst().seed() / Seeds.AT_ONCE % 3)) {
      case 0 -> List.of("-refresh=false");
      case 1 ->
          all.stream()
              .map(each -> "-replace=" + ((Written.Block) each.second().getFirst()).address())
              .toList();
      default -> List.of();
    };
  }

  private String name(String part) {
    return "s%d_%s".formatted(seed, part);
  }

  private List<Written> configuration(boolean isEdit) {
    bodies.forget();
    List<Written> all = new ArrayList<>();
    all.add(resource("a", 0, isEdit, List.of()));
    String first = types.get(0) + "." + name("a");
    refer(first);
    all.add(data("d", first, isEdit));
    boolean hasModule = !(isEdit && isModuleGone);
    String call = name("m") + (isEdit && isModuleMoved ? "_moved" : "");
    if (hasModule) {
      Written calling = call(call, first, isEdit);
      all.add(folder(isEdit));
      all.add(calling);
    }
    if (isEdit && isModuleMoved) {
      all.add(
          new Written.Block(
              "moved",
              List.of(
                  Bodies.argument("from", "module." + name("m")),
                  Bodies.argument("to", "module." + call))));
    }
    bodies.forget();
    refer(first);
    bodies.text("data.trial_lookup." + name("d") + ".value");
    if (hasModule) {
      String instance =
          "module."
              + call
              + (moduleKind.isEmpty() ? "" : moduleKind.equals("count") ? "[0]" : "[\"x\"]");
      bodies.text(instance + ".made");
      bodies.text(instance + ".seen");
    }
    all.add(resource("b", 1, isEdit, List.of(first)));
    String second = types.get(1) + "." + name("b");
    bodies.text(second + ".id");
    all.add(resource("c", 2, isEdit, List.of(first, second)));
    return all;
  }

  private void refer(String reference) {
    bodies.text(reference + ".id");
    bodies.text(reference + ".name");
    bodies.text("provider::trial::repeat(%s.name, 2)".formatted(reference));
    bodies.text("provider::trial::repeat(\"ab\", 2)");
  }

  /** A data source that depends on a resource, or only on known values. */
  private Written data(String part, String first, boolean isEdit) {
    List<Written> parts = new ArrayList<>();
    parts.add(
        Bodies.argument(
            "key",
            random.nextInt(3) == 0
                ? "\"s%d-%s-${%s.name}\"".formatted(seed, part, first)
                : "\"s%d-%s\"".formatted(seed, part)));
    if (dataWaits) {
      parts.add(Bodies.argument("depends_on", "[" + first + "]"));
    }
    return new Written.Block("data \"trial_lookup\" \"%s\"".formatted(name(part)), parts);
  }

  private Written call(String call, String first, boolean isEdit) {
    List<Written> parts = new ArrayList<>();
    parts.add(Bodies.argument("source", "\"./%s\"".formatted(name("m"))));
    String key = "";
    switch (moduleKind) {
      case "count" -> {
        parts.add(Bodies.argument("count", isEdit ? "1" : "2"));
        key = "-${count.index}";
      }
      case "for_each" -> {
        parts.add(
            Bodies.argument(
                "for_each", isEdit ? "toset([\"x\", \"z\"])" : "toset([\"x\", \"y\"])"));
        key = "-${each.key}";
      }
      default -> {}
    }
    parts.add(Bodies.argument("name", "\"s%d-m%s\"".formatted(seed, key)));
    parts.add(Bodies.argument("input", bodies.text()));
    if (handsDown) {
      parts.add(Bodies.argument("providers", "{ trial = trial.west }"));
    }
    if (moduleWaits) {
      parts.add(Bodies.argument("depends_on", "[" + first + "]"));
    }
    return new Written.Block("module \"" + call + "\"", parts);
  }

  /** The module's own directory. */
  private Written folder(boolean isEdit) {
    List<Written> parts = new ArrayList<>();
    parts.add(REQUIRED);
    parts.add(new Written.Block("variable \"name\"", List.of()));
    parts.add(new Written.Block("variable \"input\"", List.of()));
    bodies.forget();
    bodies.text("var.input");
    bodies.text("var.name");
    String data = "data.trial_lookup.inner.value";
    parts.add(
        new Written.Block(
            "data \"trial_lookup\" \"inner\"",
            List.of(Bodies.argument("key", "\"${var.name}-d\""))));
    bodies.text(data);
    parts.add(resource("p", 3, isEdit, List.of()));
    String first = types.get(3) + ".p";
    bodies.text(first + ".id");
    bodies.text(first + ".name");
    parts.add(resource("q", 4, isEdit, List.of(first)));
    parts.add(
        new Written.Block("output \"made\"", List.of(Bodies.argument("value", first + ".id"))));
    parts.add(new Written.Block("output \"seen\"", List.of(Bodies.argument("value", data))));
    return new Written.Folder(name("m"), parts);
  }

  private Written resource(String part, int index, boolean isEdit, List<String> before) {
    String type = types.get(index);
    boolean isInside = index > 2;
    List<Written> parts = new ArrayList<>();
    parts.add(
        Bodies.argument(
            "name",
            isInside ? "\"${var.name}-%s\"".formatted(part) : "\"s%d-%s\"".formatted(seed, part)));
    Block schema = bodies.block(type);
    if (!isInside && random.nextInt(4) == 0) {
      parts.add(Bodies.argument("provider", "trial.west"));
    }
    if (schema.attributes().containsKey("place") && random.nextInt(3) > 0) {
      parts.add(Bodies.argument("place", "\"" + (isEdit ? "q" : "p") + "\""));
    }
    bodies.body(schema, parts, 0);
    if (!before.isEmpty() && random.nextInt(4) == 0) {
      parts.add(Bodies.argument("depends_on", "[" + bodies.one(before) + "]"));
    }
    lifecycle(type, index, before, parts);
    return new Written.Block(
        "resource \"%s\" \"%s\"".formatted(type, isInside ? part : name(part)), parts);
  }

  private void lifecycle(String type, int index, List<String> before, List<Written> parts) {
    List<Written> said = new ArrayList<>();
    if (createsFirst.get(index)) {
      said.add(Bodies.argument("create_before_destroy", "true"));
    }
    if (random.nextInt(3) == 0) {
      List<String> ignored = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(2); i++) {
        ignored.add(bodies.one(IGNORABLE.get(type)));
      }
      said.add(Bodies.argument("ignore_changes", ignored.stream().distinct().toList().toString()));
    }
    if (!before.isEmpty() && random.nextInt(6) == 0) {
      said.add(Bodies.argument("replace_triggered_by", "[" + bodies.one(before) + "]"));
    }
    if (!said.isEmpty()) {
      parts.add(new Written.Block("lifecycle", said));
    }
  }
}
