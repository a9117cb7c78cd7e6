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
   * @param deferred the provider does not say yet, since too little is known of its configuration:
   *     what the configuration alone says of the change, which is planned when it is its turn
   */
  record Planned(PlannedChange change, List<ProviderDiagnostic> said, boolean deferred)
      implements Answer {
    public Planned {
      said = List.copyOf(said);
    }

    public Planned(PlannedChange change, List<ProviderDiagnostic> said) {
      this(change, said, false);
    }
  }

  /** What a data source or a function gives. */
  record Given(Value value, List<ProviderDiagnostic> said) implements Answer {
    public Given {
      said = List.copyOf(said);
    }
  }

  /** It said no; at least one of the diagnostics is an error. */
  record Refused(List<ProviderDiagnostic> said) implements Answer {
    public Refused {
      said = List.copyOf(said);
    }
  }

  /**
   * There was none: its process could not be started, or was lost. Nothing is changed by asking, so
   * it may be asked again; what is still lost then is as good as refused.
   *
   * @param why a sentence without a point that names the provider and has its last words
   * @param wasAsked a process was there; one that can't be started won't be at once
   */
  record Lost(String why, boolean wasAsked) implements Answer {
    public Refused given() {
      return new Refused(List.of(ProviderDiagnostic.error("Provider gives no answer", why + ".")));
    }
  }
}
