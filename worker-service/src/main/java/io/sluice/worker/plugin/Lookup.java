package io.sluice.worker.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.PlannedWork;
import io.sluice.bridge.ask.StateForms;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.recover.PassingFaults;
import io.sluice.bridge.recover.Recovery;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.language.value.Value;
import io.sluice.model.plan.PluginWork;
import io.sluice.provider.Outcome;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks whether a new object exists already: by what its block says, else by what is known of its
 * type, else by its identity.
 */
final class Lookup {
  private static final String FAILED = "LOOKUP_FAILED";

  private final PluginSession session;
  private final String type;
  private final Optional<Stated.ByData> data;
  private final Optional<ImportTarget> target;

  /** The outcome of looking. */
  sealed interface Look {
    /**
     * @param by what it was found by, for people
     */
    record Found(ObjectState object, String by) implements Look {}

    record Nothing() implements Look {}

    /** Not known for now: the provider refused, or there was no answer. */
    record Failed(Carried carried) implements Look {}

    /** What was found does not say which object is meant, and will not. */
    record Unclear(String why) implements Look {}
  }

  Lookup(PluginSession session, PluginTask work, PlannedWork planned) {
    PluginWork plugin = Objects.requireNonNull(work.task().plugin());
    this.session = session;
    this.type = work.type();
    this.data =
        work.stated().filter(Stated.ByData.class::isInstance).map(Stated.ByData.class::cast);
    Optional<String> id =
        work.stated()
            .filter(Stated.ById.class::isInstance)
            .map(stated -> ((Stated.ById) stated).id());
    this.target =
        data.isPresent()
            ? Optional.empty()
            : Recovery.target(
                plugin.source(), plugin.version(), work.config(), planned.change(), id);
  }

  boolean isPossible() {
    return data.isPresent() || target.isPresent();
  }

  /** Then nothing names it before it is there. */
  boolean isByIdentity() {
    return target.isPresent() && target.get() instanceof ImportTarget.Identity;
  }

  /** Whether its block says how to look, so that finding nothing means that nothing is there. */
  boolean mustSucceed() {
    return data.isPresent();
  }

  Look look() throws DecodeFailed {
    if (data.isPresent()) {
      return look(data.get());
    }
    ImportTarget by = target.orElseThrow();
    return look(by, name(by));
  }

  private Look look(Stated.ByData source) throws DecodeFailed {
    return switch (session.readData(source.type(), source.config())) {
      case Reply.Refused<Value>(List<ProviderDiagnostic> said) -> {
        String why = Carried.failure(said).message();
        yield PassingFaults.matches(source.absent(), why)
            ? new Look.Nothing()
            : failed(source.name(), why);
      }
      case Reply.Lost<Value>(Loss loss) -> new Look.Failed(Carried.of(Carried.lostLook(loss)));
      case Reply.Done<Value>(Value value, List<ProviderDiagnostic> said) ->
          switch (source.picking().of(attributes(source.type(), value))) {
            case Stated.Picked.Nothing nothing -> new Look.Nothing();
            case Stated.Picked.Unclear(String why) -> new Look.Unclear(why);
            case Stated.Picked.Id(String id) ->
                look(new ImportTarget.Id(id), "import id %s, by %s".formatted(id, source.name()));
          };
    };
  }

  private JsonNode attributes(String ofType, Value value) throws DecodeFailed {
    Block block =
        session
            .catalog()
            .data(ofType)
            .orElseThrow(() -> new DecodeFailed("there is no data source " + ofType))
            .block();
    return StateForms.attributes(value, block);
  }

  private Look look(ImportTarget by, String name) {
    return switch (session.find(type, by)) {
      case Reply.Done<Optional<ObjectState>>(
              Optional<ObjectState> found,
              List<ProviderDiagnostic> said) ->
          found.<Look>map(object -> new Look.Found(object, name)).orElseGet(Look.Nothing::new);
      case Reply.Refused<Optional<ObjectState>>(List<ProviderDiagnostic> said) ->
          failed(name, Carried.failure(said).message());
      case Reply.Lost<Optional<ObjectState>>(Loss loss) ->
          new Look.Failed(Carried.of(Carried.lostLook(loss)));
    };
  }

  private static Look failed(String name, String why) {
    return new Look.Failed(
        Carried.of(
            Outcome.transientFailure(
                FAILED, "looking for it (%s) failed: %s".formatted(name, why))));
  }

  private static String name(ImportTarget target) {
    return switch (target) {
      case ImportTarget.Id(String id) -> "import id " + id;
      case ImportTarget.Identity identity -> "its identity";
    };
  }
}
