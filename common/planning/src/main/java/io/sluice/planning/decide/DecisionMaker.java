package io.sluice.planning.decide;

import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides what is to be done about resources, one by one. */
public interface DecisionMaker {
  /**
   * @param unknown JSON pointers into the configuration whose values are not known yet
   * @param replace why it is replaced whatever the comparison says, or null
   * @return null if nothing can be decided, which was told
   */
  @Nullable Decision decide(Resource resource, Set<String> unknown, @Nullable String replace);

  /** Leaves a block for the run to expand. */
  void await(Placeholder placeholder);

  /** What state holds at an address, with moves done. */
  Optional<StateRecord> record(Address address);

  /** The addresses in state of a block's instances. */
  List<Address> instances(Address placeholder);

  /** What was decided about an address. */
  Optional<Decision> decided(Address address);
}
