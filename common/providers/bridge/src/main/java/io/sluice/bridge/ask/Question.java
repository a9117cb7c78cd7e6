package io.sluice.bridge.ask;

import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Optional;

/** What a provider is asked while a plan is made. Nothing is changed by answering. */
public sealed interface Question {
  /**
   * What is to become of an object.
   *
   * @param config unmarked and of the type's own type, parts of it may be unknown; null where the
   *     object is to go
   * @param forced somebody wants a new object, whatever the provider says
   * @param refresh whether the object is read first
   * @param origin what the object is before this provider has it as one of this type
   */
  record Change(
      String type,
      Optional<RecordedObject> prior,
      Value config,
      IgnoredChanges ignored,
      boolean forced,
      boolean refresh,
      Origin origin)
      implements Question {
    public Change(
        String type,
        Optional<RecordedObject> prior,
        Value config,
        IgnoredChanges ignored,
        boolean forced,
        boolean refresh) {
      this(type, prior, config, ignored, forced, refresh, new Origin.Recorded());
    }

    /** The same whether or not the object is read first. */
    public Change unrefreshed() {
      return new Change(type, prior, config, ignored, forced, false, origin);
    }
  }

  /** Where an object comes from. */
  sealed interface Origin {
    /** It is recorded as one of this type, or there is none. */
    record Recorded() implements Origin {}

    /** It is recorded as one of another type, or as another provider's. */
    record Moved(String provider, String type) implements Origin {}

    /** It is not recorded, and is taken over. */
    record Imported(ImportTarget target) implements Origin {}
  }

  /** What a data source says; its configuration is known throughout. */
  record Data(String type, Value config) implements Question {}

  /** What an ephemeral resource gives, which stays open; its configuration is known throughout. */
  record Open(String type, Value config) implements Question {}

  /**
   * Whether a configuration is valid; parts of it may be unknown, and the provider is not
   * configured.
   *
   * @param type empty for the provider's own configuration
   */
  record Validity(Of of, String type, Value config) implements Question {
    /** What is configured. */
    public enum Of {
      PROVIDER,
      RESOURCE,
      DATA,
      EPHEMERAL
    }
  }

  /** What a function of the provider makes of its arguments. */
  record Call(String function, List<Value> arguments) implements Question {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }
}
