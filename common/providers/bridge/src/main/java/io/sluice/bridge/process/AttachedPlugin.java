package io.sluice.bridge.process;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.wire.CallFailed;
import io.sluice.bridge.wire.Channels;
import io.sluice.bridge.wire.PluginAddress;
import io.sluice.bridge.wire.PluginChannel;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.Rpcs;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * A plugin that somebody else started, under a debugger say, and named in {@code
 * TF_REATTACH_PROVIDERS}. It is not ended here unless its starter said that it may be.
 */
public final class AttachedPlugin implements Plugin {
  private static final Duration GOODBYE = Duration.ofSeconds(2);

  private final PluginChannel channel;
  private final long pid;
  private final boolean staysAlive;

  private AttachedPlugin(PluginChannel channel, long pid, boolean staysAlive) {
    this.channel = channel;
    this.pid = pid;
    this.staysAlive = staysAlive;
  }

  /** The plugin that the variable's text names for a provider's address, if it does. */
  public static Optional<AttachedPlugin> find(String variable, String address) throws StartFailed {
    JsonNode said;
    try {
      said = Json.tree(variable.getBytes(StandardCharsets.UTF_8)).path(address);
    } catch (MalformedMessage e) {
      throw new StartFailed(StartFailed.Reason.GARBAGE, "TF_REATTACH_PROVIDERS is not JSON.");
    }
    return said.isObject() ? Optional.of(attach(said, address)) : Optional.empty();
  }

  private static AttachedPlugin attach(JsonNode said, String name) throws StartFailed {
    int number = said.path("ProtocolVersion").asInt();
    Optional<ProtocolVersion> version =
        ProtocolVersion.of(number == 0 ? ProtocolVersion.FIVE.number() : number);
    JsonNode place = said.path("Addr");
    Optional<PluginAddress> address =
        PluginAddress.parse(place.path("Network").asText(), place.path("String").asText());
    if (version.isEmpty() || address.isEmpty() || !said.path("Protocol").asText().equals("grpc")) {
      throw new StartFailed(
          StartFailed.Reason.GARBAGE,
          "TF_REATTACH_PROVIDERS names %s in a way that can't be used: it needs Protocol grpc, ProtocolVersion 5 or 6, and an address of this machine."
              .formatted(name));
    }
    try {
      return new AttachedPlugin(
          Channels.open(address.get(), version.get(), Optional.empty()),
          said.path("Pid").asLong(),
          said.path("Test").asBoolean());
    } catch (SSLException e) {
      throw new IllegalStateException("nothing is encrypted here", e);
    }
  }

  @Override
  public PluginChannel channel() {
    return channel;
  }

  @Override
  public boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Override
  public Optional<CrashReport> crash() {
    return Optional.empty();
  }

  @Override
  public void close() {
    if (!staysAlive) {
      try {
        channel.call(Rpcs.SHUTDOWN, Wire.Empty.getDefaultInstance(), GOODBYE);
      } catch (CallFailed e) {
        // It answers by ending.
      }
    }
    channel.close();
  }
}
