package io.sluice.language.config;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource as declared.
 *
 * @param body what the provider's schema describes, without the meta-arguments
 * @param whole the same with what {@code timeouts} says, which may be the provider's as well
 * @param provider the provider configuration that is named, null for the default one
 * @param recover how a new object is found of which nobody knows whether it was made
 * @param provisioners only {@code local-exec}; others are refused when loading
 */
public record Resource(
    ResourceName name,
    Repetition repetition,
    Body body,
    Body whole,
    @Nullable Traversal provider,
    List<Traversal> dependsOn,
    Lifecycle lifecycle,
    @Nullable Body timeouts,
    @Nullable Body retry,
    @Nullable Body recover,
    @Nullable Expression pool,
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
