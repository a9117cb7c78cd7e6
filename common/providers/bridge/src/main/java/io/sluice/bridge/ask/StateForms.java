package io.sluice.bridge.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.JsonValues;
import io.sluice.bridge.rules.SensitivePaths;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.IdentitySchema;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.schema.TypeSchema;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.MoveSource;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.bridge.session.StoredState;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import io.sluice.model.json.MalformedMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Objects of one provider as state records hold them. */
public final class StateForms {
  private static final String ID = "id";

  private final SchemaCatalog catalog;

  public StateForms(SchemaCatalog catalog) {
    this.catalog = catalog;
  }

  /** The attributes of a resource's object or of a data source. */
  public static ObjectNode attributes(Value value, Block block) {
    try {
      byte[] json = JsonValues.encode(value, block.type()).getBytes(StandardCharsets.UTF_8);
      return (ObjectNode) Json.tree(json);
    } catch (MalformedMessage e) {
      throw new IllegalStateException("an object could not be read again", e);
    }
  }

  /** What is kept with the attributes; null for nothing. */
  public @Nullable JsonNode own(String type, ObjectState object) throws DecodeFailed {
    Optional<IdentitySchema> schema = catalog.identity(type);
    Optional<JsonNode> identity = Optional.empty();
    if (schema.isPresent() && object.identity().isPresent()) {
      Type form = schema.get().type();
      identity = Optional.of(tree(JsonValues.encode(object.identity().get(), form)));
    }
    long version = schema.map(IdentitySchema::version).orElse(0L);
    return new OwnData(object.privateData(), identity, version).recorded();
  }

  private static JsonNode tree(String json) throws DecodeFailed {
    try {
      return Json.tree(json.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new DecodeFailed("not JSON that can be read");
    }
  }

  /**
   * JSON pointers to what the schema calls secret in this very value. A secret inside of a set
   * makes the whole set one.
   */
  public static List<String> secretPointers(Value value, Block block) {
    List<String> pointers = new ArrayList<>();
    for (ValuePath path : SensitivePaths.of(block, value)) {
      pointers.add(pointer(path));
    }
    return pointers;
  }

  private static String pointer(ValuePath path) {
    StringBuilder pointer = new StringBuilder();
    for (ValuePath.Step step : path.steps()) {
      switch (step) {
        case ValuePath.Step.Name(String name) ->
            pointer.append('/').append(JsonPointers.step(name));
        case ValuePath.Step.Key(String key) -> pointer.append('/').append(JsonPointers.step(key));
        case ValuePath.Step.Index(long index) -> pointer.append('/').append(index);
        case ValuePath.Step.Element element ->
            throw new IllegalStateException("elements of sets have no pointers");
      }
    }
    return pointer.toString();
  }

  /**
   * A recorded object as the present version of the provider has it; it is always asked. Of an
   * object that a person said was made nothing but the id is recorded: it is imported by that.
   */
  public Reply<ObjectState> present(PluginSession session, String type, RecordedObject recorded) {
    if (isOnlyNamed(recorded)) {
      return session.importObject(
          type, new ImportTarget.Id(recorded.attributes().path(ID).asText()));
    }
    StoredState stored =
        StoredState.of(recorded.schemaVersion(), Json.encode(recorded.attributes()));
    return switch (session.upgrade(type, stored)) {
      case Reply.Refused<Value>(var said) -> new Reply.Refused<>(said);
      case Reply.Lost<Value>(var loss) -> new Reply.Lost<>(loss);
      case Reply.Done<Value>(Value value, var said) ->
          present(session, type, recorded, value, said);
    };
  }

  /**
   * An object that a plan brings, as the provider has it that carries the plan out: it is asked
   * about that as about what is recorded.
   */
  public Reply<ObjectState> present(PluginSession session, String type, ObjectState planned)
      throws DecodeFailed {
    TypeSchema schema =
        catalog.resource(type).orElseThrow(() -> new DecodeFailed("of a type that is not there"));
    byte[] json = Json.encode(attributes(planned.value(), schema.block()));
    return switch (session.upgrade(type, StoredState.of(schema.version(), json))) {
      case Reply.Refused<Value>(var said) -> new Reply.Refused<>(said);
      case Reply.Lost<Value>(var loss) -> new Reply.Lost<>(loss);
      case Reply.Done<Value>(Value value, var said) ->
          new Reply.Done<>(
              new ObjectState(value, planned.privateData(), planned.identity(), planned.tainted()),
              said);
    };
  }

  /**
   * What is recorded as an object of another type, or of another provider's, as one of this type:
   * the provider makes it one, and is asked about the result as about what is recorded.
   */
  Reply<ObjectState> moved(
      PluginSession session, String type, RecordedObject recorded, Question.Origin.Moved from) {
    OwnData own = OwnData.of(recorded.own());
    MoveSource source =
        new MoveSource(
            from.provider(),
            from.type(),
            recorded.schemaVersion(),
            Json.encode(recorded.attributes()),
            own.privateBytes(),
            own.identity().map(Json::encode),
            own.identityVersion());
    return switch (session.move(type, source)) {
      case Reply.Refused<ObjectState>(var said) -> new Reply.Refused<>(said);
      case Reply.Lost<ObjectState>(var loss) -> new Reply.Lost<>(loss);
      case Reply.Done<ObjectState>(ObjectState made, var said) -> {
        ObjectState object =
            new ObjectState(made.value(), made.privateData(), made.identity(), recorded.tainted());
        try {
          yield present(session, type, object);
        } catch (DecodeFailed e) {
          throw new IllegalStateException("the provider has just made a " + type, e);
        }
      }
    };
  }

  private static boolean isOnlyNamed(RecordedObject recorded) {
    return recorded.own() == null
        && recorded.attributes().size() == 1
        && recorded.attributes().path(ID).isTextual();
  }

  private Reply<ObjectState> present(
      PluginSession session,
      String type,
      RecordedObject recorded,
      Value value,
      List<ProviderDiagnostic> said) {
    OwnData own = OwnData.of(recorded.own());
    return switch (identity(session, type, own)) {
      case Reply.Refused<Optional<Value>>(var refused) -> new Reply.Refused<>(refused);
      case Reply.Lost<Optional<Value>>(var loss) -> new Reply.Lost<>(loss);
      case Reply.Done<Optional<Value>>(Optional<Value> identity, var more) ->
          new Reply.Done<>(
              new ObjectState(value, own.privateBytes(), identity, recorded.tainted()), said);
    };
  }

  private Reply<Optional<Value>> identity(PluginSession session, String type, OwnData own) {
    try {
      Optional<IdentitySchema> schema = catalog.identity(type);
      if (schema.isEmpty() || own.identity().isEmpty()) {
        return new Reply.Done<>(Optional.empty(), List.of());
      }
      byte[] json = Json.encode(own.identity().get());
      if (own.identityVersion() == schema.get().version()) {
        Value identity = JsonValues.decode(json, schema.get().type());
        return new Reply.Done<>(Optional.of(identity), List.of());
      }
      return switch (session.upgradeIdentity(type, own.identityVersion(), json)) {
        case Reply.Refused<Value>(var said) -> new Reply.Refused<>(said);
        case Reply.Lost<Value>(var loss) -> new Reply.Lost<>(loss);
        case Reply.Done<Value>(Value identity, var said) ->
            new Reply.Done<>(Optional.of(identity), said);
      };
    } catch (DecodeFailed e) {
      return new Reply.Refused<>(
          List.of(
              ProviderDiagnostic.error(
                  "Recorded identity can't be read",
                  "The identity of the %s that state holds is %s.".formatted(type, e.sentence()))));
    }
  }
}
