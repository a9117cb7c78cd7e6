package io.sluice.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Task;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Timeouts;
import io.sluice.model.record.RecordStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tasks as the state service would send them. */
public final class Tasks {
  private Tasks() {}

  public static Task create(RepeatClass repeat, String config) {
    return task(Action.CREATE, repeat, config, Map.of(), null, false);
  }

  public static Task recovering(RepeatClass repeat, String config) {
    return task(Action.CREATE, repeat, config, Map.of(), null, true);
  }

  /** A search in which "not found" proves something only from then on. */
  public static Task searching(Instant provenFrom, String config) {
    Task plain = recovering(RepeatClass.SEARCH, config);
    return varied(plain, plain.provider(), plain.repeat(), Timeouts.NONE, true, provenFrom, null);
  }

  /** With time-outs of its own. */
  public static Task within(Map<String, String> timeouts, String config) {
    Task plain = create(RepeatClass.TOKEN, config);
    return varied(
        plain, plain.provider(), plain.repeat(), Timeouts.of(timeouts), false, null, null);
  }

  public static Task withValue(String config, String reference, JsonNode value) {
    return task(Action.CREATE, RepeatClass.PURE, config, Map.of(reference, value), null, false);
  }

  public static Task of(Action action, String config, String priorAttributes, boolean recovering) {
    Task.Prior prior =
        new Task.Prior(
            "thing-1", json(priorAttributes), json("{}"), null, 0, RecordStatus.OK, null);
    return task(action, RepeatClass.BY_NAME, config, Map.of(), prior, recovering);
  }

  /** Of an object that was there before Sluice. */
  public static Task existing(Action action, String config) {
    Task.Prior prior =
        new Task.Prior("thing-1", json("{}"), json("{}"), null, 0, RecordStatus.OK, null, true);
    return task(action, RepeatClass.BY_NAME, config, Map.of(), prior, false);
  }

  public static Task step(String type, RepeatClass repeat, String arguments) {
    return Task.of(
        draft -> {
          draft.workspace = "shop";
          draft.run = "run-1";
          draft.node = "step." + type + ".a";
          draft.address = Address.of("step." + type + ".a");
          draft.attempt = 1;
          draft.token = "token-1";
          draft.action = Action.STEP;
          draft.type = type;
          draft.config = json(arguments);
          draft.repeat = repeat;
          draft.budget = new Task.Budget(3, null);
          draft.timeouts = null;
        });
  }

  /** A creation of which these paths are secret. */
  public static Task hiding(JsonNode config, List<String> paths) {
    Task plain = create(RepeatClass.PURE, "{}");
    return Task.of(
        draft -> {
          draft.workspace = plain.workspace();
          draft.run = plain.run();
          draft.node = plain.node();
          draft.address = plain.address();
          draft.attempt = plain.attempt();
          draft.token = plain.token();
          draft.action = plain.action();
          draft.type = plain.type();
          draft.provider = plain.provider();
          draft.config = config;
          draft.repeat = plain.repeat();
          draft.budget = plain.budget();
          draft.timeouts = null;
          draft.sensitivePaths = paths;
        });
  }

  /** The half of a replacement that comes first. */
  public static Task replacing(String id, String config) {
    Task plain = create(RepeatClass.BY_NAME, config);
    return Task.of(
        draft -> {
          draft.workspace = plain.workspace();
          draft.run = plain.run();
          draft.node = plain.node();
          draft.address = plain.address();
          draft.attempt = plain.attempt();
          draft.token = plain.token();
          draft.action = plain.action();
          draft.type = plain.type();
          draft.provider = plain.provider();
          draft.config = plain.config();
          draft.values = plain.values();
          draft.replacedIds = Map.of(plain.address().text(), id);
          draft.repeat = plain.repeat();
          draft.budget = plain.budget();
          draft.timeouts = null;
        });
  }

  /** A creation by a provider in a configuration of its own. */
  public static Task through(String provider, String configuration, String config) {
    Task plain = create(RepeatClass.TOKEN, config);
    ProviderBlock block = new ProviderBlock(json(configuration), null, null, List.of("/key"));
    return varied(plain, provider, RepeatClass.PURE, Timeouts.NONE, false, null, block);
  }

  private static Task varied(
      Task plain,
      @Nullable String provider,
      RepeatClass repeat,
      Timeouts timeouts,
      boolean recovering,
      @Nullable Instant provenFrom,
      @Nullable ProviderBlock block) {
    return Task.of(
        draft -> {
          draft.workspace = plain.workspace();
          draft.run = plain.run();
          draft.node = plain.node();
          draft.address = plain.address();
          draft.attempt = plain.attempt();
          draft.token = plain.token();
          draft.action = plain.action();
          draft.type = plain.type();
          draft.provider = provider;
          draft.config = plain.config();
          draft.values = plain.values();
          draft.replacedIds = plain.replacedIds();
          draft.repeat = repeat;
          draft.budget = plain.budget();
          draft.timeouts = timeouts;
          draft.recovering = recovering;
          draft.recoverAfter = provenFrom;
          draft.providerBlock = block;
        });
  }

  private static Task task(
      Action action,
      RepeatClass repeat,
      String config,
      Map<String, JsonNode> values,
      Task.@Nullable Prior prior,
      boolean recovering) {
    return Task.of(
        draft -> {
          draft.workspace = "shop";
          draft.run = "run-1";
          draft.node = "thing.a";
          draft.address = Address.of("thing.a");
          draft.attempt = 1;
          draft.token = "token-1";
          draft.action = action;
          draft.type = "thing";
          draft.provider = "things";
          draft.config = json(config);
          draft.values = values;
          draft.prior = prior;
          draft.repeat = repeat;
          draft.budget = new Task.Budget(3, null);
          draft.timeouts = null;
          draft.recovering = recovering;
        });
  }

  /** JSON with single quotes. */
  public static JsonNode json(String text) {
    try {
      return Json.tree(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new IllegalArgumentException(e);
    }
  }
}
