package io.sluice.planning.configuration.desired;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.value.Value;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answer.Remark;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.desired.DesiredConfiguration.Block;
import io.sluice.planning.configuration.served.Providers;
import io.sluice.planning.configuration.values.ConfiguredValue;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.secret.SecretTexts;
import io.sluice.provider.Provider;
import io.sluice.provider.Redaction;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What real providers say of configurations, as far as these are known without any values. */
final class Validity {
  private final AnsweredCalls answers;
  private final Diagnostics diagnostics;

  Validity(AnsweredCalls answers, Diagnostics diagnostics) {
    this.answers = answers;
    this.diagnostics = diagnostics;
  }

  void check(Block block, Decoded body) {
    TypeSchema schema = block.type().schema();
    check(
        new Checked(block.address().text(), block.resource().range(), body),
        block.type().provider(),
        schema.kind(),
        schema.type(),
        AskedObjects.written(block, body));
  }

  void check(Providers.Configured configured) {
    check(
        new Checked("provider " + configured.name(), configured.range(), configured.body()),
        configured.provider(),
        null,
        "",
        ConfiguredValue.object(configured.provider().configuration(), configured.body().values()));
  }

  private record Checked(String subject, SourceRange range, Decoded body) {}

  private void check(
      Checked checked,
      Provider provider,
      TypeSchema.@Nullable Kind kind,
      String type,
      Value written) {
    if (!provider.plansItself() || !checked.body().isSound()) {
      return;
    }
    Question question =
        new Question.Validity(
            checked.subject(), provider, kind, type, ConfiguredValue.unmarked(written));
    List<Remark> said =
        switch (answers.answer(question).orElse(null)) {
          case null -> List.of();
          case Answer.Given(Value value, List<Remark> warnings) -> warnings;
          case Answer.Refused(List<Remark> remarks) -> remarks;
          case Answer.Planned planned -> throw new IllegalStateException("a check was planned");
          case Answer.Compared compared -> throw new IllegalStateException("a check was compared");
        };
    new SaidOf(
            checked.subject(),
            checked.body(),
            checked.range(),
            Redaction.of(SecretTexts.of(written)))
        .tell(said, diagnostics);
  }
}
