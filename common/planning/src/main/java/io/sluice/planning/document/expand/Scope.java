package io.sluice.planning.document.expand;

import io.sluice.model.Address;
import io.sluice.model.Lineage;
import io.sluice.model.Lineage.Member;
import io.sluice.model.Lineage.Segment;
import io.sluice.model.Suggestion;
import io.sluice.model.plan.Reference;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.read.Declaration;
import io.sluice.planning.document.read.Declaration.Counted;
import io.sluice.planning.document.read.Declaration.Dynamic;
import io.sluice.planning.document.read.Declaration.Keyed;
import io.sluice.planning.document.read.Declaration.Single;
import io.sluice.planning.document.read.Names;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.BlockBody;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What references of a document can mean: every name in it, and what each name stands for. */
public final class Scope {
  /** What became of looking a reference up. */
  sealed interface Outcome {}

  /**
   * {@code dependency} is what has to be committed first; it differs from the reference's address
   * when the instance is one of a placeholder.
   */
  record Found(Declaration declaration, Reference reference, Address dependency)
      implements Outcome {}

  record NotFound(String summary, String detail, String hint) implements Outcome {}

  private final Map<String, Declaration> declarations = new LinkedHashMap<>();
  private final Map<Address, Declaration> byAddress = new HashMap<>();
  private final Map<String, Address> instances = new HashMap<>();
  private final ProviderRegistry registry;
  private final boolean complete;

  /** {@code complete} is false when resources without a usable name were left out. */
  public Scope(List<Declaration> declared, ProviderRegistry registry, boolean complete) {
    this.registry = registry;
    this.complete = complete;
    for (Declaration declaration : declared) {
      declarations.put(declaration.nodeName(), declaration);
      byAddress.put(declaration.address(), declaration);
      for (Instance instance : Instance.of(declaration)) {
        instances.put(
            instance.name(declaration.nodeName()), instance.address(declaration.address()));
      }
    }
  }

  /** Whether a name that is not in it is certainly not declared. */
  boolean isComplete() {
    return complete;
  }

  /** In the order of the document. */
  public Set<String> names() {
    return declarations.keySet();
  }

  /** What a value reference means. */
  Outcome value(Lineage path) {
    int length = path.segments().size();
    for (int taken = length; taken >= 0; taken--) {
      String prefix = path.prefix(taken);
      Declaration declaration = declarations.get(prefix);
      if (declaration != null) {
        return below(declaration, path, prefix, taken);
      }
    }
    return unknown(path);
  }

  /** What a name in {@code depends_on} means, as addresses to wait for; empty if nothing. */
  List<Address> ordering(String text) {
    Declaration declaration = declarations.get(text);
    if (declaration == null) {
      declaration =
          byAddress.containsKey(Address.of(text)) ? byAddress.get(Address.of(text)) : null;
    }
    if (declaration != null) {
      return all(declaration);
    }
    Address instance = instances.get(text);
    return instance == null ? List.of() : List.of(instance);
  }

  /** The declaration that a name of {@code depends_on} belongs to. */
  @Nullable Declaration declarationOf(String text) {
    Declaration declaration = declarations.get(text);
    if (declaration == null) {
      declaration = byAddress.get(Address.of(text));
    }
    if (declaration == null && instances.containsKey(text)) {
      declaration = declarations.get(Address.of(text).block());
    }
    return declaration;
  }

  String hint(String written) {
    return Suggestion.of(written, candidates(written))
        .map(meant -> "Did you mean \"" + meant + "\"?")
        .orElse("");
  }

  private List<String> candidates(String written) {
    List<String> near = new ArrayList<>();
    for (String name : declarations.keySet()) {
      if (Math.abs(name.length() - written.length()) <= 3 && name.length() <= 60) {
        near.add(name);
      }
    }
    return near;
  }

  private static List<Address> all(Declaration declaration) {
    if (declaration.multiplicity() instanceof Dynamic) {
      return List.of(Placeholder.addressOf(declaration.address()));
    }
    return Instance.of(declaration).stream()
        .map(instance -> instance.address(declaration.address()))
        .toList();
  }

  private Outcome below(Declaration declaration, Lineage path, String name, int taken) {
    List<Segment> rest = path.segments().subList(taken, path.segments().size());
    boolean keyed = !rest.isEmpty() && !(rest.getFirst() instanceof Member);
    String step = keyed ? rest.getFirst().text() : "";
    return switch (declaration.multiplicity()) {
      case Single single ->
          keyed
              ? new NotFound(
                  "Unexpected resource instance key",
                  name + " is a single resource: it has no \"count\" or \"for_each\".",
                  "Write ${"
                      + path.text().replaceFirst(java.util.regex.Pattern.quote(step), "")
                      + "}.")
              : found(declaration, path, name, rest, declaration.address(), declaration.address());
      case Counted counted -> instance(declaration, path, name, rest, step, counted.count() + "");
      case Keyed keys -> instance(declaration, path, name, rest, step, keys.values().size() + "");
      case Dynamic dynamic ->
          keyed
              ? found(
                  declaration,
                  path,
                  name + step,
                  rest.subList(1, rest.size()),
                  Address.of(declaration.address() + step),
                  Placeholder.addressOf(declaration.address()))
              : shorthand(declaration, name);
    };
  }

  private Outcome instance(
      Declaration declaration,
      Lineage path,
      String name,
      List<Segment> rest,
      String step,
      String size) {
    if (step.isEmpty()) {
      return shorthand(declaration, name);
    }
    Address address = instances.get(name + step);
    if (address == null) {
      return new NotFound(
          "Invalid index",
          "The given key does not identify an instance: "
              + name
              + " has "
              + size
              + (size.equals("1") ? " instance" : " instances")
              + ", and no "
              + step
              + ".",
          "");
    }
    return found(declaration, path, name + step, rest.subList(1, rest.size()), address, address);
  }

  private static Outcome shorthand(Declaration declaration, String name) {
    boolean counted = declaration.isCounted();
    return new NotFound(
        "Missing resource instance key",
        "Because "
            + name
            + " has \""
            + (counted ? "count" : "for_each")
            + "\" set, its attributes"
            + " must be accessed on specific instances.",
        "For example: ${" + name + (counted ? "[0]" : "[\"key\"]") + ".id}.");
  }

  private Outcome found(
      Declaration declaration,
      Lineage path,
      String module,
      List<Segment> rest,
      Address address,
      Address dependency) {
    if (!rest.isEmpty() && rest.getFirst() instanceof Member field) {
      BlockBody body =
          registry
              .resource(declaration.type().value())
              .map(type -> type.schema().body())
              .orElse(null);
      if (body != null
          && body.attribute(field.name()).isEmpty()
          && body.block(field.name()).isEmpty()) {
        return unsupported(declaration, body, field.name());
      }
    }
    return new Found(declaration, Reference.to(path.text(), module, address), dependency);
  }

  private static Outcome unsupported(Declaration declaration, BlockBody body, String written) {
    Set<String> names = new HashSet<>();
    body.attributes().forEach(attribute -> names.add(attribute.name()));
    body.blocks().forEach(block -> names.add(block.name()));
    return new NotFound(
        "Unsupported attribute",
        "A " + declaration.type().value() + " has no attribute \"" + written + "\".",
        Suggestion.of(written, names)
            .map(meant -> "Did you mean \"" + meant + "\"?")
            .orElse("It has: " + String.join(", ", names.stream().sorted().toList()) + "."));
  }

  private Outcome unknown(Lineage path) {
    String root = path.root();
    if (root.equals("count") || root.equals("each")) {
      String name = root.equals("count") ? "count" : "for_each";
      return new NotFound(
          "Reference to \"" + root + "\" in context without \"" + name + "\"",
          "\"" + root + "\" is known only in a resource that has \"" + name + "\" set.",
          "");
    }
    if (Names.RESERVED.contains(root)) {
      return new NotFound(
          "Invalid reference",
          "\"" + root + "\" exists only in configurations; a plan document has only its resources.",
          "");
    }
    if (!complete) {
      return new NotFound("", "", "");
    }
    for (int taken = 1; taken <= path.segments().size(); taken++) {
      Declaration meant = byAddress.get(Address.of(path.prefix(taken)));
      if (meant != null) {
        String rest = path.text().substring(path.prefix(taken).length());
        return new NotFound(
            "Reference to undeclared resource",
            "In a plan document a reference begins with the resource's name, not with its type.",
            "Write ${" + meant.nodeName() + rest + "}.");
      }
    }
    return new NotFound(
        "Reference to undeclared resource",
        "No resource named \"" + root + "\" is declared in this document.",
        hint(root));
  }
}
