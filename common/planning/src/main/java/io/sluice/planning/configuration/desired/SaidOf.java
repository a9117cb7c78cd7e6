package io.sluice.planning.configuration.desired;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.planning.ask.Answer.Remark;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.provider.Redaction;
import java.util.List;
import java.util.Optional;

/**
 * Reports a provider's remarks on a block at the place in the text that they are about.
 *
 * @param subject what messages call the block
 * @param whole where the block begins
 * @param hiding takes out secrets that the provider was given
 */
record SaidOf(String subject, Decoded body, SourceRange whole, Redaction hiding) {
  void tell(List<Remark> said, Diagnostics diagnostics) {
    for (Remark remark : said) {
      Optional<SourceRange> place = body.place(remark.pointer());
      String summary = hiding.apply(remark.summary());
      String detail = detail(remark, body.places().containsKey(remark.pointer()));
      SourceRange range = place.orElse(whole);
      diagnostics.add(
          remark.isError()
              ? Diagnostic.error(summary, detail, range)
              : Diagnostic.warning(summary, detail, range));
    }
  }

  private String detail(Remark remark, boolean isAtPlace) {
    String detail = hiding.apply(remark.detail());
    String part =
        remark.pointer().isEmpty() || isAtPlace
            ? ""
            : remark.pointer().substring(1).replace('/', '.') + ": ";
    return detail.isEmpty() ? subject + "." : subject + ": " + part + detail;
  }
}
