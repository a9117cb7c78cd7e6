package io.sluice.bridge.ask;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.rules.ProposedNew;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.TypeSchema;
import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * What is known of an object or a data source before its provider can be configured: whether it is
 * valid, and what its configuration says. All that is computed is unknown.
 */
final class DeferredAnswers {
  private DeferredAnswers() {}

  /** Refused where the provider finds the configuration wrong without knowing its own. */
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient List<ProviderDiagnostic> said;

    Refusal(List<ProviderDiagnostic> said) {
      super("refused", null, false, false);
      this.said = said;
    }
  }

  /**
   * @param session without a configuration
   */
  static Answer of(PluginSession session, Question question) throws Unanswered {
    try {
      return switch (question) {
        case Question.Change change -> change(session, change);
        case Question.Data(String type, Value config) -> {
          heard(session.validateData(type, config));
          yield new Answer.Given(
              ProposedNew.ofUnread(block(session.catalog().data(type)), config), List.of());
        }
        case Question.Open open -> throw notDeferred();
        case Question.Validity validity -> throw notDeferred();
        case Question.Call call -> throw notDeferred();
      };
    } catch (Refusal e) {
      return new Answer.Refused(e.said);
    } catch (DecodeFailed e) {
      return new Answer.Refused(
          List.of(ProviderDiagnostic.error("Invalid schema", "The provider has " + e.sentence())));
    }
  }

  private static IllegalStateException notDeferred() {
    return new IllegalStateException("only objects and data sources are deferred");
  }

  private static Answer change(PluginSession session, Question.Change change)
      throws Unanswered, Refusal, DecodeFailed {
    String type = change.type();
    Value config = change.config();
    if (!config.isNull()) {
      heard(session.validate(type, config));
    }
    Optional<ObjectState> prior = Optional.empty();
    if (change.prior().isPresent()) {
      StateForms forms = new StateForms(session.catalog());
      prior = Optional.of(heard(forms.present(session, type, change.prior().get())));
    }
    Value planned =
        config.isNull()
            ? config
            : ProposedNew.ofUnread(block(session.catalog().resource(type)), config);
    return new Answer.Planned(
        new PlannedChange(
            type,
            action(change, prior),
            prior,
            planned,
            new byte[0],
            Optional.empty(),
            List.of(),
            false,
            List.of()),
        List.of(),
        true);
  }

  /** As far as it does not depend on what the provider finds. */
  private static PlannedChange.Action action(Question.Change change, Optional<ObjectState> prior) {
    if (change.config().isNull()) {
      return PlannedChange.Action.DELETE;
    }
    if (prior.isEmpty()) {
      return PlannedChange.Action.CREATE;
    }
    return change.forced() || prior.get().tainted()
        ? PlannedChange.Action.REPLACE
        : PlannedChange.Action.UPDATE;
  }

  /** The type is there: it was just validated. */
  private static Block block(Optional<TypeSchema> schema) {
    return schema.orElseThrow().block();
  }

  private static <T> T heard(Reply<T> reply) throws Unanswered, Refusal {
    return switch (reply) {
      case Reply.Done<T>(T result, List<ProviderDiagnostic> said) -> result;
      case Reply.Refused<T>(List<ProviderDiagnostic> said) -> throw new Refusal(said);
      case Reply.Lost<T>(Loss loss) -> throw new Unanswered(loss);
    };
  }
}
