package io.sluice.sdk.block;

import io.sluice.model.Lineage;
import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block whose type belongs to a provider.
 *
 * @param <S> the class itself
 */
public abstract sealed class TypedBlock<S extends TypedBlock<S>> extends RepeatableBlock<S>
    permits ResourceBlock, DataBlock, EphemeralBlock {
  private final Lineage identifier;
  private @Nullable ProviderBlock<?> provider;

  TypedBlock(
      String keyword, String prefix, String type, String name, @Nullable Requirement requirement) {
    super(keyword, List.of(type, name), requirement);
    this.identifier = Lineage.parse(prefix + type + "." + name);
  }

  @Override
  public final Lineage blockIdentifier() {
    return identifier;
  }

  /** The configuration of the provider that it belongs to, where there are several. */
  public final S provider(ProviderBlock<?> configuration) {
    provider = configuration;
    return self();
  }

  @Override
  final Body before() {
    Body body = super.before();
    return provider == null
        ? body
        : body.and(
            new Body.Attribute("provider", new Expression.Word(provider.blockIdentifier().text())));
  }

  /** The part of the identifier that names this block among those of its type. */
  protected final String ownLabel() {
    return identifier.names().getLast();
  }
}
