package io.sluice.planning.ask;

import io.sluice.language.value.Value;
import io.sluice.provider.schema.PlannedChange;
import java.util.List;

/** What came of a {@link Question}. */
public sealed interface Answer {
  /** To a comparison. */
  record Compared(PlannedChange change) implements Answer {}

  /** What the provider plans for an object. */
  record Planned(PlannedObject object) implements Answer {}

  /**
   * What a data source says, unmarked.
   *
   * @param said warnings
   */
  record Given(Value value, List<Remark> said) implements Answer {
    public Given {
      said = List.copyOf(said);
    }
  }

  /** It said no, or could not be asked; one of the remarks at least is an error. */
  record Refused(List<Remark> said) implements Answer {
    public Refused {
      said = List.copyOf(said);
    }
  }

  /**
   * What a provider has to say of what it was asked.
   *
   * @param pointer JSON pointer to the part of the configuration that it is about, empty for all
   */
  record Remark(boolean isError, String summary, String detail, String pointer) {
    public Remark(boolean isError, String summary, String detail) {
      this(isError, summary, detail, "");
    }
  }
}
