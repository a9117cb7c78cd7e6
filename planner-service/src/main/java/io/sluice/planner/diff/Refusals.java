package io.sluice.planner.diff;

import io.sluice.language.source.Diagnostic;
import java.util.ArrayList;
import java.util.List;

/** Why a plan can't be made, collected. None has a place in a text: the reasons lie in state. */
final class Refusals {
  private final List<Diagnostic> all = new ArrayList<>();

  void add(String summary, String detail, String hint) {
    all.add(Diagnostic.error(summary, detail, null).withHint(hint));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  List<Diagnostic> list() {
    return List.copyOf(all);
  }
}
