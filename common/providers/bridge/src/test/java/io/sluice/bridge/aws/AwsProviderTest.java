package io.sluice.bridge.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.bridge.cloud.AwsMirror;
import io.sluice.bridge.cloud.Moto;
import io.sluice.bridge.process.PluginCommand;
import io.sluice.bridge.process.PluginEnvironment;
import io.sluice.bridge.process.PluginProcess;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.session.Applied;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlanAsk;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.PlannedChange.Action;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.Reply;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real provider for AWS, unmodified, against AWS's interfaces in memory. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class AwsProviderTest {
  @TempDir Path folder;

  private static <T> T done(Reply<T> reply) {
    assertThat(reply).isInstanceOf(Reply.Done.class);
    return ((Reply.Done<T>) reply).result();
  }

  private static Value with(Value object, Map<String, Value> values) {
    Map<String, Value> parts = new LinkedHashMap<>(object.entries());
    parts.putAll(values);
    return ObjectValue.of(parts);
  }

  private static Value configuration(Block provider, String endpoint) {
    Block endpoints = provider.blocks().get("endpoints").body();
    Value there = with(endpoints.empty(), Map.of("sqs", Value.of(endpoint)));
    return with(
        provider.empty(),
        Map.of(
            "region", Value.of("us-east-1"),
            "access_key", Value.of("x"),
            "secret_key", Value.of("y"),
            "max_retries", Value.of(3),
            "skip_credentials_validation", Values.TRUE,
            "skip_requesting_account_id", Values.TRUE,
            "skip_metadata_api_check", Value.of("true"),
            "endpoints", SetValue.of(endpoints.type(), List.of(there))));
  }

  @Test
  void makesChangesAndDeletesAQueue() throws Exception {
    Path mirror = AwsMirror.find().orElse(null);
    assumeTrue(mirror != null, "no mirror has the provider for AWS");
    assumeTrue(Moto.isThere(), "there is no moto_server on PATH");
    PluginCommand command =
        PluginCommand.of(
            "hashicorp/aws",
            AwsMirror.program(mirror).orElseThrow(),
            folder,
            PluginEnvironment.of(System.getenv(), Set.of()),
            folder.resolve("r"));
    try (Moto moto = Moto.start(folder);
        PluginProcess plugin = PluginProcess.start(command, line -> {})) {
      PluginSession session = done(PluginSession.open(plugin));
      assertThat(session.catalog().resources()).hasSizeGreaterThan(1000);
      done(session.configure(configuration(session.catalog().provider(), moto.endpoint())));
      lifeOfAQueue(session);
    }
  }

  private static void lifeOfAQueue(PluginSession session) throws Exception {
    String type = "aws_sqs_queue";
    Block block = session.catalog().resource(type).orElseThrow().block();
    assertThat(block.attributes().get("fifo_queue").isOptional()).isTrue();
    Value config =
        with(
            block.empty(),
            Map.of("name", Value.of("first"), "visibility_timeout_seconds", Value.of(45)));
    PlanAsk create = PlanAsk.of(type, Optional.empty(), config);
    PlannedChange planned = done(session.plan(create));
    assertThat(planned.action()).isEqualTo(Action.CREATE);
    assertThat(planned.legacy()).isTrue();
    assertThat(planned.planned().entries().get("arn").isKnown()).isFalse();
    ObjectState made = object(session.apply(planned, create));
    assertThat(made.value().entries().get("arn").asText()).contains("first");
    assertThat(made.privateData()).isNotEmpty();

    ObjectState read = done(session.read(type, made)).orElseThrow();
    assertThat(done(session.plan(PlanAsk.of(type, Optional.of(read), config))).action())
        .isEqualTo(Action.NO_OP);

    Value longer = with(config, Map.of("visibility_timeout_seconds", Value.of(60)));
    PlanAsk update = PlanAsk.of(type, Optional.of(read), longer);
    PlannedChange change = done(session.plan(update));
    assertThat(change.action()).isEqualTo(Action.UPDATE);
    ObjectState updated = object(session.apply(change, update));
    assertThat(updated.value().entries().get("visibility_timeout_seconds")).isEqualTo(Value.of(60));

    Value renamed = with(longer, Map.of("name", Value.of("second")));
    PlannedChange replace = done(session.plan(PlanAsk.of(type, Optional.of(updated), renamed)));
    assertThat(replace.action()).isEqualTo(Action.REPLACE);
    assertThat(replace.requiresReplace()).hasToString("[name]");

    PlannedChange destroy = done(session.planDestroy(type, updated));
    Applied gone = done(session.destroy(destroy, updated));
    assertThat(gone.succeeded()).isTrue();
    assertThat(gone.object()).isEmpty();
    assertThat(done(session.read(type, updated))).isEmpty();
  }

  private static ObjectState object(Reply<Applied> reply) {
    Applied applied = done(reply);
    assertThat(applied.diagnostics()).isEmpty();
    return applied.object().orElseThrow();
  }
}
