package io.sluice.bridge.ask;

import io.sluice.bridge.host.Opened;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.host.PluginPackages;
import io.sluice.bridge.host.PluginUse;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlanAsk;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Has questions answered by the providers themselves, as processes of this machine. It may be
 * called from many threads at once. There is no limit to how long a provider thinks, but its own.
 *
 * @param directory of the configuration: where packages are installed and relative paths start
 * @param held what was opened, until this is closed
 * @param unready providers that refused their configuration since parts of it are unknown: a
 *     process is not started for each question to hear it again
 */
public record Asker(PluginHost host, Path directory, HeldResources held, Set<ProviderUse> unready)
    implements AutoCloseable {
  public Asker(PluginHost host, Path directory) {
    this(host, directory, new HeldResources(), ConcurrentHashMap.newKeySet());
  }

  public Answer answer(Asked asked) {
    ProviderUse provider = asked.provider();
    PluginPackages.Wanted wanted =
        new PluginPackages.Wanted(
            provider.source(), provider.version(), provider.hashes(), Optional.of(directory));
    return switch (host.find(wanted)) {
      case PluginPackages.Found.Missing(String reason) -> refused("Provider not available", reason);
      case PluginPackages.Found.Program program -> answer(program, asked);
    };
  }

  /** The same where the package is found already. */
  public Answer answer(PluginPackages.Found.Program program, Asked asked) {
    boolean canBeDeferred =
        asked.question() instanceof Question.Change || asked.question() instanceof Question.Data;
    if (!canBeDeferred || asked.provider().config().isWhollyKnown()) {
      return asked(program, asked);
    }
    if (asked.defers() || unready.contains(asked.provider())) {
      return deferred(program, asked);
    }
    Opened opened = opened(program, asked);
    if (opened instanceof Opened.Refused) {
      unready.add(asked.provider());
    }
    Answer answer = answered(opened, asked, use -> answer(use, asked.question()));
    return answer instanceof Answer.Refused ? deferred(program, asked) : answer;
  }

  /**
   * A provider that says no while parts of its configuration are unknown may say yes once they are
   * known. What it finds wrong without any configuration it would find wrong then, too.
   */
  private Answer deferred(PluginPackages.Found.Program program, Asked asked) {
    return answered(
        host.openUnconfigured(program, directory),
        asked,
        use -> {
          try (use) {
            return DeferredAnswers.of(use.session(), asked.question());
          }
        });
  }

  private Answer asked(PluginPackages.Found.Program program, Asked asked) {
    return answered(opened(program, asked), asked, use -> answer(use, asked.question()));
  }

  /** What is asked of a provider that is there. */
  @FunctionalInterface
  private interface Asking {
    Answer of(PluginUse use) throws Unanswered;
  }

  private static Answer answered(Opened opened, Asked asked, Asking asking) {
    return switch (opened) {
      case Opened.Refused(List<ProviderDiagnostic> said) -> new Answer.Refused(said);
      case Opened.Unavailable(String reason) ->
          lost(asked, "it could not be started: " + reason, false);
      case Opened.Ready(PluginUse use) -> {
        try {
          yield asking.of(use);
        } catch (Unanswered e) {
          yield lost(asked, e.loss().told(), true);
        }
      }
    };
  }

  private static Answer.Lost lost(Asked asked, String how, boolean wasAsked) {
    ProviderUse provider = asked.provider();
    String whole = "%s %s: %s".formatted(provider.source(), provider.version(), how).strip();
    String why = whole.endsWith(".") ? whole.substring(0, whole.length() - 1) : whole;
    return new Answer.Lost(why, wasAsked);
  }

  /** Functions and checks belong to no configured provider, and need none. */
  private Opened opened(PluginPackages.Found.Program program, Asked asked) {
    return asked.question() instanceof Question.Call
            || asked.question() instanceof Question.Validity
        ? host.openUnconfigured(program, directory)
        : host.open(program, directory, asked.provider().config(), asked.secrets());
  }

  private Answer answer(PluginUse use, Question question) throws Unanswered {
    if (question instanceof Question.Open(String type, Value config)) {
      return given(held.open(use, type, config));
    }
    try (use) {
      return answer(use.session(), question);
    }
  }

  private static Answer answer(PluginSession session, Question question) throws Unanswered {
    return switch (question) {
      case Question.Open open -> throw new IllegalStateException("what is open is held");
      case Question.Change change -> change(session, change);
      case Question.Data(String type, Value config) -> given(session.readData(type, config));
      case Question.Validity(Question.Validity.Of of, String type, Value config) ->
          given(
              switch (of) {
                case PROVIDER -> session.validateProvider(config);
                case RESOURCE -> session.validate(type, config);
                case DATA -> session.validateData(type, config);
                case EPHEMERAL -> session.validateEphemeral(type, config);
              });
      case Question.Call(String function, List<Value> arguments) ->
          given(session.callFunction(function, arguments));
    };
  }

  private static Answer given(Reply<Value> reply) throws Unanswered {
    return switch (reply) {
      case Reply.Done<Value>(Value value, List<ProviderDiagnostic> said) ->
          new Answer.Given(value, said);
      case Reply.Refused<Value>(List<ProviderDiagnostic> said) -> new Answer.Refused(said);
      case Reply.Lost<Value>(Loss loss) -> throw new Unanswered(loss);
    };
  }

  private static Answer change(PluginSession session, Question.Change change) throws Unanswered {
    List<ProviderDiagnostic> said = new ArrayList<>();
    Optional<ObjectState> prior = Optional.empty();
    Optional<Reply<ObjectState>> present = present(session, change);
    if (present.isPresent()) {
      switch (present.get()) {
        case Reply.Done<ObjectState>(ObjectState known, List<ProviderDiagnostic> more) -> {
          prior = Optional.of(known);
          said.addAll(more);
        }
        case Reply.Refused<ObjectState>(List<ProviderDiagnostic> more) -> {
          return new Answer.Refused(more);
        }
        case Reply.Lost<ObjectState>(Loss loss) -> throw new Unanswered(loss);
      }
    }
    boolean isRead = change.origin() instanceof Question.Origin.Imported;
    if (prior.isPresent() && change.refresh() && !isRead) {
      switch (session.read(change.type(), prior.get())) {
        case Reply.Done<Optional<ObjectState>>(var found, List<ProviderDiagnostic> more) -> {
          prior = found;
          said.addAll(more);
        }
        case Reply.Refused<Optional<ObjectState>>(List<ProviderDiagnostic> more) -> {
          return new Answer.Refused(more);
        }
        case Reply.Lost<Optional<ObjectState>>(Loss loss) -> throw new Unanswered(loss);
      }
    }
    return planned(session, change, prior, said);
  }

  /** The object as it is known before it is read; empty if there is none. */
  private static Optional<Reply<ObjectState>> present(
      PluginSession session, Question.Change change) {
    StateForms forms = new StateForms(session.catalog());
    return switch (change.origin()) {
      case Question.Origin.Recorded recorded ->
          change.prior().map(prior -> forms.present(session, change.type(), prior));
      case Question.Origin.Moved moved ->
          Optional.of(forms.moved(session, change.type(), change.prior().orElseThrow(), moved));
      case Question.Origin.Imported(ImportTarget target) ->
          Optional.of(ImportedObject.of(session, change.type(), target));
    };
  }

  private static Answer planned(
      PluginSession session,
      Question.Change change,
      Optional<ObjectState> prior,
      List<ProviderDiagnostic> said)
      throws Unanswered {
    if (change.config().isNull() && prior.isEmpty()) {
      return new Answer.Planned(nothingLeft(change.type(), change.config().type()), said);
    }
    Reply<PlannedChange> reply =
        change.config().isNull()
            ? session.planDestroy(change.type(), prior.orElseThrow())
            : session.plan(
                new PlanAsk(
                    change.type(), prior, change.config(), change.ignored(), change.forced()));
    return switch (reply) {
      case Reply.Done<PlannedChange>(PlannedChange planned, List<ProviderDiagnostic> more) -> {
        said.addAll(more);
        yield new Answer.Planned(planned, said);
      }
      case Reply.Refused<PlannedChange>(List<ProviderDiagnostic> more) -> new Answer.Refused(more);
      case Reply.Lost<PlannedChange>(Loss loss) -> throw new Unanswered(loss);
    };
  }

  /** The deletion of what is gone already. */
  private static PlannedChange nothingLeft(String name, Type type) {
    return new PlannedChange(
        name,
        PlannedChange.Action.DELETE,
        Optional.empty(),
        Value.nullOf(type),
        new byte[0],
        Optional.empty(),
        List.of(),
        false,
        List.of());
  }

  @Override
  public void close() {
    held.close();
  }

  private static Answer refused(String summary, String detail) {
    return new Answer.Refused(List.of(ProviderDiagnostic.error(summary, detail)));
  }
}
