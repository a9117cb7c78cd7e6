package io.sluice.provider.schema;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What has to be done to get from what is recorded to what is desired. */
public sealed interface PlannedChange {

  /** Names of attributes that are known only after the apply. */
  SortedSet<String> unknownAfter();

  record NoChange() implements PlannedChange {
    @Override
    public SortedSet<String> unknownAfter() {
      return Collections.emptySortedSet();
    }
  }

  record Create(SortedSet<String> unknownAfter) implements PlannedChange {
    public Create {
      unknownAfter = Collections.unmodifiableSortedSet(new TreeSet<>(unknownAfter));
    }
  }

  record Update(List<Difference> differences, SortedSet<String> unknownAfter)
      implements PlannedChange {
    public Update {
      differences = List.copyOf(differences);
      unknownAfter = Collections.unmodifiableSortedSet(new TreeSet<>(unknownAfter));
    }
  }

  /** At least one of the differences forces replacement. */
  record Replace(List<Difference> differences, SortedSet<String> unknownAfter)
      implements PlannedChange {
    public Replace {
      differences = List.copyOf(differences);
      unknownAfter = Collections.unmodifiableSortedSet(new TreeSet<>(unknownAfter));
    }
  }

  /**
   * @param pointer the attribute, as a JSON pointer
   * @param unknown the text is the same, but a value that it refers to may change
   */
  record Difference(String pointer, boolean forcesReplacement, boolean unknown) {}
}
