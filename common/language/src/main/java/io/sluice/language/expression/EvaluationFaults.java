package io.sluice.language.expression;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourceRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The faults of an evaluation so far; those of a branch that was not taken are dropped again. */
final class EvaluationFaults {
  private final List<Diagnostic> found = new ArrayList<>(0);

  int size() {
    return found.size();
  }

  boolean since(int size) {
    return found.size() > size;
  }

  void add(Diagnostic diagnostic) {
    found.add(diagnostic);
  }

  void add(String summary, String detail, SourceRange range, @Nullable SourceRange context) {
    found.add(Diagnostic.error(summary, detail, range).withContext(context));
  }

  void addAll(List<Diagnostic> more) {
    found.addAll(more);
  }

  /** Takes away what was added since, for the caller to add again or to forget. */
  List<Diagnostic> cutBackTo(int size) {
    List<Diagnostic> tail = found.subList(size, found.size());
    List<Diagnostic> cut = tail.isEmpty() ? List.of() : List.copyOf(tail);
    tail.clear();
    return cut;
  }

  List<Diagnostic> list() {
    return found;
  }
}
