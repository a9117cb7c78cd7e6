package io.sluice.planning.ask;

import io.sluice.language.value.Value;
import io.sluice.provider.schema.PlannedChange;
import java.util.List;

/** The answer to a {@link Question}. */
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

  /** The provider refused, or could not be asked; at least one remark is an error. */
  record Refused(List<Remark> said) implements Answer {
    public Refused {
      said = List.copyOf(said);
    }
  }

  /**
   * A provider's remark on a question.
   *
   * @param pointer JSON pointer to the part of the configuration that it is about, empty for all
   */
  record Remark(boolean isError, String summary, String detail, String pointer) {
    public Remark(boolean isError, String summary, String detail) {
      this(isError, summary, detail, "");
    }
  }
}
