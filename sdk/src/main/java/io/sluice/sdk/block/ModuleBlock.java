package io.sluice.sdk.block;

import io.sluice.model.Lineage;
import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A call of a module. Generated classes extend this one.
 *
 * @param <S> the class itself
 */
public abstract non-sealed class ModuleBlock<S extends ModuleBlock<S>> extends RepeatableBlock<S> {
  private final String name;
  private final String source;
  private final @Nullable String version;
  private final Map<String, ProviderBlock<?>> providers = new TreeMap<>();

  protected ModuleBlock(String name, String source) {
    this(name, source, null);
  }

  protected ModuleBlock(String name, String source, @Nullable String version) {
    super("module", List.of(name), null);
    this.name = name;
    this.source = source;
    this.version = version;
  }

  @Override
  public final Lineage blockIdentifier() {
    return Lineage.root("module").member(name);
  }

  /** The configuration of a provider that the module calls by a name. */
  public final S provider(String inside, ProviderBlock<?> configuration) {
    providers.put(inside, configuration);
    return self();
  }

  protected final String ownLabel() {
    return name;
  }

  @Override
  final Body before() {
    Body body = Body.of(new Body.Attribute("source", new Expression.Text(source)));
    if (version != null) {
      body = body.and(new Body.Attribute("version", new Expression.Text(version)));
    }
    if (!providers.isEmpty()) {
      List<Expression.Entry> entries = new ArrayList<>();
      providers.forEach(
          (inside, configuration) ->
              entries.add(
                  new Expression.Entry(
                      new Expression.Word(inside),
                      new Expression.Word(configuration.blockIdentifier().text()))));
      body = body.and(new Body.Attribute("providers", new Expression.Mapping(entries)));
    }
    return body.and(super.before().items());
  }
}
