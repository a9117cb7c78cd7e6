package io.sluice.machine.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call of a worker: what it does to the world, and what the worker reports.
 *
 * @param proven whether what can't be found now is not there
 */
record Call(World world, Task task, String claimId, String incarnation, boolean proven) {

  /** What came of it; null if it is too early to look for what may have been made. */
  @Nullable Result effect() {
    String prior = task.prior() == null ? null : task.prior().id();
    return switch (task.action()) {
      case CREATE -> {
        Optional<String> id = world.ledger.create(task, world.now, proven);
        yield id.map(this::ok).orElse(null);
      }
      case UPDATE ->
          world.ledger.update(prior, task) ? ok(prior) : failed(ErrorClass.PERMANENT, null);
      case DELETE -> {
        world.ledger.delete(prior, task);
        yield ok(null);
      }
      case STEP -> ok("done");
      case READ -> read(prior);
      case IMPORT -> {
        Result found = read(prior);
        yield found.id() == null ? failed(ErrorClass.PERMANENT, null) : found;
      }
      case PLAN ->
          ok(null, Json.object().put("node", task.node()).set("wave", task.config().path("wave")));
      case NOOP, EXPAND, FORGET, REPLACE ->
          throw new Violation("a worker was sent a " + task.action());
    };
  }

  Result failed(ErrorClass how, @Nullable String id) {
    return result(
        Outcome.FAILED, id, null, new TaskError(how, ErrorCode.of("fault"), "it failed", null));
  }

  Result inDoubt() {
    TaskError error = new TaskError(ErrorClass.IN_DOUBT, ErrorCode.of("cut"), "no reply", null);
    return result(Outcome.IN_DOUBT, null, null, error);
  }

  private Result ok(@Nullable String id) {
    return ok(id, Json.object().put("id", id).put("config", task.config().toString()));
  }

  private Result ok(@Nullable String id, @Nullable JsonNode attributes) {
    return result(Outcome.OK, id, attributes, null);
  }

  private Result read(@Nullable String id) {
    Task.Prior prior = task.prior();
    boolean pure = id != null && id.startsWith("pure");
    Ledger.Thing thing = id == null ? null : world.ledger.live.get(id);
    if (pure && prior != null) {
      return ok(id, prior.attributes());
    }
    return thing == null
        ? ok(null, null)
        : ok(id, Json.object().put("id", id).put("config", thing.config()));
  }

  private Result result(
      Outcome outcome,
      @Nullable String id,
      @Nullable JsonNode attributes,
      @Nullable TaskError error) {
    return Result.of(
        draft -> {
          draft.run = task.run();
          draft.node = task.node();
          draft.attempt = task.attempt();
          draft.claimId = claimId;
          draft.outcome = outcome;
          draft.id = id;
          draft.attributes = attributes;
          draft.error = error;
          draft.calls = 1;
          draft.tookMs = 1;
          draft.worker = incarnation;
        });
  }
}
