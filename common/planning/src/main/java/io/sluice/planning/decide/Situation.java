package io.sluice.planning.decide;

import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.provider.ProviderRegistry;
import org.jspecify.annotations.Nullable;

/**
 * All that a plan follows from.
 *
 * @param snapshot with the recorded configurations opened, since they are compared
 */
public record Situation(
    CheckedDocument document,
    Snapshot snapshot,
    RunKind kind,
    RunOptions options,
    ProviderRegistry registry,
    Answers answers) {
  /** Where every provider answers in this process. */
  public Situation(
      CheckedDocument document,
      Snapshot snapshot,
      RunKind kind,
      RunOptions options,
      ProviderRegistry registry) {
    this(document, snapshot, kind, options, registry, Answers.AT_ONCE);
  }

  /** The document's configuration of a provider, for what the document does not hold. */
  public @Nullable ProviderBlock block(@Nullable String name, ProviderRegistry.Found type) {
    return document.providers().get(name == null ? type.provider().name() : name);
  }
}
