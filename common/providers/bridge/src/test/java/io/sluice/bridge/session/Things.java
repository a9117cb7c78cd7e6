package io.sluice.bridge.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.process.AttachedPlugin;
import io.sluice.bridge.process.StartFailed;
import io.sluice.bridge.trial.TrialServer;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A session with the provider for tests in this process, and objects for it. */
final class Things implements AutoCloseable {
  private static final String ADDRESS = "registry.terraform.io/sluice/trial";

  final TrialServer server;
  final AttachedPlugin plugin;
  final PluginSession session;

  Things(ProtocolVersion version) throws IOException, StartFailed {
    server = TrialServer.inThisProcess(version);
    plugin = AttachedPlugin.find(server.reattach(ADDRESS), ADDRESS).orElseThrow();
    session = done(PluginSession.open(plugin));
    server.log().clear();
  }

  static <T> T done(Reply<T> reply) {
    assertThat(reply).isInstanceOf(Reply.Done.class);
    return ((Reply.Done<T>) reply).result();
  }

  static List<String> refused(Reply<?> reply) {
    assertThat(reply).isInstanceOf(Reply.Refused.class);
    return ((Reply.Refused<?>) reply)
        .diagnostics().stream().map(each -> each.summary() + ": " + each.detail()).toList();
  }

  /** The same with the attributes that it is about. */
  static List<String> refusedAt(Reply<?> reply) {
    assertThat(reply).isInstanceOf(Reply.Refused.class);
    return ((Reply.Refused<?>) reply)
        .diagnostics().stream().map(ProviderDiagnostic::sentence).toList();
  }

  static Loss lost(Reply<?> reply) {
    assertThat(reply).isInstanceOf(Reply.Lost.class);
    return ((Reply.Lost<?>) reply).loss();
  }

  /** A configuration of the type with these attributes and nothing else. */
  Value config(String type, Object... namesAndValues) throws DecodeFailed {
    Value empty = session.catalog().resource(type).orElseThrow().block().empty();
    Map<String, Value> parts = new LinkedHashMap<>(empty.entries());
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      parts.put(
          (String) namesAndValues[i],
          value instanceof String text ? Value.of(text) : (Value) value);
    }
    return ObjectValue.of(parts);
  }

  Value thing(Object... namesAndValues) throws DecodeFailed {
    return config("trial_thing", namesAndValues);
  }

  PlannedChange plan(Optional<ObjectState> prior, Value config) {
    return done(session.plan(PlanAsk.of("trial_thing", prior, config)));
  }

  Applied apply(Optional<ObjectState> prior, Value config) {
    PlanAsk ask = PlanAsk.of("trial_thing", prior, config);
    return done(session.apply(done(session.plan(ask)), ask));
  }

  ObjectState made(Object... namesAndValues) throws DecodeFailed {
    Applied applied = apply(Optional.empty(), thing(namesAndValues));
    assertThat(applied.succeeded()).isTrue();
    return applied.object().orElseThrow();
  }

  /** The names of the calls that the provider saw. */
  List<String> calls() {
    List<String> calls = server.log().entries().stream().map(entry -> entry.rpc()).toList();
    server.log().clear();
    return calls;
  }

  @Override
  public void close() {
    plugin.close();
    server.close();
  }
}
