package io.sluice.bridge.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.codec.JsonValues;
import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.schema.TypeSchema;
import io.sluice.bridge.session.Applied;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlanAsk;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.PlannedChange.Action;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.Reply;
import io.sluice.bridge.session.StoredState;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Does with one object through a session what {@code terraform apply} does with it. */
final class Replay {
  private final PluginSession session;
  private final String type;
  private final TypeSchema schema;
  private Optional<ObjectState> state = Optional.empty();
  private Action last = Action.NO_OP;

  Replay(PluginSession session, String type) throws Exception {
    this.session = session;
    this.type = type;
    this.schema = session.catalog().resource(type).orElseThrow();
  }

  private static <T> T done(Reply<T> reply) {
    assertThat(reply).isInstanceOf(Reply.Done.class);
    return ((Reply.Done<T>) reply).result();
  }

  private Optional<ObjectState> upgraded(Optional<ObjectState> stored) {
    return stored.map(
        object -> {
          Type valueType = schema.block().type();
          byte[] json =
              JsonValues.encode(object.value(), valueType).getBytes(StandardCharsets.UTF_8);
          Value value = done(session.upgrade(type, StoredState.of(schema.version(), json)));
          return new ObjectState(value, object.privateData(), object.identity(), object.tainted());
        });
  }

  /**
   * Validates, refreshes, plans and applies.
   *
   * @param configs as they were validated: on its own, for the plan, and for the apply if there was
   *     one
   */
  Action apply(List<Value> configs, IgnoredChanges ignored) {
    Applied applied = applied(configs, ignored);
    assertThat(applied.diagnostics()).isEmpty();
    return last;
  }

  /** The same for a change that fails. */
  void fail(List<Value> configs) {
    assertThat(applied(configs, IgnoredChanges.NONE).succeeded()).isFalse();
  }

  private Applied applied(List<Value> configs, IgnoredChanges ignored) {
    done(session.validate(type, configs.get(0)));
    Optional<ObjectState> prior =
        upgraded(state).flatMap(object -> done(session.read(type, object)));
    PlannedChange change =
        done(session.plan(new PlanAsk(type, prior, configs.get(1), ignored, false)));
    last = change.action();
    if (change.action() == Action.NO_OP) {
      state = prior;
      return new Applied(prior, List.of(), List.of());
    }
    Optional<ObjectState> current = upgraded(prior);
    if (change.action() == Action.REPLACE) {
      Applied deleted = done(session.destroy(change, current.orElseThrow()));
      assertThat(deleted.object()).isEmpty();
      current = Optional.empty();
    }
    PlanAsk ask = new PlanAsk(type, current, configs.getLast(), ignored, false);
    Applied applied = done(session.apply(change, ask));
    state = applied.object();
    return applied;
  }

  /** Finds an object for an import block, then goes on as with any other. */
  Action importAndApply(String id, List<Value> configs) {
    done(session.validate(type, configs.get(0)));
    Optional<ObjectState> found =
        Optional.of(done(session.importObject(type, new ImportTarget.Id(id))));
    PlannedChange change = done(session.plan(PlanAsk.of(type, found, configs.get(1))));
    if (change.action() == Action.NO_OP) {
      state = found;
      return change.action();
    }
    PlanAsk ask = PlanAsk.of(type, upgraded(found), configs.getLast());
    Applied applied = done(session.apply(change, ask));
    assertThat(applied.diagnostics()).isEmpty();
    state = applied.object();
    return change.action();
  }

  /** For {@code terraform destroy}: as if nothing were to go, and only then the deletion. */
  void destroyAll(List<Value> configs) {
    done(session.validate(type, configs.get(0)));
    Optional<ObjectState> prior =
        upgraded(state).flatMap(object -> done(session.read(type, object)));
    done(session.plan(PlanAsk.of(type, prior, configs.get(1))));
    PlannedChange change = done(session.planDestroy(type, upgraded(prior).orElseThrow()));
    state = done(session.destroy(change, upgraded(prior).orElseThrow())).object();
    assertThat(state).isEmpty();
  }

  /** For what is no longer configured, the deletion is planned before the object is read. */
  void destroy() {
    ObjectState stored = upgraded(state).orElseThrow();
    PlannedChange change = done(session.planDestroy(type, stored));
    Optional<ObjectState> prior = done(session.read(type, stored));
    state = done(session.destroy(change, upgraded(prior).orElseThrow())).object();
    assertThat(state).isEmpty();
  }
}
