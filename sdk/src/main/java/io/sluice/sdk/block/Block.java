package io.sluice.sdk.block;

import io.sluice.model.Lineage;
import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.ObjectValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A block of a configuration that others can refer to. A stack gives it its lineage; until then
 * what was given can be read, and what the provider will say cannot.
 */
public abstract sealed class Block extends ObjectValue permits RepeatableBlock, ProviderBlock {
  private final String keyword;
  private final List<String> labels;
  private final @Nullable Requirement requirement;

  Block(String keyword, List<String> labels, @Nullable Requirement requirement) {
    this.keyword = keyword;
    this.labels = List.copyOf(labels);
    this.requirement = requirement;
  }

  /** What it is called where it is referred to: {@code aws_vpc.main}, {@code module.network}. */
  public abstract Lineage blockIdentifier();

  /** What its class says of its provider: where it comes from. */
  public final Optional<Requirement> requirement() {
    return Optional.ofNullable(requirement);
  }

  /** From now on it is that of a stack: called once, by the stack. */
  public final void join() {
    belongTo(new Expression.Reference(blockIdentifier()));
  }

  public final boolean isInStack() {
    return belongsTo() != null;
  }

  /** By what no other block of a stack may be called. */
  public String uniqueName() {
    return blockIdentifier().text();
  }

  /** Required arguments that nobody has given. */
  public final List<String> missingArguments() {
    List<String> missing = new ArrayList<>();
    findMissing(uniqueName(), missing);
    return missing;
  }

  /** Arguments that the language itself knows, before those of the type. */
  Body before() {
    return Body.EMPTY;
  }

  /** The same behind them. */
  Body after() {
    return Body.EMPTY;
  }

  public final Body.Block written() {
    return new Body.Block(
        keyword, labels, before().and(writtenBody().items()).and(after().items()));
  }

  @Override
  protected final String called() {
    return blockIdentifier().text();
  }
}
