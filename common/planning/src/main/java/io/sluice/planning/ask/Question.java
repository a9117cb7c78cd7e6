package io.sluice.planning.ask;

import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.Provider;
import io.sluice.provider.Provider.PlanInput;
import io.sluice.provider.ProviderRegistry.Found;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a provider is asked before something can be decided. */
public sealed interface Question {
  /** What it is about, for people. */
  String subject();

  /** What is asked about something that has an address. */
  sealed interface OfAddress extends Question permits Comparison, Change, Data, Open {
    Address address();

    Found type();

    @Override
    default String subject() {
      return address().text();
    }
  }

  /** What has to be done, by a comparison of configurations. */
  record Comparison(Address address, Found type, PlanInput input) implements OfAddress {}

  /**
   * What happens to an object whose provider plans by itself.
   *
   * @param prior what state holds of it, in clear
   * @param config unmarked, an object of everything that the schema has; parts may be unknown. Null
   *     where the object is to go
   * @param forced a new object is wanted, whatever the provider says
   * @param refresh whether the object is read first
   * @param origin what the object is before it is one of this type
   */
  record Change(
      Address address,
      Found type,
      ProviderUse use,
      Optional<StateRecord> prior,
      Value config,
      Ignored ignored,
      boolean forced,
      boolean refresh,
      Origin origin)
      implements OfAddress {
    public boolean isDestroy() {
      return config.isNull();
    }
  }

  /** Where an object comes from. */
  sealed interface Origin {
    /** State holds it as one of this type, or there is none. */
    record Recorded() implements Origin {}

    /** State holds it as one of another type, or as another provider's. */
    record Moved(String provider, String type) implements Origin {}

    /** It is there, and state does not hold it. */
    record Imported(Import named) implements Origin {}
  }

  /** What names an object that is taken over. */
  sealed interface Import {
    /** For people. */
    String text();

    /** The id, whose form only the provider knows. */
    record ById(String text) implements Import {}

    /**
     * What the provider knows it by.
     *
     * @param identity unmarked and known throughout
     */
    record ByIdentity(Value identity, String text) implements Import {}
  }

  /** What a data source says; its configuration is unmarked and known throughout. */
  record Data(Address address, Found type, ProviderUse use, Value config) implements OfAddress {}

  /**
   * What an ephemeral resource gives, which only those know who plan where it is open; its
   * configuration is unmarked and known throughout.
   */
  record Open(Address address, Found type, ProviderUse use, Value config) implements OfAddress {}

  /**
   * Whether a configuration is valid, as far as its values are known; the provider is not
   * configured.
   *
   * @param kind null for the provider's own configuration
   * @param subject what it is about, for people
   */
  record Validity(
      String subject, Provider provider, TypeSchema.@Nullable Kind kind, String type, Value config)
      implements Question {}

  /** What a function of a provider makes of unmarked arguments; the provider is not configured. */
  record Call(Provider provider, String function, List<Value> arguments) implements Question {
    public Call {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String subject() {
      return "provider::%s::%s".formatted(provider.name(), function);
    }
  }

  /** Changes of an object that are not to be made: all, or those at JSON pointers. */
  record Ignored(boolean all, List<String> pointers) {
    public static final Ignored NONE = new Ignored(false, List.of());

    public Ignored {
      pointers = List.copyOf(pointers);
    }
  }
}
