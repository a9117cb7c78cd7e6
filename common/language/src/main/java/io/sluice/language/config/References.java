package io.sluice.language.config;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.hcl.NativeBody;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All references that a body makes, without those to what its {@code dynamic} blocks bind. */
public final class References {
  private static final String RECOVER = "recover";
  private static final BodySchema ADDED =
      BodySchema.builder().block(RECOVER).block("sluice").build();
  private static final BodySchema DATA = BodySchema.builder().block("data", "type", "name").build();

  private final List<Traversal> found = new ArrayList<>();

  private References() {}

  /** In the order of the text. No schema is needed: every argument counts, however deep. */
  public static List<Traversal> of(Body body) {
    References references = new References();
    references.visit(body, Set.of());
    return List.copyOf(references.found);
  }

  /**
   * The data sources that a resource declares in its {@code recover} block, for that block alone.
   */
  public static Set<ResourceName> ownData(Body body) {
    Set<ResourceName> names = new HashSet<>();
    for (Block block : body.partialContent(ADDED, new Diagnostics()).content().blocks()) {
      if (block.type().equals(RECOVER)) {
        ownDataOf(block.body(), names);
      } else {
        names.addAll(ownData(block.body()));
      }
    }
    return names;
  }

  private static void ownDataOf(Body recover, Set<ResourceName> into) {
    for (Block data : recover.partialContent(DATA, new Diagnostics()).content().blocks()) {
      if (data.labels().size() == 2) {
        into.add(new ResourceName(ResourceMode.DATA, data.labels().get(0), data.labels().get(1)));
      }
    }
  }

  private void visit(Body body, Set<String> bound) {
    switch (body) {
      case NativeBody own -> {
        own.justAttributes(new Diagnostics()).values().forEach(a -> add(a.expression(), bound));
        own.remainingBlocks().forEach(block -> visit(block, bound));
      }
      case OverriddenBody both -> {
        both.justAttributes(new Diagnostics()).values().forEach(a -> add(a.expression(), bound));
        blocks(both).forEach(block -> visit(block, bound));
      }
      default ->
          body.justAttributes(new Diagnostics()).values().forEach(a -> add(a.expression(), bound));
    }
  }

  private static List<Block> blocks(Body body) {
    return switch (body) {
      case NativeBody own -> own.remainingBlocks();
      case OverriddenBody both -> {
        List<Block> all = new ArrayList<>(blocks(both.base()));
        List<Block> over = blocks(both.override());
        all.removeIf(block -> over.stream().anyMatch(o -> o.type().equals(block.type())));
        all.addAll(over);
        yield all;
      }
      default -> List.of();
    };
  }

  private void visit(Block block, Set<String> bound) {
    if (!block.type().equals("dynamic") || block.labels().size() != 1) {
      visit(block.body(), bound);
      return;
    }
    Map<String, Attribute> arguments = block.body().justAttributes(new Diagnostics());
    String iterator = block.labels().getFirst();
    for (Attribute argument : arguments.values()) {
      if (argument.name().equals("iterator")
          && argument.expression() instanceof ScopeTraversal scope) {
        iterator = scope.traversal().root();
      }
    }
    Set<String> inside = new HashSet<>(bound);
    inside.add(iterator);
    for (Attribute argument : arguments.values()) {
      switch (argument.name()) {
        case "iterator" -> {}
        case "labels" -> add(argument.expression(), inside);
        default -> add(argument.expression(), bound);
      }
    }
    blocks(block.body()).forEach(inner -> visit(inner, inside));
  }

  private void add(Expression expression, Set<String> bound) {
    for (Traversal traversal : expression.variables()) {
      if (!bound.contains(traversal.root())) {
        found.add(traversal);
      }
    }
  }
}
