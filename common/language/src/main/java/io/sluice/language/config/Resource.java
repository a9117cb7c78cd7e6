package io.sluice.language.config;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A resource as declared.
 *
 * @param body without the meta-arguments; what of it the provider's schema describes, only who
 *     knows that can tell ({@link #additions})
 * @param provider the provider configuration that is named, null for the default one
 * @param provisioners only {@code local-exec}; others are refused when loading
 */
public record Resource(
    ResourceName name,
    Repetition repetition,
    Body body,
    @Nullable Traversal provider,
    List<Traversal> dependsOn,
    Lifecycle lifecycle,
    List<Block> provisioners,
    SourceRange range) {

  /** The {@code lifecycle} block. */
  public record Lifecycle(
      boolean createBeforeDestroy,
      boolean preventDestroy,
      boolean ignoreAllChanges,
      List<Traversal> ignoreChanges,
      List<Expression> replaceTriggeredBy,
      List<CheckRule> preconditions,
      List<CheckRule> postconditions) {
    public static final Lifecycle NONE =
        new Lifecycle(false, false, false, List.of(), List.of(), List.of(), List.of());
  }

  /**
   * The body, divided into what is Sluice's and what is the provider's.
   *
   * @param isOwn whether the type has a block or an argument of its own by a name
   */
  public Additions additions(Predicate<String> isOwn, Diagnostics diagnostics) {
    return Additions.of(this, isOwn, diagnostics);
  }

  /** What its body refers to in its module, and not in a block of its own. */
  public List<Traversal> references() {
    List<Traversal> all = References.of(body);
    Set<ResourceName> own = References.ownData(body);
    return own.isEmpty()
        ? all
        : all.stream()
            .filter(
                traversal ->
                    !(Subject.of(traversal).orElse(null) instanceof Subject.OfResource named)
                        || !own.contains(named.name()))
            .toList();
  }

  /** What its module calls its provider, without the alias of a configuration. */
  public String localProvider() {
    return provider == null ? defaultProvider() : provider.root();
  }

  /** The name of the provider that the resource belongs to by default: the type's first word. */
  public String defaultProvider() {
    int underscore = name.type().indexOf('_');
    return underscore < 0 ? name.type() : name.type().substring(0, underscore);
  }
}
