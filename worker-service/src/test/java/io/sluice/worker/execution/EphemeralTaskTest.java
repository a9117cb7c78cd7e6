package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.model.Action;
import io.sluice.model.CoreCode;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.plan.PluginWork;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A task that uses an ephemeral resource opens it, keeps it open, closes it, and reveals nothing of
 * it.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class EphemeralTaskTest {
  private static final String THING = "trial_thing";
  private static final String ADDRESS = "ephemeral.trial_token.t";

  @TempDir private Path directory;
  private TrialWorker worker;

  @BeforeEach
  void start() throws Exception {
    worker = new TrialWorker(directory, Map.of("TRIAL_LOG", log().toString()));
  }

  @AfterEach
  void end() {
    worker.close();
  }

  private Path log() {
    return directory.resolve("calls.log");
  }

  private List<String> calls() throws Exception {
    return Files.readAllLines(log()).stream().map(line -> line.split(" ")[0]).toList();
  }

  /** The bytes of the last request of a name, as far as they are text. */
  private String sent(String call) throws Exception {
    String last =
        Files.readAllLines(log()).stream()
            .filter(line -> line.startsWith(call + " "))
            .reduce((first, second) -> second)
            .orElseThrow();
    return new String(
        HexFormat.of().parseHex(last.substring(call.length() + 1)), StandardCharsets.UTF_8);
  }

  private String token(String expression, String key, String condition) {
    ObjectNode form = Json.object().put("type", "trial_token");
    form.set(
        "plugin",
        Json.toTree(
            new PluginWork(
                TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), directory.toString(), null)));
    form.putObject("config").put("key", key);
    ObjectNode checked = form.deepCopy();
    ObjectNode rule = checked.putArray("after").addObject();
    ObjectNode after = rule.putObject("condition").put("$expr", condition);
    after.putArray("refs");
    after.putObject("ephemerals").set(ADDRESS, form);
    rule.put("error_message", "not as it should be");
    ObjectNode token = Json.object().put("$expr", expression);
    token.putArray("refs");
    token.putObject("ephemerals").set(ADDRESS, checked);
    ObjectNode config = Json.object().put("name", "a").put("fault", "slow");
    config.set("token", token);
    return config.toString();
  }

  private Result made(String config) throws Exception {
    return worker.run(
        worker.task(
            Action.CREATE,
            THING,
            config,
            null,
            worker.plan(THING, "{'name': 'a', 'fault': 'slow', 'token': 'x'}", null, true)));
  }

  @Test
  void staysOpenDuringTheCallAndIsInNoResult() throws Exception {
    Result made =
        made(token("\"my ${" + ADDRESS + ".value}\"", "often canary", ADDRESS + ".value != \"x\""));

    assertThat(made.outcome()).as(String.valueOf(made.error())).isEqualTo(Outcome.OK);
    assertThat(sent("ApplyResourceChange")).contains("my value of often canary");
    assertThat(Json.text(Json.toTree(made))).doesNotContain("value of");
    assertThat(worker.open(made.attributes()).path("token").isNull()).isTrue();

    List<String> calls = calls();
    assertThat(Collections.frequency(calls, "OpenEphemeralResource")).isEqualTo(1);
    assertThat(Collections.frequency(calls, "RenewEphemeralResource")).isGreaterThanOrEqualTo(2);
    assertThat(calls.getLast()).isEqualTo("CloseEphemeralResource");
    int renewals = Collections.frequency(calls, "RenewEphemeralResource");
    assertThat(sent("CloseEphemeralResource")).contains("renewed ".repeat(renewals) + "often");
  }

  @Test
  void changesNothingWhereItCannotBeOpenedOrIsNotAsItShouldBe() throws Exception {
    Result refused = made(token(ADDRESS + ".value", "refused", "true"));
    assertThat(refused.error().code()).hasToString(CoreCode.UNRESOLVED_INPUT.wire());
    assertThat(refused.error().message()).contains(ADDRESS, "Can't open");

    Result otherwise = made(token(ADDRESS + ".value", "canary", ADDRESS + ".value == \"x\""));
    assertThat(otherwise.error().message())
        .contains("its postcondition failed: not as it should be")
        .doesNotContain("value of");

    assertThat(calls()).doesNotContain("ApplyResourceChange");
    assertThat(Collections.frequency(calls(), "OpenEphemeralResource")).isEqualTo(2);
    assertThat(Collections.frequency(calls(), "CloseEphemeralResource")).isEqualTo(1);
  }
}
