package io.sluice.bridge.ask;

import io.sluice.bridge.host.PluginUse;
import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.OpenEphemeral;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.language.value.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What one user, a plan or a task, has open. Closing it closes all, the last opened first, since
 * that may have been made of the others.
 */
public final class HeldResources implements AutoCloseable {
  private final Deque<HeldResource> held = new ArrayDeque<>();
  private boolean closed;

  /**
   * Opens a resource and keeps it so. The use of the plugin goes over, whatever comes of it.
   *
   * @param config known throughout
   */
  public Reply<Value> open(PluginUse use, String type, Value config) {
    Reply<OpenEphemeral> reply;
    try {
      reply = use.session().openEphemeral(type, config);
    } catch (RuntimeException | Error e) {
      use.close();
      throw e;
    }
    return switch (reply) {
      case Reply.Refused<OpenEphemeral>(List<ProviderDiagnostic> said) -> {
        use.close();
        yield new Reply.Refused<>(said);
      }
      case Reply.Lost<OpenEphemeral>(Loss loss) -> {
        use.close();
        yield new Reply.Lost<>(loss);
      }
      case Reply.Done<OpenEphemeral>(OpenEphemeral open, List<ProviderDiagnostic> said) -> {
        keep(new HeldResource(use, open));
        yield new Reply.Done<>(open.result(), said);
      }
    };
  }

  private void keep(HeldResource opened) {
    boolean late;
    synchronized (held) {
      late = closed;
      if (!late) {
        held.push(opened);
      }
    }
    if (late) {
      opened.close();
    }
  }

  @Override
  public void close() {
    while (true) {
      HeldResource next;
      synchronized (held) {
        closed = true;
        next = held.poll();
      }
      if (next == null) {
        return;
      }
      next.close();
    }
  }
}
