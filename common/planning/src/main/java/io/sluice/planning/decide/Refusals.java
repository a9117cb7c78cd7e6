package io.sluice.planning.decide;

import io.sluice.language.source.Diagnostic;
import java.util.ArrayList;
import java.util.List;

/** Why a plan can't be made, collected. None has a place in a text: the reasons lie in state. */
public final class Refusals {
  private final List<Diagnostic> all = new ArrayList<>();

  public void add(String summary, String detail, String hint) {
    all.add(Diagnostic.error(summary, detail, null).withHint(hint));
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  public List<Diagnostic> list() {
    return List.copyOf(all);
  }
}
