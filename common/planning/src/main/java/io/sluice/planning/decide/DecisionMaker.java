package io.sluice.planning.decide;

import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answer.Remark;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.planning.ask.Question;
import io.sluice.planning.document.LatePart;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.provider.ProviderRegistry.Found;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides what is to be done about resources, one by one. */
public interface DecisionMaker {
  /** The outcome of a request for a decision. */
  sealed interface Outcome {}

  record Decided(Decision decision) implements Outcome {}

  /** The provider has not answered yet; until then the resource is unknown. */
  record Pending(Question question) implements Outcome {}

  /** The provider refused, or could not be asked. */
  record Refused(List<Remark> said) implements Outcome {
    public Refused {
      said = List.copyOf(said);
    }
  }

  /**
   * Decides about a resource whose configuration holds values.
   *
   * @param unknown JSON pointers into the configuration whose values are not known yet
   * @param replace why it is replaced whatever the comparison says, or null
   */
  Outcome decide(Resource resource, Set<String> unknown, @Nullable String replace);

  /**
   * Decides about a resource whose provider plans by itself.
   *
   * @param config unmarked; parts may be unknown
   * @param replace why a new object is wanted whatever the provider says, or null
   * @param imported what names the object to take over where state holds none, or null
   */
  Outcome decide(
      Resource resource,
      Found type,
      ProviderUse use,
      Value config,
      @Nullable String replace,
      Question.@Nullable Import imported);

  /**
   * What a data source says, if its provider reads it while planning.
   *
   * @return empty where the answer is not there yet; until then the data source is unknown
   */
  Optional<Answer> read(Question.Data question);

  /** What is to be unknown until something else is answered. */
  void postpone(Address address);

  /** Whether a provider has yet to answer for any of these. */
  boolean isPending(Collection<Address> addresses);

  /** Decides about a resource whose configuration holds references to those decided before it. */
  void decide(Resource resource);

  /** Expands a block where its value is known, else leaves it for the run to expand. */
  void expandOrAwait(Placeholder placeholder);

  /** Leaves a block for the run to expand. */
  void await(Placeholder placeholder);

  /** Leaves what is inside of a module call, or comes of it, for the run to evaluate. */
  void await(LatePart part);

  /** What state holds at an address, with moves done. */
  Optional<StateRecord> record(Address address);

  /** The addresses in state of a block's instances. */
  List<Address> instances(Address placeholder);

  /** What was decided about an address. */
  Optional<Decision> decided(Address address);
}
