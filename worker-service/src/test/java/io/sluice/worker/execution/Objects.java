package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Task;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.record.RecordStatus;
import io.sluice.provider.Cancellation;
import io.sluice.seal.Sealer;
import io.sluice.worker.Tasks;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects of one type, with what state would know of them in between. Nothing that is told of one
 * holds {@link Executions#SECRET}.
 */
record Objects(
    TaskExecution execution, Sealer opener, String type, String node, @Nullable JsonNode provider) {
  static final String HIDDEN = "\\(sensitive value\\)#[0-9a-f]{16}";

  Result create(String config) {
    return create(config, Map.of());
  }

  Result create(String config, Map<String, String> replacedIds) {
    return run(Action.CREATE, config, null, replacedIds);
  }

  Result read(Result before) {
    return run(Action.READ, "{}", before, Map.of());
  }

  Result data(String config) {
    return run(Action.READ, config, null, Map.of());
  }

  Result update(String config, Result before) {
    return run(Action.UPDATE, config, before, Map.of());
  }

  Result delete(Result before) {
    return run(Action.DELETE, "{}", before, Map.of());
  }

  JsonNode attributes(Result result) {
    return opener.openAll("shop", result.attributes());
  }

  private Result run(
      Action action, String config, @Nullable Result before, Map<String, String> replacedIds) {
    Task.Prior prior =
        before == null
            ? null
            : new Task.Prior(
                before.id(),
                before.attributes(),
                before.desired() == null ? Json.object() : before.desired(),
                before.privateData(),
                0,
                RecordStatus.OK,
                before.root(),
                before.existed());
    Task task =
        Task.of(
            draft -> {
              draft.workspace = "shop";
              draft.run = "run-1";
              draft.node = node;
              draft.address = Address.of(node);
              draft.attempt = 1;
              draft.token = "token-1";
              draft.action = action;
              draft.type = type;
              draft.config = Tasks.json(config);
              draft.replacedIds = replacedIds;
              draft.prior = prior;
              draft.repeat = RepeatClass.BY_NAME;
              draft.budget = new Task.Budget(1, null);
              draft.timeouts = null;
              draft.sensitivePaths = before == null ? List.of() : before.sensitivePaths();
              draft.providerBlock =
                  provider == null ? null : new ProviderBlock(provider, null, null, List.of());
            });
    Result result = (Result) execution.execute(task, "claim-1", new Cancellation(), () -> true);
    assertThat(Json.text(result)).doesNotContain(Executions.SECRET);
    return result;
  }
}
