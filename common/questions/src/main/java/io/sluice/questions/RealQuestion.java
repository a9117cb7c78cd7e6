package io.sluice.questions;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.ask.PlannedWork;
import io.sluice.bridge.ask.Question.Origin;
import io.sluice.bridge.ask.Question.Validity.Of;
import io.sluice.bridge.ask.RecordedObject;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.recover.Recovery;
import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.language.source.Severity;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.model.Action;
import io.sluice.model.RepeatClass;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answer.Remark;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.planning.ask.Question;
import io.sluice.planning.ask.Route;
import io.sluice.provider.Provider;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A question of planning as a real provider is asked it.
 *
 * @param question as planning has it
 * @param asked the same in the provider's own types
 */
record RealQuestion(Question question, Asked asked, Forms forms) {

  /** Empty for what no real provider is asked. */
  static Optional<RealQuestion> of(Question question, RealUses uses) {
    try {
      return switch (question) {
        case Question.Comparison comparison -> Optional.empty();
        case Question.Change change -> Optional.of(of(change, uses));
        case Question.Data data -> {
          SchemaCatalog catalog = catalog(data.type().provider());
          Block block = block(catalog.data(data.type().schema().type()));
          yield Optional.of(
              new RealQuestion(
                  question,
                  new Asked(
                      uses.of(data.use().provider(), data.use().config(), catalog),
                      new io.sluice.bridge.ask.Question.Data(
                          data.type().schema().type(), ConfigShape.of(block, data.config())),
                      data.use().secrets(),
                      defers(data.use())),
                  uses.forms(catalog)));
        }
        case Question.Open open -> {
          SchemaCatalog catalog = catalog(open.type().provider());
          String type = open.type().schema().type();
          Block block = block(catalog.ephemeral(type));
          yield Optional.of(
              new RealQuestion(
                  question,
                  new Asked(
                      uses.of(open.use().provider(), open.use().config(), catalog),
                      new io.sluice.bridge.ask.Question.Open(
                          type, ConfigShape.of(block, open.config())),
                      open.use().secrets()),
                  uses.forms(catalog)));
        }
        case Question.Validity validity -> Optional.of(of(validity, uses));
        case Question.Call call -> {
          SchemaCatalog catalog = catalog(call.provider());
          yield Optional.of(
              new RealQuestion(
                  question,
                  new Asked(
                      uses.unconfigured(call.provider(), catalog),
                      new io.sluice.bridge.ask.Question.Call(call.function(), call.arguments())),
                  uses.forms(catalog)));
        }
      };
    } catch (DecodeFailed | ConversionException e) {
      throw new IllegalStateException(question.subject() + " does not fit its provider", e);
    }
  }

  private static boolean defers(ProviderUse use) {
    return use.defers() && !use.config().isWhollyKnown();
  }

  private static RealQuestion of(Question.Change change, RealUses uses)
      throws DecodeFailed, ConversionException {
    SchemaCatalog catalog = catalog(change.type().provider());
    String type = change.type().schema().type();
    Block block = block(catalog.resource(type));
    io.sluice.bridge.ask.Question.Change asked =
        new io.sluice.bridge.ask.Question.Change(
            type,
            change.prior().map(RealQuestion::recorded),
            ConfigShape.of(block, change.config()),
            new IgnoredChanges(
                change.ignored().all(),
                change.ignored().pointers().stream()
                    .map(pointer -> Pointers.path(pointer, block))
                    .toList()),
            change.forced(),
            change.refresh(),
            origin(change.origin()));
    return new RealQuestion(
        change,
        new Asked(
            uses.of(change.use().provider(), change.use().config(), catalog),
            asked,
            change.use().secrets(),
            defers(change.use())),
        uses.forms(catalog));
  }

  private static Origin origin(Question.Origin origin) {
    return switch (origin) {
      case Question.Origin.Recorded recorded -> new Origin.Recorded();
      case Question.Origin.Moved(String provider, String from) -> new Origin.Moved(provider, from);
      case Question.Origin.Imported(Question.Import.ById(String id)) ->
          new Origin.Imported(new ImportTarget.Id(id));
      case Question.Origin.Imported(Question.Import.ByIdentity(Value identity, String text)) ->
          new Origin.Imported(new ImportTarget.Identity(identity));
    };
  }

  private static RealQuestion of(Question.Validity validity, RealUses uses)
      throws DecodeFailed, ConversionException {
    SchemaCatalog catalog = catalog(validity.provider());
    String type = validity.type();
    Of of = whose(validity.kind());
    Block block =
        switch (of) {
          case PROVIDER -> catalog.provider();
          case RESOURCE -> block(catalog.resource(type));
          case DATA -> block(catalog.data(type));
          case EPHEMERAL -> block(catalog.ephemeral(type));
        };
    return new RealQuestion(
        validity,
        new Asked(
            uses.unconfigured(validity.provider(), catalog),
            new io.sluice.bridge.ask.Question.Validity(
                of, type, ConfigShape.of(block, validity.config()))),
        uses.forms(catalog));
  }

  private static Of whose(TypeSchema.@Nullable Kind kind) {
    return switch (kind) {
      case null -> Of.PROVIDER;
      case RESOURCE -> Of.RESOURCE;
      case DATA -> Of.DATA;
      case EPHEMERAL -> Of.EPHEMERAL;
      case STEP -> throw new IllegalStateException("steps have no real provider");
    };
  }

  private static SchemaCatalog catalog(Provider provider) {
    if (provider instanceof BridgedProvider real) {
      return real.catalog();
    }
    throw new IllegalStateException("provider " + provider.name() + " is no program");
  }

  private static Block block(Optional<io.sluice.bridge.schema.TypeSchema> schema)
      throws DecodeFailed {
    return schema.orElseThrow(() -> new DecodeFailed("the type is not there")).block();
  }

  private static RecordedObject recorded(StateRecord record) {
    return new RecordedObject(
        record.schemaVersion(),
        record.attributes(),
        record.privateData(),
        record.status() == RecordStatus.TAINTED,
        record.version());
  }

  /** The same text for the same question everywhere, whether or not an object is read first. */
  String key() {
    try {
      return forms.key(new Asked(asked.provider(), unrefreshed(), Set.of(), asked.defers()));
    } catch (DecodeFailed e) {
      throw damaged(e);
    }
  }

  private io.sluice.bridge.ask.Question unrefreshed() {
    return asked.question() instanceof io.sluice.bridge.ask.Question.Change change
        ? change.unrefreshed()
        : asked.question();
  }

  /** Who has to ask it. */
  Route route() {
    return switch (question) {
      case Question.Change change -> change.use().route();
      case Question.Data data -> data.use().route();
      case Question.Open open -> open.use().route();
      case Question.Comparison comparison -> Route.NONE;
      case Question.Validity validity -> Route.NONE;
      case Question.Call call -> Route.NONE;
    };
  }

  private IllegalStateException damaged(DecodeFailed e) {
    return new IllegalStateException("what was asked about " + question.subject(), e);
  }

  /** As it travels to who answers it. */
  JsonNode written() {
    try {
      return forms.question(asked);
    } catch (DecodeFailed e) {
      throw damaged(e);
    }
  }

  JsonNode written(io.sluice.bridge.ask.Answer answer) {
    try {
      return forms.answer(answer);
    } catch (DecodeFailed e) {
      throw damaged(e);
    }
  }

  /** Empty for what was not written by this build. */
  Optional<io.sluice.bridge.ask.Answer> read(JsonNode written) {
    try {
      return Optional.of(forms.answer(written));
    } catch (DecodeFailed e) {
      return Optional.empty();
    }
  }

  /** What the answer means for a plan. */
  Answer meaning(io.sluice.bridge.ask.Answer answer) {
    return switch (answer) {
      case io.sluice.bridge.ask.Answer.Refused(List<ProviderDiagnostic> said) ->
          new Answer.Refused(remarks(said));
      case io.sluice.bridge.ask.Answer.Lost lost -> meaning(lost.given());
      case io.sluice.bridge.ask.Answer.Given(Value value, List<ProviderDiagnostic> said) ->
          new Answer.Given(value, remarks(said));
      case io.sluice.bridge.ask.Answer.Planned planned -> new Answer.Planned(planned(planned));
    };
  }

  private PlannedObject planned(io.sluice.bridge.ask.Answer.Planned answer) {
    PlannedChange change = answer.change();
    Action action = action(change);
    try {
      JsonNode work =
          forms.planned(
              PlannedWork.of((io.sluice.bridge.ask.Question.Change) asked.question(), answer));
      return new PlannedObject(
          action,
          change.prior().map(ObjectState::value),
          change.planned(),
          action == Action.REPLACE
              ? change.requiresReplace().stream().map(Pointers::pointer).distinct().toList()
              : List.of(),
          work,
          remarks(answer.said()),
          creating(change));
    } catch (DecodeFailed e) {
      throw damaged(e);
    }
  }

  /** Null where it follows from the type alone, or where nothing is created. */
  private @Nullable RepeatClass creating(PlannedChange change) {
    boolean creates =
        change.action() == PlannedChange.Action.CREATE
            || change.action() == PlannedChange.Action.REPLACE;
    if (!creates || !(question instanceof Question.Change asking)) {
      return null;
    }
    RepeatClass ofType = asking.type().schema().repeats().create();
    Value config = ((io.sluice.bridge.ask.Question.Change) asked.question()).config();
    return ofType == RepeatClass.NONE
        ? Recovery.repeats(asked.provider().source(), asked.provider().version(), config, change)
        : ofType;
  }

  private static Action action(PlannedChange change) {
    return switch (change.action()) {
      case NO_OP -> Action.NOOP;
      case CREATE -> Action.CREATE;
      case UPDATE -> Action.UPDATE;
      case REPLACE -> Action.REPLACE;
      case DELETE -> change.prior().isEmpty() ? Action.FORGET : Action.DELETE;
    };
  }

  private static List<Remark> remarks(List<ProviderDiagnostic> said) {
    List<Remark> remarks = new ArrayList<>();
    for (ProviderDiagnostic each : said) {
      remarks.add(
          new Remark(
              each.severity() == Severity.ERROR,
              each.summary(),
              each.detail(),
              Pointers.pointer(each.path())));
    }
    return remarks.stream().distinct().toList();
  }
}
