package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Session;
import io.sluice.worker.throttling.Turn;
import java.util.List;
import java.util.function.Supplier;

/** A session whose every answer is heard by the guard that admitted the operation. */
record ObservedSession(Session session, Turn turn) implements Session {
  private Outcome heard(Supplier<Outcome> call) {
    Outcome outcome;
    try {
      outcome = ProviderBroke.guarded(call);
    } catch (RuntimeException | Error e) {
      turn.failed();
      throw e;
    }
    turn.answered(outcome);
    return outcome;
  }

  @Override
  public boolean showsItsWrites(String type) {
    return ProviderBroke.guarded(() -> session.showsItsWrites(type));
  }

  @Override
  public Outcome create(OperationContext context, String type, JsonNode desired) {
    return heard(() -> session.create(context, type, desired));
  }

  @Override
  public Outcome read(OperationContext context, String type, Prior prior) {
    return heard(() -> session.read(context, type, prior));
  }

  @Override
  public Outcome update(OperationContext context, String type, Prior prior, JsonNode desired) {
    return heard(() -> session.update(context, type, prior, desired));
  }

  @Override
  public Outcome delete(OperationContext context, String type, Prior prior) {
    return heard(() -> session.delete(context, type, prior));
  }

  @Override
  public Outcome findByToken(OperationContext context, String type, JsonNode desired) {
    return heard(() -> session.findByToken(context, type, desired));
  }

  @Override
  public List<Listed> list(OperationContext context, String type, String tagPrefix) {
    return session.list(context, type, tagPrefix);
  }

  @Override
  public Outcome importState(OperationContext context, String type, String importId) {
    return heard(() -> session.importState(context, type, importId));
  }

  @Override
  public Outcome readData(OperationContext context, String type, JsonNode config) {
    return heard(() -> session.readData(context, type, config));
  }

  @Override
  public Outcome runStep(OperationContext context, String runner, JsonNode arguments) {
    return heard(() -> session.runStep(context, runner, arguments));
  }

  /** Others use it too. */
  @Override
  public void close() {}
}
