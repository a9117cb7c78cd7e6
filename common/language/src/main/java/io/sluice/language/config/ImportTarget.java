package io.sluice.language.config;

import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code to} of an {@code import} block names: modules and a resource, each with a key where
 * it has several instances. A key may be an expression of what the block repeats over.
 *
 * @param parts from the root; the last two names are the resource's
 */
public record ImportTarget(List<Part> parts) {
  public ImportTarget {
    parts = List.copyOf(parts);
  }

  /** A name, or the key behind it. */
  public sealed interface Part {
    record Name(String text) implements Part {}

    record Key(Expression expression) implements Part {}

    /** A key that is written out. */
    record Fixed(TraversalStep step) implements Part {}
  }

  /** Empty if it is not the address of a resource. */
  public static Optional<ImportTarget> of(Expression to) {
    List<Part> parts = new ArrayList<>();
    if (!collect(to, parts)) {
      return Optional.empty();
    }
    ImportTarget target = new ImportTarget(parts);
    return target.isResource() ? Optional.of(target) : Optional.empty();
  }

  private static boolean collect(Expression expression, List<Part> into) {
    return switch (expression) {
      case Expression.ScopeTraversal(Traversal traversal) -> {
        into.add(new Part.Name(traversal.root()));
        yield steps(traversal.steps(), into);
      }
      case Expression.RelativeTraversal relative ->
          collect(relative.source(), into) && steps(relative.steps(), into);
      case Expression.Index index -> {
        boolean fits = collect(index.collection(), into);
        into.add(new Part.Key(index.key()));
        yield fits;
      }
      default -> false;
    };
  }

  private static boolean steps(List<TraversalStep> steps, List<Part> into) {
    for (TraversalStep step : steps) {
      into.add(
          step instanceof TraversalStep.Attribute attribute
              ? new Part.Name(attribute.name())
              : new Part.Fixed(step));
    }
    return true;
  }

  /** {@code (module NAME key?)* TYPE NAME key?}. */
  private boolean isResource() {
    int at = 0;
    while (isName(at, "module") && isName(at + 1, null)) {
      at += isKey(at + 2) ? 3 : 2;
    }
    boolean named = isName(at, null) && isName(at + 1, null) && !isName(at, "data");
    int rest = parts.size() - at - 2;
    return named && (rest == 0 || (rest == 1 && isKey(at + 2)));
  }

  private boolean isName(int at, @Nullable String text) {
    return at >= 0
        && at < parts.size()
        && parts.get(at) instanceof Part.Name(String name)
        && (text == null || text.equals(name));
  }

  private boolean isKey(int at) {
    return at >= 0 && at < parts.size() && !(parts.get(at) instanceof Part.Name);
  }

  /** The address of the block, without any key. */
  public String declared() {
    List<String> names = new ArrayList<>();
    for (Part part : parts) {
      if (part instanceof Part.Name(String name)) {
        names.add(name);
      }
    }
    return String.join(".", names);
  }

  /** The expressions of keys. */
  public List<Expression> keys() {
    List<Expression> found = new ArrayList<>();
    for (Part part : parts) {
      if (part instanceof Part.Key(Expression expression)) {
        found.add(expression);
      }
    }
    return found;
  }
}
