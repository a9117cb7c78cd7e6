package io.sluice.planning.document.expand;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.substitution.Filling;
import io.sluice.language.substitution.References;
import io.sluice.language.substitution.Substituted;
import io.sluice.model.Address;
import io.sluice.model.Lineage;
import io.sluice.model.plan.Reference;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.planning.document.read.Declaration;
import io.sluice.planning.document.read.Fields.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes the resources of one declaration: fills in count and each, and resolves references. */
public final class ResourceBuilder {
  private final Declaration declaration;
  private final Scope scope;
  private final Diagnostics faults;
  private final List<Edge> edges;
  private final boolean fromText;

  public ResourceBuilder(
      Declaration declaration, Scope scope, Diagnostics faults, List<Edge> edges) {
    this.declaration = declaration;
    this.scope = scope;
    this.faults = faults;
    this.edges = edges;
    this.fromText = !declaration.place().isNone();
  }

  /** What a configuration refers to. */
  private record Found(SortedMap<String, Reference> references, SortedSet<Address> dependencies) {}

  public List<Resource> resources() {
    List<Resource> resources = new ArrayList<>();
    Found ordering = ordering();
    Found triggers = triggers();
    for (Instance instance : Instance.of(declaration)) {
      filled(instance)
          .ifPresent(config -> resources.add(resource(instance, config, ordering, triggers)));
    }
    return resources;
  }

  private Resource resource(Instance instance, JsonNode config, Found ordering, Found triggers) {
    Found found = references(config);
    SortedSet<Address> dependencies = new TreeSet<>(found.dependencies());
    dependencies.addAll(ordering.dependencies());
    dependencies.addAll(triggers.dependencies());
    return new Resource(
        declaration.address(),
        instance.name(declaration.nodeName()),
        instance.address(declaration.address()),
        declaration.type().value(),
        config,
        List.copyOf(found.references().values()),
        List.copyOf(dependencies),
        List.copyOf(triggers.references().values()),
        declaration.settings());
  }

  public Optional<Placeholder> placeholder() {
    Text expression = declaration.dynamicExpression();
    if (expression == null) {
      return Optional.empty();
    }
    Found ordering = ordering();
    Found triggers = triggers();
    Found found = references(declaration.config().toJson());
    SortedSet<Address> dependencies = new TreeSet<>(found.dependencies());
    dependencies.addAll(ordering.dependencies());
    dependencies.addAll(triggers.dependencies());
    Reference multiplicity = multiplicity(expression, dependencies);
    if (multiplicity == null) {
      return Optional.empty();
    }
    return Optional.of(
        Placeholder.of(
            draft -> {
              draft.declared = declaration.address();
              draft.name = declaration.nodeName();
              draft.address = Placeholder.addressOf(declaration.address());
              draft.type = declaration.type().value();
              draft.counted = declaration.isCounted();
              draft.multiplicity = multiplicity;
              draft.config = declaration.config().toJson();
              draft.references = List.copyOf(found.references().values());
              draft.dependencies = List.copyOf(dependencies);
              draft.settings = declaration.settings();
              draft.maxInstances = declaration.maxInstances();
              draft.triggers = List.copyOf(triggers.references().values());
            }));
  }

  private @Nullable Reference multiplicity(Text expression, SortedSet<Address> dependencies) {
    for (var reference : References.in(TextNode.valueOf(expression.value()))) {
      if (reference instanceof io.sluice.language.substitution.Reference.Output output) {
        return look(output.path(), expression.range(), "counts its instances by", dependencies);
      }
      if (reference instanceof io.sluice.language.substitution.Reference.Malformed bad) {
        malformed(bad, expression.range());
      }
    }
    return null;
  }

  private Optional<JsonNode> filled(Instance instance) {
    JsonNode config = declaration.config().toJson();
    if (instance.known().isEmpty()) {
      return Optional.of(config);
    }
    return switch (Filling.fill(config, instance.known())) {
      case Substituted.Resolved resolved -> Optional.of(resolved.tree());
      case Substituted.Unresolved unresolved -> {
        faults.error(
            "Invalid reference",
            unresolved.detail() + " (in " + instance.name(declaration.nodeName()) + ").",
            ReferencePlace.of(declaration.config(), unresolved.where(), unresolved.reference()));
        yield Optional.empty();
      }
    };
  }

  private Found references(JsonNode config) {
    SortedMap<String, Reference> references = new TreeMap<>();
    SortedSet<Address> dependencies = new TreeSet<>();
    for (var found : References.in(config)) {
      SourceRange range =
          fromText
              ? ReferencePlace.of(declaration.config(), found.where(), found.text())
              : SourceRange.NONE;
      switch (found) {
        case io.sluice.language.substitution.Reference.Variable variable -> {}
        case io.sluice.language.substitution.Reference.Malformed bad -> malformed(bad, range);
        case io.sluice.language.substitution.Reference.Output output -> {
          if (!isOwn(output.path())) {
            String how = "refers to ${" + output.text() + "} in config" + below(found.where());
            Reference reference = look(output.path(), range, how, dependencies);
            if (reference != null) {
              references.put(reference.text(), reference);
            }
          }
        }
      }
    }
    return new Found(references, dependencies);
  }

  /** What the instances of a placeholder will know. */
  private boolean isOwn(Lineage path) {
    return declaration.dynamicExpression() != null
        && path.root().equals(declaration.isCounted() ? "count" : "each");
  }

  private @Nullable Reference look(
      Lineage path, SourceRange range, String how, SortedSet<Address> dependencies) {
    return switch (scope.value(path)) {
      case Scope.NotFound(String summary, String detail, String hint) -> {
        if (!summary.isEmpty()) {
          faults.add(Diagnostic.error(summary, detail, range).withHint(hint));
        }
        yield null;
      }
      case Scope.Found found -> {
        if (isSame(found.declaration())) {
          selfReference(range);
          yield null;
        }
        edges.add(new Edge(declaration.nodeName(), found.declaration().nodeName(), how, range));
        dependencies.add(found.dependency());
        yield found.reference();
      }
    };
  }

  private boolean isSame(Declaration other) {
    return other.nodeName().equals(declaration.nodeName());
  }

  private Found ordering() {
    SortedSet<Address> dependencies = new TreeSet<>();
    for (Text name : declaration.dependsOn()) {
      Declaration other = scope.declarationOf(name.value());
      if (other == null) {
        undeclared(name);
      } else if (isSame(other)) {
        selfReference(name.range());
      } else {
        edges.add(
            new Edge(
                declaration.nodeName(),
                other.nodeName(),
                "names " + name.value() + " in depends_on",
                name.range()));
        dependencies.addAll(scope.ordering(name.value()));
      }
    }
    return new Found(new TreeMap<>(), dependencies);
  }

  private Found triggers() {
    SortedMap<String, Reference> references = new TreeMap<>();
    SortedSet<Address> dependencies = new TreeSet<>();
    for (String text : declaration.settings().lifecycle().replaceTriggeredBy()) {
      try {
        Reference reference =
            look(
                Lineage.parse(text), declaration.place(), "is replaced with " + text, dependencies);
        if (reference != null) {
          references.put(reference.text(), reference);
        }
      } catch (IllegalArgumentException e) {
        faults.error(
            "Invalid reference",
            "\"" + text + "\" in replace_triggered_by is not the name of a resource or attribute.",
            declaration.place());
      }
    }
    return new Found(references, dependencies);
  }

  private void undeclared(Text name) {
    boolean wrapped = name.value().startsWith("${") && name.value().endsWith("}");
    if (wrapped) {
      faults.add(
          Diagnostic.error(
                  "Invalid reference",
                  "\"depends_on\" lists names of resources, not values.",
                  name.range())
              .withHint("Write the name alone, without ${ and } and without an attribute."));
      return;
    }
    if (!scope.isComplete()) {
      return;
    }
    faults.add(
        Diagnostic.error(
                "Reference to undeclared resource",
                "No resource named \"" + name.value() + "\" is declared in this document.",
                name.range())
            .withHint(scope.hint(name.value())));
  }

  private void selfReference(SourceRange range) {
    faults.error(
        "Self-referential resource",
        "The resource \"" + declaration.nodeName() + "\" can't refer to itself.",
        range);
  }

  private void malformed(
      io.sluice.language.substitution.Reference.Malformed bad, SourceRange range) {
    faults.add(
        Diagnostic.error(
                "Malformed reference",
                "\"" + bad.text() + "\" is not a reference: " + bad.problem() + ".",
                range)
            .withHint("Write $${ for a literal ${."));
  }

  private static String below(String pointer) {
    return pointer.replace('/', '.');
  }
}
