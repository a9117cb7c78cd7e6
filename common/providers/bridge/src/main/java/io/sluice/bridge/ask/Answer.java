package io.sluice.bridge.ask;

import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.language.value.Value;
import java.util.List;

/** What a provider answers to a {@link Question}. */
public sealed interface Answer {
  /**
   * The change that it plans. Its prior is the object as it was found to be, and empty where it was
   * recorded and is gone.
   *
   * @param said warnings
   */
  record Planned(PlannedChange change, List<ProviderDiagnostic> said) implements Answer {
    public Planned {
      said = List.copyOf(said);
    }
  }

  /** What a data source or a function gives. */
  record Given(Value value, List<ProviderDiagnostic> said) implements Answer {
    public Given {
      said = List.copyOf(said);
    }
  }

  /** It said no, or there was no answer; at least one of the diagnostics is an error. */
  record Refused(List<ProviderDiagnostic> said) implements Answer {
    public Refused {
      said = List.copyOf(said);
    }
  }
}
