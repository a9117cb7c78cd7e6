package io.sluice.sdk.block;

import io.sluice.model.Lineage;
import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a provider. Generated classes extend this one.
 *
 * @param <S> the class itself
 */
public abstract non-sealed class ProviderBlock<S extends ProviderBlock<S>> extends Block {
  private final String name;
  private @Nullable String alias;

  protected ProviderBlock(String name, @Nullable Requirement requirement) {
    super("provider", List.of(name), requirement);
    this.name = name;
  }

  /** A further configuration of the same provider: {@code aws.west}. */
  @SuppressWarnings("unchecked")
  public final S alias(String other) {
    if (isInStack()) {
      throw new IllegalStateException("provider " + name + " is in a stack: alias it before");
    }
    alias = other;
    return (S) this;
  }

  @Override
  public final Lineage blockIdentifier() {
    Lineage plain = Lineage.root(name);
    return alias == null ? plain : plain.member(alias);
  }

  @Override
  public final String uniqueName() {
    return "provider " + blockIdentifier().text();
  }

  @Override
  final Body before() {
    return alias == null
        ? Body.EMPTY
        : Body.of(new Body.Attribute("alias", new Expression.Text(alias)));
  }

  /** What it is a configuration of: {@code aws}. */
  public final String providerName() {
    return name;
  }

  protected final String ownLabel() {
    return name;
  }
}
